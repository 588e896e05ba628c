// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/trigger_limit.h"

#include <algorithm>

#include "hw_model/mechanisms/deadlock/itsy.h"

namespace weir::deadlock {
namespace {

// Units that a flow may send in that time at that rate, rounded up.
std::uint32_t units_within(Time time, BitRate rate) {
  const Time unit = serialization_time(Bytes(reference::kItsyFlowUnit), rate);
  return static_cast<std::uint32_t>(time / unit + 1);
}

}  // namespace

TriggerLimit::TriggerLimit(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      rate_(context.config.itsy.trigger_limit),
      for_(context.config.itsy.trigger_limit_time),
      ttl_(context.config.itsy.ttl),
      slots_(context.config.itsy.top_flows),
      window_(context.t_re),
      turns_at_(context.t_re),
      heavy_(units_within(context.t_re, context.config.itsy.trigger_limit)),
      egresses_(context.ports, reference::ItsyHeavyHitters({.rows = context.config.itsy.sketch_rows,
                                                            .cells = context.config.itsy.sketch_cells,
                                                            .cell_bits = context.config.itsy.sketch_cell_bits,
                                                            .seed = context.seed},
                                                           slots_)),
      limited_(context.ports),
      kept_(context.ports),
      due_(context.ports) {
  for (std::size_t p = 0; p < context.ports; ++p)
    hosts_.push_back(context.config.itsy.is_host(p) ? 1 : 0);
}

// Hardware ends a window with each T_re; in the model the next packet finds that one window, or two, have ended.
void TriggerLimit::taken(const frame::Packet& packet, Time now) {
  if (now >= turns_at_) {
    const bool again = now >= turns_at_ + window_;
    turns_at_ = (now / window_ + 1) * window_;
    for (reference::ItsyHeavyHitters& egress : egresses_)
      again ? egress.reset() : egress.turn();
  }
  const frame::FiveTuple flow = frame::five_tuple(packet);
  if (flow == frame::FiveTuple())
    return;
  egresses_[packet.egress.index()].passes(flow, packet.length, packet.ingress);
  for (Limited& one : limited_[packet.ingress.index()]) {
    if (one.flow != flow || one.c != packet.traffic_class || now >= one.ends)
      continue;
    one.paid = std::max(one.paid, now) + serialization_time(packet.length, rate_);
    if (!keeps_paused(packet.ingress, one.c))
      actions_.schedule(packet.ingress, one.c, now);  // behind all other work of this instant
  }
}

Time TriggerLimit::paid_by(PortId host, ClassId c) const {
  Time paid(0);
  for (const Limited& one : limited_[host.index()]) {
    if (one.c == c)
      paid = std::max(paid, one.paid);
  }
  return paid;
}

void TriggerLimit::end_over(PortId host, Time now) {
  std::erase_if(limited_[host.index()], [&](const Limited& one) {
    if (one.ends > now)
      return false;
    actions_.limits({.ingress = host, .traffic_class = one.c, .flow = one.flow, .on = false}, now);
    return true;
  });
}

void TriggerLimit::timer(PortId p, ClassId c, Time now) {
  if (hosts_[p.index()] == 0)
    return;
  end_over(p, now);
  const Time paid = paid_by(p, c);
  std::uint8_t& kept = kept_.at(p, c);
  if (kept == 0 && paid > now + serialization_time(kBurst, rate_)) {
    kept = actions_.keep_paused(p, c, true, now) ? 1 : 0;
  } else if (kept != 0 && paid <= now) {
    actions_.keep_paused(p, c, false, now);
    kept = 0;
  }
  if (kept != 0)
    actions_.schedule(p, c, paid);
}

bool TriggerLimit::is_news(ClassId c, const frame::ItsyTrigger& trigger, Time now) {
  Passed& passed = passed_[c.index()];
  if (passed.trigger == trigger && now < passed.until)
    return false;
  passed = {.trigger = trigger, .until = now + window_ / 2};
  return true;
}

void TriggerLimit::triggered(PortId egress, ClassId c, const frame::ItsyTrigger& trigger, Time now) {
  for (const reference::ItsyHeavyHitters::Flow& flow : egresses_[egress.index()].above(heavy_))
    limit(flow.id, flow.ingress, {.traffic_class = c, .trigger = trigger, .ttl = ttl_}, now);
}

void TriggerLimit::arrived(PortId p, const frame::ItsyLimit& message, Time now) {
  for (std::size_t n = 0; n < message.size; ++n) {
    if (const auto ingress = egresses_[p.index()].ingress_of(message.flows[n]))
      limit(message.flows[n], *ingress, message, now);
    else
      ++counters_.unknown;
  }
}

// Limits the flow here if its host is here; otherwise one switch further upstream.
void TriggerLimit::limit(const frame::FiveTuple& flow, PortId ingress, const frame::ItsyLimit& about, Time now) {
  if (hosts_[ingress.index()] != 0)
    return begin(flow, ingress, about.traffic_class, now);
  std::vector<frame::ItsyLimit>& due = due_[ingress.index()];
  if (about.ttl == 0)
    return;
  const std::uint8_t ttl = about.ttl - 1;
  const auto joins = std::ranges::find_if(due, [&](const frame::ItsyLimit& one) {
    return one.size > 0 && one.size < frame::ItsyLimit::kMostFlows && one.traffic_class == about.traffic_class &&
           one.trigger == about.trigger && one.ttl == ttl;
  });
  if (joins != due.end()) {
    joins->flows[joins->size++] = flow;
  } else if (due.size() < slots_) {
    due.push_back({.traffic_class = about.traffic_class, .trigger = about.trigger, .ttl = ttl, .size = 1});
    due.back().flows[0] = flow;
  }
}

void TriggerLimit::begin(const frame::FiveTuple& flow, PortId host, ClassId c, Time now) {
  end_over(host, now);
  std::vector<Limited>& limited = limited_[host.index()];
  const Time ends = now + for_;
  const auto known = std::ranges::find_if(limited, [&](const Limited& one) { return one.flow == flow && one.c == c; });
  if (known != limited.end()) {
    known->ends = ends;
  } else if (limited.size() == slots_) {
    ++counters_.refused;
    return;
  } else {
    limited.push_back({.flow = flow, .c = c, .paid = now, .ends = ends});
    ++counters_.limited;
    actions_.limits({.ingress = host, .traffic_class = c, .flow = flow, .on = true}, now);
  }
  actions_.schedule(host, c, ends);
}

void TriggerLimit::tell(PortId p, ClassId c, const frame::ItsyTrigger& trigger, std::uint8_t ttl) {
  if (hosts_[p.index()] == 0 && due_[p.index()].size() < slots_)
    due_[p.index()].push_back({.traffic_class = c, .trigger = trigger, .ttl = ttl});
}

std::optional<frame::ItsyLimit> TriggerLimit::take(PortId p) {
  std::vector<frame::ItsyLimit>& due = due_[p.index()];
  if (due.empty())
    return std::nullopt;
  const frame::ItsyLimit message = due.front();
  due.erase(due.begin());
  return message;
}

// Flow control has reset its pauses, too. Timers that are pending find nothing to do; counters stay.
void TriggerLimit::reset() {
  for (reference::ItsyHeavyHitters& egress : egresses_)
    egress.reset();
  for (std::size_t p = 0; p < limited_.size(); ++p) {
    limited_[p].clear();
    due_[p].clear();
    for (std::size_t c = 0; c < kClasses; ++c)
      kept_.at(PortId(p), ClassId(c)) = 0;
  }
  passed_ = {};
}

}  // namespace weir::deadlock

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/declarations.h"

#include <algorithm>
#include <span>

#include "hw_model/frame/ipv4.h"
#include "hw_model/reference/itsy_sketch.h"
#include "tb/report/human.h"
#include "tb/text/raw_bytes.h"

namespace weir {

namespace {

std::string place(const std::string& device, PortId p) { return device + ".p" + std::to_string(p.index()); }

std::string place(const std::string& device, PortId p, ClassId c) {
  return report::place_name(device, static_cast<unsigned>(p.index()), static_cast<unsigned>(c.index()));
}

// Those before `end`, by time and device.
template <class Told>
std::vector<Told> in_order(std::vector<Told> told, Time end) {
  std::erase_if(told, [end](const Told& one) { return one.at >= end; });
  std::stable_sort(told.begin(), told.end(),
                   [](const Told& a, const Told& b) { return a.at != b.at ? a.at < b.at : a.device < b.device; });
  return told;
}

template <class Told>
void append_list(const std::vector<Told>& told, std::string& text) {
  text::append_sized(text::raw_of(std::span(told)), text);
}

template <class Told>
void take_list(std::string_view& text, std::vector<Told>& told) {
  text::append_all(text::take_sized(text), told);
}

void add_to(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
  if (more) {
    sum = sum.value_or(0) + *more;
  }
}

}  // namespace

Declarations::Declarations(const network::Network& net) : net_(net) {
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    if (net.topology.devices[d].kind != network::DeviceKind::kSwitch) {
      continue;
    }
    switches_.push_back(d);
    asic::SwitchAsic* const asic = net.devices[d].asic;
    if (asic != nullptr && asic->deadlock_unit() != nullptr) {
      asic->tell_declarations(*this);
    }
  }
}

void Declarations::declared(const asic::SwitchAsic& at, const deadlock::Declaration& declaration, Time now) {
  if (declaration.again) {
    return;
  }
  declared_.push_back({now, device_of(at), declaration});
}

void Declarations::limits(const asic::SwitchAsic& at, const deadlock::FlowLimit& limit, Time now) {
  limited_.push_back({now, device_of(at), limit});
}

void Declarations::storm(const asic::SwitchAsic& at, PortId egress, ClassId c, bool on, Time now) {
  storms_.push_back({now, device_of(at), egress, c, on});
}

std::size_t Declarations::device_of(const asic::SwitchAsic& at) const {
  return *std::find_if(switches_.begin(), switches_.end(), [&](std::size_t d) { return net_.devices[d].asic == &at; });
}

void Declarations::fill_limits(Time end, report::Results& results) const {
  for (const Limited& one : in_order(limited_, end)) {
    const std::size_t host = net_.peers[one.device][one.what.ingress.index()].device;
    const frame::FiveTuple& flow = one.what.flow;
    const auto end_of = [](std::uint64_t address, std::uint64_t port) {
      return frame::to_string(frame::Ipv4Address(static_cast<std::uint32_t>(address))) + ":" +
             std::to_string(port & 0xffffU);
    };
    results.limits.push_back(
        {.at_seconds = seconds(one.at),
         .mechanism = "itsy",
         .place = place(net_.topology.devices[one.device].name, one.what.ingress, one.what.traffic_class),
         .text = "flow " + end_of(flow.addresses >> 32U, flow.ports >> 24U) + " to " +
                 end_of(flow.addresses, flow.ports >> 8U) + " of " + net_.topology.devices[host].name +
                 (one.what.on ? " is limited" : " is limited no longer")});
  }
}

void Declarations::fill_storms(Time end, report::Results& results) const {
  for (const Storm& one : in_order(storms_, end)) {
    const network::Peer& peer = net_.peers[one.device][one.egress.index()];
    const std::string& who = net_.topology.devices[peer.device].name;
    (one.on ? results.storms : results.storms_over)
        .push_back({.at_seconds = seconds(one.at),
                    .mechanism = "pfcwd",
                    .place = place(net_.topology.devices[one.device].name, one.egress, one.traffic_class),
                    .text = one.on ? "PFC frames of " + who + " hold the queue" : who + " holds the queue no longer"});
  }
}

void Declarations::fill(Time end, report::Results& results) const {
  for (const Declared& one : in_order(declared_, end)) {
    const std::string& device = net_.topology.devices[one.device].name;
    results.detections.push_back({.at_seconds = seconds(one.at),
                                  .mechanism = "itsy",
                                  .place = place(device, one.what.ingress, one.what.traffic_class),
                                  .text = text_of(one)});
  }
  fill_limits(end, results);
  fill_storms(end, results);
  Counts all = counts(end);
  all.add(far_counts_);
  results.loop_acts = all.loop_acts;
  results.flows_limited = all.flows_limited;
  results.loans_refused = all.loans_refused;
  if (all.loss_overdraft) {
    results.loss_overdraft = *all.loss_overdraft * reference::kItsyFlowUnit;
  }
  if (all.messages) {
    constexpr std::uint64_t kFrameOnLine = 84;  // 64 B, preamble and gap
    results.check_messages = all.messages;
    results.check_bytes = all.frames * kFrameOnLine;
    if (all.pauses > 0) {
      results.check_bytes_per_pause = static_cast<double>(*results.check_bytes) / static_cast<double>(all.pauses);
    }
  }
}

std::string Declarations::tell(Time end) const {
  std::string text;
  append_list(declared_, text);
  append_list(limited_, text);
  append_list(storms_, text);
  text::append_raw(counts(end), text);
  return text;
}

void Declarations::hear(std::string_view told) {
  take_list(told, declared_);
  take_list(told, limited_);
  take_list(told, storms_);
  far_counts_.add(text::take_raw<Counts>(told));
}

void Declarations::Counts::add(const Counts& other) {
  add_to(loop_acts, other.loop_acts);
  add_to(flows_limited, other.flows_limited);
  add_to(loans_refused, other.loans_refused);
  add_to(loss_overdraft, other.loss_overdraft);
  add_to(messages, other.messages);
  frames += other.frames;
  pauses += other.pauses;
}

// Of the switches here.
Declarations::Counts Declarations::counts(Time end) const {
  Counts counts{.loop_acts = sum_of("loop_acts", end),
                .flows_limited = sum_of("flows_limited", end),
                .loans_refused = sum_of("loans_refused", end),
                .loss_overdraft = sum_of("loss_overdraft", end),
                .messages = {}};
  count_messages(counts);
  return counts;
}

// The sum of a counter of deadlock units over all switches here that have the counter.
std::optional<std::uint64_t> Declarations::sum_of(const char* counter, Time end) const {
  std::optional<std::uint64_t> sum;
  for (const std::size_t device : switches_) {
    asic::SwitchAsic* const asic = net_.devices[device].asic;
    if (asic == nullptr || asic->deadlock_unit() == nullptr)
      continue;
    const ledger::RegisterBank& bank = asic->csr().bank();
    const ledger::MappedRegister* const found = bank.map().find("deadlock", counter);
    for (std::uint64_t n = 0; found != nullptr && n < found->declaration.count(); ++n)
      sum = sum.value_or(0) + bank.read(*found, n, 0, end);
  }
  return sum;
}

std::string Declarations::text_of(const Declared& one) const {
  const network::Peer& peer = net_.peers[one.device][one.what.ingress.index()];
  std::string text =
      "what it pauses at " + place(net_.topology.devices[peer.device].name, peer.port) + " can never go on";
  if (one.what.egress) {
    text = "its check came home over " + place(net_.topology.devices[one.device].name, *one.what.egress);
    if (one.what.hops > 0) {
      text += " after " + std::to_string(one.what.hops) + (one.what.hops == 1 ? " hop" : " hops");
    }
  }
  return text + (one.what.trigger ? "; the first to pause was " + name_of(*one.what.trigger) : "");
}

std::string Declarations::name_of(const frame::ItsyTrigger& trigger) const {
  const std::size_t index = trigger.switch_id - 1;
  if (index >= switches_.size() || trigger.port.index() >= net_.peers[switches_[index]].size()) {
    return "switch " + std::to_string(trigger.switch_id) + ", which is none";
  }
  const std::size_t device = switches_[index];
  if (trigger.host) {
    return net_.topology.devices[net_.peers[device][trigger.port.index()].device].name + ", a host";
  }
  return place(net_.topology.devices[device].name, trigger.port);
}

void Declarations::count_messages(Counts& counts) const {
  for (const std::size_t device : switches_) {
    const asic::SwitchAsic* const asic = net_.devices[device].asic;
    for (std::size_t p = 0; asic != nullptr && p < asic->ports(); ++p) {
      const deadlock::DeadlockUnit* const unit = asic->deadlock_unit();
      if (const auto sent = unit != nullptr ? unit->messages(PortId(p)) : std::nullopt) {
        counts.messages = counts.messages.value_or(0) + sent->rode + sent->alone;
        counts.frames += sent->frames;
      }
      for (std::size_t c = 0; c < kClasses; ++c) {
        counts.pauses += asic->engine(PortId(p)).counters(ClassId(c)).pauses_sent;
      }
    }
  }
}

}  // namespace weir

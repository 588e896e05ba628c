// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/declarations.h"

#include <algorithm>

#include "hw_model/frame/ipv4.h"
#include "hw_model/reference/itsy_sketch.h"
#include "tb/report/human.h"

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

}  // namespace

Declarations::Declarations(const network::Network& net) : net_(net) {
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    asic::SwitchAsic* const asic = net.devices[d].asic;
    if (asic == nullptr) {
      continue;
    }
    switches_.push_back(d);
    if (asic->deadlock_unit() != nullptr) {
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
  count_messages(results);
  results.loop_acts = sum_of("loop_acts", end);
  results.flows_limited = sum_of("flows_limited", end);
  results.loans_refused = sum_of("loans_refused", end);
  if (const auto units = sum_of("loss_overdraft", end))
    results.loss_overdraft = *units * reference::kItsyFlowUnit;
}

// The sum of a counter of deadlock units over all switches that have the counter.
std::optional<std::uint64_t> Declarations::sum_of(const char* counter, Time end) const {
  std::optional<std::uint64_t> sum;
  for (const std::size_t device : switches_) {
    asic::SwitchAsic& asic = *net_.devices[device].asic;
    if (asic.deadlock_unit() == nullptr)
      continue;
    const ledger::RegisterBank& bank = asic.csr().bank();
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

void Declarations::count_messages(report::Results& results) const {
  constexpr std::uint64_t kFrameOnLine = 84;  // 64 B, preamble and gap
  bool any = false;
  std::uint64_t messages = 0;
  std::uint64_t frames = 0;
  std::uint64_t pauses = 0;
  for (const std::size_t device : switches_) {
    const asic::SwitchAsic& asic = *net_.devices[device].asic;
    for (std::size_t p = 0; p < asic.ports(); ++p) {
      const deadlock::DeadlockUnit* const unit = asic.deadlock_unit();
      if (const auto sent = unit != nullptr ? unit->messages(PortId(p)) : std::nullopt) {
        any = true;
        messages += sent->rode + sent->alone;
        frames += sent->frames;
      }
      for (std::size_t c = 0; c < kClasses; ++c) {
        pauses += asic.engine(PortId(p)).counters(ClassId(c)).pauses_sent;
      }
    }
  }
  if (!any) {
    return;
  }
  results.check_messages = messages;
  results.check_bytes = frames * kFrameOnLine;
  if (pauses > 0) {
    results.check_bytes_per_pause = static_cast<double>(frames * kFrameOnLine) / static_cast<double>(pauses);
  }
}

}  // namespace weir

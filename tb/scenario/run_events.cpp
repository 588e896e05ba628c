// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/run_events.h"

#include <algorithm>
#include <utility>

#include <systemc>

#include "tb/scenario/register_writes.h"

namespace weir::scenario {

RunEvents::RunEvents(const Scenario& scenario, network::Network& network, Told told)
    : scenario_(scenario), network_(network), told_(std::move(told)), times_(scenario.events.size(), kNever) {
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    scenario.events[i].after ? watch(i) : take_place(i, scenario.events[i].at);
  }
}

std::vector<std::optional<Time>> RunEvents::times(Time end) const {
  std::vector<std::optional<Time>> times;
  for (const Time at : times_) {
    times.push_back(at < end ? std::optional(at) : std::nullopt);
  }
  return times;
}

void RunEvents::watch(std::size_t event) {
  const FlowSlows& slows = *scenario_.events[event].after;
  Watch& watch = watches_.emplace_back(Watch{.event = event, .destination = scenario_.flows[slows.flow].destination});
  network_.devices[watch.destination]->at(slows.over, [this, &watch](Time now) { look(watch, now); });
}

void RunEvents::look(Watch& watch, Time now) {
  const FlowSlows& slows = *scenario_.events[watch.event].after;
  network::Device& destination = network_.devices[watch.destination];
  const std::uint64_t bytes = network_.measurements[slows.flow].received.bytes;
  const Wide delivered = Wide{bytes - watch.bytes_before} * kBitsPerByte * kPicosecondsPerSecond;
  const bool above = delivered >= Wide{slows.below.count()} * slows.over.count();
  if (watch.was_above && !above) {
    return take_place(watch.event, destination->timing().boundary_after(now));
  }
  watch.was_above = above;
  watch.bytes_before = bytes;
  destination->at(now + slows.over, [this, &watch](Time then) { look(watch, then); });
}

void RunEvents::take_place(std::size_t event, Time at) {
  times_[event] = at;
  if (told_) {
    told_(scenario_.events[event], at);
  }
  std::visit([&](const auto& what) { act(what, at); }, scenario_.events[event].what);
}

void RunEvents::act(const SetLinkRate& set, Time at) {
  for (const network::End& end : set.ends) {
    network::Device& device = network_.devices[end.device];
    device->at(at, [&device, p = end.port, rate = set.rate](Time now) {
      device.asic != nullptr ? device.asic->set_line_rate(p, rate, now) : device->port(p).set_rate(rate, now);
    });
  }
}

void RunEvents::act(const StopHost& stop, Time at) {
  const Time until = stop.length == kNever ? kNever : at + stop.length;
  network_.devices[stop.host].nic->stop_taking(stop.traffic_class, at, until, stop.how);
}

void RunEvents::act(const SetDrainRate& set, Time at) {
  network_.devices[set.host].nic->set_drain_rate(set.traffic_class, set.rate, at);
}

void RunEvents::act(const StartFlow& start, Time at) {
  network_.devices[scenario_.flows[start.flow].source].nic->start_flow(static_cast<std::uint32_t>(start.flow), at);
}

void RunEvents::act(const WriteRegister& write, Time at) {
  asic::CsrTarget& csr = network_.devices[write.device].asic->csr();
  const RegisterPlace place = place_of(write, csr.map());
  const Time end = network_.devices[write.device]->timing().boundary_after(at);
  csr.post_write(place.address, data_of(write, place), at, [this, &write, &csr, at, end](asic::CsrResponse response) {
    if (response == asic::CsrResponse::kOk) {
      return;
    }
    // An earlier refusal may be reported later, by a device that has not come so far.
    if (!refusal_ || std::pair(at, &write) < std::pair(refusal_->at, refusal_->write)) {
      refusal_ = {at, &write, end, refused_text(write, csr.refusal())};
    }
    sc_core::sc_pause();
  });
}

void RunEvents::act(const ResetSwitch& reset, Time at) { network_.devices[reset.device].asic->reset(at, reset.length); }

bool may_end_deadlocks(const Scenario& scenario) {
  return !scenario.link_faults.empty() || !scenario.link_damage.empty() ||
         std::any_of(scenario.events.begin(), scenario.events.end(),
                     [](const ScenarioEvent& event) { return !std::holds_alternative<StartFlow>(event.what); });
}

}  // namespace weir::scenario

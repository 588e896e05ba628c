// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/run_events.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <systemc>

#include "hw_model/asic/port_retry.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "tb/scenario/register_writes.h"
#include "tb/scenario/stretch.h"
#include "tb/text/raw_bytes.h"

namespace weir::scenario {

RunEvents::RunEvents(const Scenario& scenario, network::Network& network, Told told)
    : scenario_(scenario),
      network_(network),
      told_(std::move(told)),
      channels_(network),
      timing_{.quantum = {}, .lookahead = stretch_of(scenario.topology)},
      times_(scenario.events.size(), kNever) {
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
  if (!network_.devices[scenario_.flows[slows.flow].destination].is_here()) {
    return;
  }
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
    const Time at = timing_.boundary_after(now);
    return network_.border ? met_.push_back({at, watch.destination, watch.event}) : take_place(watch.event, at);
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
    if (!device.is_here()) {
      continue;
    }
    device->at(at, [&device, p = end.port, rate = set.rate](Time now) {
      device.asic != nullptr ? device.asic->set_line_rate(p, rate, now) : device->port(p).set_rate(rate, now);
    });
  }
}

void RunEvents::act(const StopHost& stop, Time at) {
  const Time until = stop.length == kNever ? kNever : at + stop.length;
  if (host::Nic* const host = network_.devices[stop.host].nic) {
    host->stop_taking(stop.traffic_class, at, until, stop.how);
  }
}

void RunEvents::act(const SetDrainRate& set, Time at) {
  if (host::Nic* const host = network_.devices[set.host].nic) {
    host->set_drain_rate(set.traffic_class, set.rate, at);
  }
}

void RunEvents::act(const StartFlow& start, Time at) {
  if (host::Nic* const source = network_.devices[scenario_.flows[start.flow].source].nic) {
    source->start_flow(static_cast<std::uint32_t>(start.flow), at);
  }
}

Time RunEvents::next_meeting(Time now) const {
  Time next = kNever;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (scenario_.events[i].after && times_[i] == kNever) {
      next = std::min(next, timing_.boundary_after(now));
    }
    if (std::holds_alternative<WriteRegister>(scenario_.events[i].what) && times_[i] < scenario_.duration) {
      const Time known = std::min(timing_.boundary_after(times_[i]), scenario_.duration);
      next = known > now ? std::min(next, known) : next;
    }
  }
  return next;
}

std::string RunEvents::tell() {
  std::string text;
  text::append_sized(text::raw_of(std::span<const Met>(met_)), text);
  met_.clear();
  if (refused_on_rank_) {
    const auto event = std::ranges::find_if(scenario_.events, [&](const ScenarioEvent& one) {
      return std::get_if<WriteRegister>(&one.what) == refused_on_rank_->write;
    });
    text::append_raw(event - scenario_.events.begin(), text);
    text::append_raw(refused_on_rank_->at, text);
    text::append_raw(refused_on_rank_->end, text);
    text += refused_on_rank_->why;
  }
  return text;
}

// In the order in which one process, device by device, would notice.
void RunEvents::hear(const std::vector<std::string>& told) {
  std::vector<Met> met;
  for (std::string_view rest : told) {
    text::append_all(text::take_sized(rest), met);
    if (!rest.empty()) {
      const ScenarioEvent& event = scenario_.events[static_cast<std::size_t>(text::take_raw<std::ptrdiff_t>(rest))];
      const Time at = text::take_raw<Time>(rest);
      const Time end = text::take_raw<Time>(rest);
      refused(refusal_, {at, &std::get<WriteRegister>(event.what), end, std::string(rest)});
    }
  }
  std::ranges::sort(met);
  for (const Met& one : met) {
    take_place(one.event, one.at);
  }
}

// An earlier refusal may be reported later, by a device that has not come so far.
void RunEvents::refused(std::optional<Refusal>& first, Refusal refusal) const {
  if (!first || std::pair(refusal.at, refusal.write) < std::pair(first->at, first->write)) {
    first = std::move(refusal);
  }
}

void RunEvents::act(const WriteRegister& write, Time at) {
  if (!network_.devices[write.device].is_here()) {
    return;
  }
  asic::CsrTarget& csr = network_.devices[write.device].asic->csr();
  const RegisterPlace place = place_of(write, csr.map());
  csr.post_write(place.address, data_of(write, place), at, [this, &write, &csr, at](asic::CsrResponse response) {
    if (response == asic::CsrResponse::kOk) {
      return;
    }
    Refusal refusal{at, &write, timing_.boundary_after(at), refused_text(write, csr.refusal())};
    if (network_.border) {
      return refused(refused_on_rank_, std::move(refusal));
    }
    refused(refusal_, std::move(refusal));
    sc_core::sc_pause();
  });
}

void RunEvents::act(const ResetSwitch& reset, Time at) {
  if (asic::SwitchAsic* const asic = network_.devices[reset.device].asic) {
    asic->reset(at, reset.length);
  }
}

namespace {

// What is done at the port at a time; and what ends it, if it lasts.
using Deed = std::function<void(Time)>;
struct Deeds {
  Deed begin;
  Deed end;
};

Deeds deeds_of(const ActAtPorts& act, asic::Device& device, PortId port) {
  using Acks = asic::PortRetry::Acks;
  asic::PortRetry* const retry = device.retry(port);
  auto* const credits = dynamic_cast<flow_control::UeCredits*>(&device.engine(port));
  const auto say = [retry](Acks how) { return [retry, how](Time now) { retry->say_acks(how, now); }; };
  switch (act.deed) {
    case PortDeed::kHoldAcks:
      return {say(Acks::kHeld), say(Acks::kSaid)};
    case PortDeed::kFreezeAcks:
      return {say(Acks::kFrozen), say(Acks::kSaid)};
    case PortDeed::kFlushRetry:
      return {[retry](Time now) { retry->flush(now); }, {}};
    case PortDeed::kInitRetry:
      return {[retry, first = act.first_number](Time now) { retry->initialise(first, now); }, {}};
    case PortDeed::kStopCcUpdates:
      return {[credits](Time now) { credits->say_cc_updates(false, now); },
              [credits](Time now) { credits->say_cc_updates(true, now); }};
    case PortDeed::kIgnoreCcUpdates:
      return {[credits](Time) { credits->heed_cc_updates(false); },
              [credits](Time) { credits->heed_cc_updates(true); }};
    case PortDeed::kClearCounters:
      break;
  }
  return {[credits](Time) {
            if (credits != nullptr) {
              credits->clear_counters();
            }
          },
          {}};
}

}  // namespace

void RunEvents::act(const ActAtPorts& act, Time at) {
  for (const network::End& end : act.ends) {
    if (!network_.devices[end.device].is_here()) {
      continue;
    }
    asic::Device& device = *network_.devices[end.device].operator->();
    const Deeds deeds = deeds_of(act, device, end.port);
    device.at(at, deeds.begin);
    if (deeds.end && act.length != kNever) {
      device.at(at + act.length, deeds.end);
    }
    if (act.deed == PortDeed::kClearCounters) {
      clear_counters(end, at);
    }
  }
}

// ACKs without news are counted where they leave: those that left long enough before have arrived.
void RunEvents::clear_counters(const network::End& end, Time at) {
  asic::Device& device = *network_.devices[end.device].operator->();
  asic::PortRetry* const retry = device.retry(end.port);
  if (retry == nullptr) {
    return;
  }
  const network::Peer& peer = network_.peers[end.device][end.port.index()];
  asic::Device& other = *network_.devices[peer.device].operator->();
  link::OrderedSetLine* const sets = other.port(peer.port).sets();
  const auto arrived = std::make_shared<std::uint64_t>(0);
  if (const Time left = sets->left_by(at); left >= Time(0)) {
    other.at(left, [arrived, sets](Time now) { *arrived = sets->idle_left(now); });
  }
  device.at(at, [retry, arrived](Time now) { retry->clear_counters(*arrived, now); });
}

// A port hears of the end of the other's line a delay later. Without link-level retry nothing in a port asks for PCS.
void RunEvents::act(const CutLink& cut, Time at) {
  for (const network::End& end : cut.ends) {
    if (!network_.devices[end.device].is_here()) {
      continue;
    }
    asic::Device& device = *network_.devices[end.device].operator->();
    asic::PortRetry* const retry = device.retry(end.port);
    if (retry == nullptr) {
      continue;
    }
    const Time delay = device.port(end.port).link().delay;
    device.at(at, [retry](Time now) { retry->line_carries(false, now); });
    device.at(at + delay, [retry](Time now) { retry->pcs(false, now); });
    if (cut.length != kNever) {
      device.at(at + cut.length, [retry](Time now) { retry->line_carries(true, now); });
      device.at(at + cut.length + delay, [retry](Time now) { retry->pcs(true, now); });
    }
  }
}

void RunEvents::act(const SetChannels& set, Time at) {
  const auto event = std::find_if(scenario_.events.begin(), scenario_.events.end(), [&](const ScenarioEvent& one) {
    return std::get_if<SetChannels>(&one.what) == &set;
  });
  channels_.begin(static_cast<std::size_t>(event - scenario_.events.begin()), set, at);
}

std::optional<Time> RunEvents::done(std::size_t event, Time end) const {
  const Time at = channels_.done(event, end);
  return at == kNever ? std::nullopt : std::optional(at);
}

bool may_end_deadlocks(const Scenario& scenario) {
  return !scenario.link_faults.empty() || !scenario.link_damage.empty() ||
         std::any_of(scenario.events.begin(), scenario.events.end(),
                     [](const ScenarioEvent& event) { return !std::holds_alternative<StartFlow>(event.what); });
}

}  // namespace weir::scenario

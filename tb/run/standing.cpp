// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/standing.h"

#include <algorithm>
#include <limits>
#include <set>
#include <variant>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir {
namespace {

constexpr std::uint16_t kLongestPause = 65535;  // quanta

Time unless_never(Time time) { return time == kNever ? Time(0) : time; }

Time longest_of_flow_control(const asic::SwitchConfig& device, BitRate line) {
  const flow_control::FlowControlConfig& config = device.flow_control;
  const std::optional<BitRate> lowest = flow_control::lowest_rate(config, line);
  return std::max(lowest ? serialization_time(device.max_frame, *lowest) : Time(0),
                  flow_control::longest_silence(config, line));
}

Time longest_of_unit(const deadlock::DeadlockConfig& config) {
  const deadlock::UnitCard* card = deadlock::card_of(config.unit);
  return card != nullptr ? card->patience(config) : Time(0);
}

Time longest_of_event(const scenario::ScenarioEvent& event) {
  Time longest = event.after ? event.after->over : Time(0);
  if (const auto* stop = std::get_if<scenario::StopHost>(&event.what)) {
    longest = std::max(longest, unless_never(stop->length));
  } else if (const auto* reset = std::get_if<scenario::ResetSwitch>(&event.what)) {
    longest = std::max(longest, reset->length);
  }
  return longest;
}

// The egress queues that packets of some VIQs of one port wait for at their inputs.
class AtInputs final : public crossbar::WaitingVisitor {
 public:
  AtInputs(PortId ingress, ClassMask classes) : ingress_(ingress), classes_(classes) {}

  void waiting(const frame::Packet& packet, const frame::Packet& blocked_by) override {
    if (packet.ingress == ingress_ && (classes_ & mask_of(packet.traffic_class)) != 0) {
      found_.insert({blocked_by.egress, blocked_by.traffic_class});
    }
  }
  const std::set<std::pair<PortId, ClassId>>& found() const { return found_; }

 private:
  PortId ingress_;
  ClassMask classes_;
  std::set<std::pair<PortId, ClassId>> found_;
};

}  // namespace

Time standing_after(const scenario::Scenario& scenario) {
  if (scenario.measure.standing_after > Time(0)) {
    return scenario.measure.standing_after;
  }
  BitRate slowest(std::numeric_limits<std::int64_t>::max());
  for (const network::Cable& cable : scenario.topology.cables) {
    slowest = std::min(slowest, cable.link.rate);
  }
  Time longest = pause_time(kLongestPause, slowest);
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    const asic::SwitchConfig& device = scenario.device_of(i);
    longest = std::max({longest, longest_of_flow_control(device, slowest), longest_of_unit(device.deadlock)});
  }
  for (const scenario::Flow& flow : scenario.flows) {
    longest = std::max(longest, unless_never(flow.settings.timeout));
    longest = std::max(longest, flow.tcp != nullptr ? flow.tcp->initial_timeout : Time(0));
  }
  for (const scenario::ScenarioEvent& event : scenario.events) {
    longest = std::max(longest, longest_of_event(event));
  }
  return 2 * longest;
}

Standing::Standing(const network::Network& net) : net_(net) {
  seen_.reserve(net.devices.size());
  for (const network::DeviceSpec& device : net.topology.devices) {
    seen_.emplace_back(device.ports);
  }
}

void Standing::sample(std::size_t device, Time t) {
  const network::Device& dev = net_.devices[device];
  for (std::size_t p = 0; p < seen_[device].ports(); ++p) {
    const flow_control::FlowControl& engine = dev->engine(PortId(p));
    for (std::size_t i = 0; i < kClasses; ++i) {
      const ClassId c(i);
      if (!engine.lossless(c)) {
        continue;
      }
      Seen& seen = seen_[device].at(PortId(p), c);
      const std::uint64_t sent = sent_by({device, PortId(p), c});
      if (seen.sent != sent) {
        seen.sent = sent;
        seen.veq_since = t;
      }
      if (dev.asic == nullptr) {
        continue;
      }
      const Viq viq = viq_of({device, PortId(p), c});
      if (seen.viq != viq) {
        seen.viq = viq;
        seen.viq_since = t;
      }
    }
  }
}

std::uint64_t Standing::sent_by(Place at) const {
  const egress::Egress& egress = net_.devices[at.device]->egress();
  return egress.waiting(at.port, at.traffic_class).empty() ? kEmpty : egress.counters(at.port, at.traffic_class).sent;
}

Standing::Viq Standing::viq_of(Place at) const {
  const mmu::Mmu& mmu = net_.devices[at.device].asic->mmu();
  return {mmu.counters(at.port, at.traffic_class).admitted, mmu.viq_depth(at.port, at.traffic_class)};
}

std::string Standing::name(Place at) const {
  return net_.topology.devices[at.device].name + ".p" + std::to_string(at.port.index()) + ".c" +
         std::to_string(at.traffic_class.index());
}

// Since when the egress queue has held packets and sent none; nothing: it holds none, or is not lossless.
std::optional<Time> Standing::veq_since(Place at, Time end) const {
  const network::Device& dev = net_.devices[at.device];
  if (!dev->engine(at.port).lossless(at.traffic_class) || dev->egress().waiting(at.port, at.traffic_class).empty()) {
    return std::nullopt;
  }
  const Seen& seen = seen_[at.device].at(at.port, at.traffic_class);
  const Time since = seen.sent == sent_by(at) ? std::min(seen.veq_since, end) : end;
  // A hold of its own may be the later part of the time, behind classes that go first, or begin before a sample saw it.
  const Stopwatch& hold = dev->egress().counters(at.port, at.traffic_class).hold_and_wait;
  return hold.running() ? std::min(since, hold.since()) : since;
}

// The egress queues at the other end of the cable that hold what this one waits for.
std::vector<Standing::Place> Standing::next(Place at) const {
  const network::Peer& peer = net_.peers[at.device][at.port.index()];
  const network::Device& there = net_.devices[peer.device];
  std::vector<Place> found;
  if (there.asic == nullptr) {
    return found;
  }
  const flow_control::FlowControl& engine = there->engine(peer.port);
  const flow_control::VeqFollower* const follower = engine.veq_follower();
  const ClassMask classes = engine.counted_with(engine.holding_class(at.traffic_class));
  AtInputs inputs(peer.port, classes);
  there.asic->crossbar().visit_waiting(inputs);
  for (std::size_t p = 0; p < there->ports(); ++p) {
    for (std::size_t i = 0; i < kClasses; ++i) {
      const frame::PacketQueue& waiting = there->egress().waiting(PortId(p), ClassId(i));
      const bool holds = inputs.found().contains({PortId(p), ClassId(i)}) ||
                         std::any_of(waiting.begin(), waiting.end(), [&](const frame::Packet& packet) {
                           return follower != nullptr
                                      ? follower->asked_by(PortId(p), ClassId(i))
                                      : packet.ingress == peer.port && (classes & mask_of(packet.traffic_class)) != 0;
                         });
      if (holds) {
        found.push_back({peer.device, PortId(p), ClassId(i)});
      }
    }
  }
  return found;
}

// Says what holds the queue if flow control holds it, but no queue at the other end of the cable is to blame.
std::string Standing::without_next(Place at) const {
  const network::Peer& peer = net_.peers[at.device][at.port.index()];
  const network::Device& there = net_.devices[peer.device];
  const std::string& who = net_.topology.devices[peer.device].name;
  if (there.nic != nullptr) {
    const host::Intake& intake = there.nic->intake();
    if (intake.for_ever_since(at.traffic_class) != kNever) {
      return who + ", which takes no packet of class " + std::to_string(at.traffic_class.index()) + " any more";
    }
    if (intake.depth(at.traffic_class) > Bytes(0) || intake.feigned(at.traffic_class) > Bytes(0)) {
      return who + ", which takes no packet of class " + std::to_string(at.traffic_class.index()) + " for a while";
    }
  }
  return there->engine(peer.port).counts_packets() ? "lost credits of " + who + ", where nothing waits of it"
                                                   : "a pause of " + who + ", where nothing waits of it";
}

// What holds the queue as its own device knows it; empty: a pause or credits of the device at the other end.
std::string Standing::held_here(const scenario::Scenario& scenario, Place at, Time end, Time after) const {
  const network::Device& dev = net_.devices[at.device];
  // Limiters may hold for a while, at their lowest rates.
  const bool limited = flow_control::traits_of(scenario.device_of(at.device).flow_control.scheme).limiter.has_value();
  if (!limited && dev->egress().counters(at.port, at.traffic_class).hold_and_wait.running()) {
    return "";
  }
  if (const std::optional<Time> since = veq_since(at, end); !since || end - *since < after) {
    return "its turn at " + name(at);
  }
  return (limited ? "a limiter at its floor at " : "classes that go first at ") + name(at);
}

// What holds the queue at the device at the other end of its cable: of that device's queues the one that has stood for
// longest.
Standing::Held Standing::held_from_peer(Place at, Time end) const {
  const std::vector<Place> found = next(at);
  if (found.empty()) {
    return {.by = without_next(at), .next_since = Time(0)};
  }
  const auto since = [&](const Place& place) { return veq_since(place, end).value_or(kNever); };
  const Place longest = *std::ranges::min_element(found, {}, since);
  return {.by = "", .next = longest, .next_since = since(longest)};
}

std::string Standing::held_by(const scenario::Scenario& scenario, Place start, Time end, Time after) const {
  std::set<Place> passed;
  for (Place at = start;;) {
    if (!passed.insert(at).second) {
      return "a circle of waits through " + name(at);
    }
    if (std::string by = held_here(scenario, at, end, after); !by.empty()) {
      return by;
    }
    Held held = held_from_peer(at, end);
    if (!held.by.empty()) {
      return std::move(held.by);
    }
    at = held.next;
  }
}

Standing::Judged Standing::judge(Time end, Time after) const {
  Judged judged;
  const auto stands = [&](Time since) { return end - since >= after; };
  for (const std::size_t d : net_.here()) {
    const network::Device& dev = net_.devices[d];
    for (std::size_t p = 0; p < seen_[d].ports(); ++p) {
      for (std::size_t i = 0; i < kClasses; ++i) {
        const Place at{d, PortId(p), ClassId(i)};
        if (const std::optional<Time> since = veq_since(at, end)) {
          judged.any = true;
          judged.all = judged.all && stands(*since);
          if (stands(*since)) {
            judged.standing.push_back(at);
          }
          if (!judged.longest || *since < judged.longest_since) {
            judged.longest = at;
            judged.longest_since = *since;
          }
        }
        const Seen& seen = seen_[d].at(at.port, at.traffic_class);
        if (dev.asic != nullptr && dev->engine(at.port).lossless(at.traffic_class) &&
            dev.asic->mmu().viq_depth(at.port, at.traffic_class) > Bytes(0)) {
          judged.any = true;
          judged.all = judged.all && stands(seen.viq == viq_of(at) ? std::min(seen.viq_since, end) : end);
        }
      }
    }
  }
  return judged;
}

void Standing::report(const Judged& judged, const std::string& held_by, Time end, Time after,
                      report::Results& results) const {
  for (const Place& at : judged.standing) {
    results.standing_queues.push_back(name(at));
  }
  results.standing_after_seconds = seconds(after);
  results.standing = judged.any && judged.all ? "yes" : "no";
  if (2 * after > end) {
    results.standing = "not judged";
    results.standing_needs_seconds = seconds(2 * after);
  }
  if (judged.longest) {
    results.longest_standing_hold = {name(*judged.longest), seconds(end - judged.longest_since), held_by};
  }
}

void Standing::fill(const scenario::Scenario& scenario, Time end, report::Results& results) const {
  const Time after = standing_after(scenario);
  const Judged judged = judge(end, after);
  report(judged, judged.longest ? held_by(scenario, *judged.longest, end, after) : "", end, after, results);
}

}  // namespace weir

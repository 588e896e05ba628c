// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/deadlock.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/invariant.h"
#include "hw_model/frame/ethernet.h"
#include "tb/oracle/waiting_tally.h"

namespace weir::oracle {

namespace {

// Least allowance for parser and lookup of the peer.
constexpr Time kIngressLatency{10'000'000};

// The time for which a queue must have been held before the hold proves anything. While the last packets that the queue
// sent are under way, its peer's VIQ may still rise, so that a RESUME and a PAUSE can follow one another; after that,
// such a RESUME must have had time to arrive. Way of the data: the frame, the cable, parser and lookup of the peer. Way
// of the control frame: a frame that `peer` is just sending, the control frame, the cable, t_r of the held device.
// Both ends of a cable have its rate and delay.
Time settling_time(const network::Network& network, const port::Port& port, Time parse, Time processing_delay) {
  const Time longest = network.longest_wire_time(port, frame::kMaxFrameLength);
  const Time data = longest + port.link().delay + std::max(kIngressLatency, parse);
  const Time control =
      longest + network.longest_wire_time(port, frame::kMinFrameLength) + port.link().delay + processing_delay;
  return data + control;
}

}  // namespace

DeadlockOracle::DeadlockOracle(const network::Network& network, Time interval, Dissolving dissolving)
    : network_(network),
      interval_(interval),
      dissolving_(dissolving),
      here_(network.count_here()),
      tellers_(network.border ? network.border->division().ranks_with_devices() : 1) {
  for (std::size_t d = 0; d < network.devices.size(); ++d) {
    std::vector<Time>& ports = settling_.emplace_back();
    for (std::size_t p = 0; network.devices[d].is_here() && p < network.peers[d].size(); ++p) {
      const network::Peer& peer = network.peers[d][p];
      if (peer.device == network::kNoDevice) {
        ports.push_back(kNever);
        continue;
      }
      const Time processing_delay = network.devices[d]->engine(PortId(p)).config().processing_delay;
      ports.push_back(settling_time(network, network.devices[d]->port(PortId(p)), network.longest_parse(peer.device),
                                    processing_delay));
    }
  }
}

std::string DeadlockOracle::name(QueueId queue) const {
  return network_.topology.devices[queue.device].name + ".p" + std::to_string(queue.port.index()) + ".c" +
         std::to_string(queue.traffic_class.index());
}

std::vector<std::string> DeadlockOracle::names(const std::vector<QueueId>& queues) const {
  std::vector<std::string> texts;
  for (const QueueId queue : queues) {
    texts.push_back(name(queue));
  }
  return texts;
}

void DeadlockOracle::snapshot(std::size_t device, Time t) {
  if (interval_ > Time(0) && t % interval_ != Time(0)) {
    return;
  }
  Instant& instant = pending_[t];
  const std::size_t first_held = instant.held.size();
  record_held(device, t, instant);
  // If nothing is held nothing is stuck; and a deadlock that stays needs no second proof.
  const bool proved = found() != nullptr && dissolving_ == Dissolving::kIsAFault;
  if (instant.held.size() > first_held && network_.devices[device].asic && !proved) {
    const bool by_egress = network_.devices[device]->engine(PortId(0)).veq_follower() != nullptr;
    by_egress ? record_asking(device, first_held, instant) : record_viqs(device, first_held, instant);
  }
  if (network_.devices[device].nic) {
    record_stopped(device, instant);
  }
  if (++instant.arrived == here_ && !network_.border) {
    judge(instant, t);
    pending_.erase(t);
  }
}

void DeadlockOracle::evaluate() const {
  if (!fault_.empty()) {
    throw InvariantBroken(fault_);
  }
}

void DeadlockOracle::record_held(std::size_t device, Time t, Instant& instant) const {
  const network::Device& dev = network_.devices[device];
  for (std::size_t p = 0; p < settling_[device].size(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      const Stopwatch& hold = dev->egress().counters(PortId(p), ClassId(c)).hold_and_wait;
      if (hold.running() && t - hold.since() >= settling_[device][p]) {
        const frame::PacketQueue& waiting = dev->egress().waiting(PortId(p), ClassId(c));
        instant.held.push_back({{device, PortId(p), ClassId(c)}, hold.since(), waiting.front().length});
      }
    }
  }
}

// The classes of a sender that are held by the VIQ of this class.
DeadlockOracle::Grip DeadlockOracle::grip_of(const flow_control::BenchView& engine, ClassId viq) {
  Grip grip{.held = 0, .holds = engine.holds_peer(viq)};
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((engine.counted_with(engine.holding_class(ClassId(c))) & mask_of(viq)) != 0) {
      grip.held |= mask_of(ClassId(c));
    }
  }
  return grip;
}

// For schemes in which egress queues ask for pauses: records the held queues of this device whose port asks for the
// pause at an ingress. One such egress port that never falls to XON keeps the pause, or one of its queues where classes
// pause one by one; a packet in transmission leaves all the same.
void DeadlockOracle::record_asking(std::size_t device, std::size_t first_held, Instant& instant) const {
  const network::Device& dev = network_.devices[device];
  for (std::size_t p = 0; p < dev.asic->ports(); ++p) {
    const flow_control::FlowControl& engine = dev->engine(PortId(p));
    PerClass<std::vector<WaitingBytes>> asking;
    for (std::size_t i = first_held; i < instant.held.size(); ++i) {
      const QueueId veq = instant.held[i].queue;
      if (!engine.veq_follower()->asked_by(veq.port, veq.traffic_class)) {
        continue;
      }
      Bytes waiting;
      for (const frame::Packet& packet : dev->egress().waiting(veq.port, veq.traffic_class)) {
        waiting += packet.length;
        instant.parts.push_back({{device, PortId(p), veq.traffic_class}, {packet.flow, packet.length}});
      }
      asking[veq.traffic_class.index()].push_back({veq, veq, waiting, veq.port.index()});
    }
    for (std::size_t c = 0; c < kClasses; ++c) {
      if (!asking[c].empty()) {
        instant.viqs.push_back(
            viq_of(device, PortId(p), ClassId(c), grip_of(engine, ClassId(c)), std::move(asking[c])));
      }
    }
  }
}

// Records the packets that wait behind held queues of this device, in VIQs that might hold the sender at the other end.
void DeadlockOracle::record_viqs(std::size_t device, std::size_t first_held, Instant& instant) const {
  const network::Device& dev = network_.devices[device];
  WaitingTally tally(dev, device);
  for (std::size_t i = first_held; i < instant.held.size(); ++i) {
    tally.in_veq(instant.held[i].queue.port, instant.held[i].queue.traffic_class);
  }
  dev.asic->crossbar().visit_waiting(tally);
  PerPortClass<Bytes> depths(dev->ports());
  tally.for_each_viq([&](PortId port, ClassId c, const std::vector<WaitingBytes>& waiting) {
    for (const WaitingBytes& entry : waiting) {
      depths.at(port, c) += entry.bytes;
    }
  });
  tally.for_each_viq([&](PortId port, ClassId c, std::vector<WaitingBytes> waiting) {
    Bytes all;
    for_each_class(dev->engine(port).counted_with(c), [&](ClassId with) { all += depths.at(port, with); });
    Grip grip = grip_of(dev->engine(port), c);
    if (grip.held != 0 && grip.holds(all, frame::kMaxFrameLength)) {
      instant.viqs.push_back(viq_of(device, port, c, std::move(grip), std::move(waiting)));
    }
  });
  tally.for_each_share([&](PortId port, ClassId c, const CycleLink::Share& share) {
    instant.parts.push_back({{device, port, c}, share});
  });
}

DeadlockOracle::Viq DeadlockOracle::viq_of(std::size_t device, PortId port, ClassId c, Grip grip,
                                           std::vector<WaitingBytes> waiting) const {
  const network::Device& dev = network_.devices[device];
  return {.viq = {device, port, c},
          .grip = std::move(grip),
          .paused_since = dev->engine(port).pausing_since(c),
          .depth = dev->viq_depth(port, c),
          .waiting = std::move(waiting)};
}

void DeadlockOracle::record_stopped(std::size_t device, Instant& instant) const {
  const network::Device& dev = network_.devices[device];
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Time since = dev.nic->intake().for_ever_since(ClassId(c));
    if (since == kNever) {
      continue;
    }
    Bytes depth = dev.nic->intake().feigned(ClassId(c));
    for (const frame::Packet& packet : dev.nic->intake().kept(ClassId(c))) {
      depth += dev->engine(PortId(0)).occupies(packet.length, packet.length);
    }
    instant.stopped.push_back(
        {{device, PortId(0), ClassId(c)}, grip_of(dev->engine(PortId(0)), ClassId(c)), since, depth});
  }
}

std::vector<HeldQueue> DeadlockOracle::picture_of(const Instant& instant) const {
  std::vector<HeldQueue> held;
  for (const Held& queue : instant.held) {
    const network::Peer& peer = network_.peers[queue.queue.device][queue.queue.port.index()];
    const auto holds = [&](QueueId viq, const Grip& grip) { return grip.holds_queue(queue.queue, viq, peer); };
    std::vector<WaitingBytes> waiting;
    flow_control::HoldsAt stays_held = [](Bytes, Bytes) { return false; };
    for (const Viq& viq : instant.viqs) {
      if (holds(viq.viq, viq.grip)) {
        waiting.insert(waiting.end(), viq.waiting.begin(), viq.waiting.end());
        stays_held = viq.grip.holds;
      }
    }
    for (const Stopped& stopped : instant.stopped) {
      if (holds(stopped.viq, stopped.grip)) {
        waiting.push_back({stopped.sink(), stopped.sink(), stopped.depth});
        stays_held = stopped.grip.holds;
      }
    }
    held.push_back({.queue = queue.queue,
                    .since = queue.since,
                    .peer_viq = std::move(waiting),
                    .stays_held = [holds_at = std::move(stays_held), head = queue.head](Bytes stuck) {
                      return holds_at(stuck, head);
                    }});
  }
  for (const Stopped& stopped : instant.stopped) {
    held.push_back({stopped.sink(), stopped.since, {}, [](Bytes) { return true; }});
  }
  return held;
}

// Hosts that have stopped for ever and without which there would be no cycle.
std::vector<std::string> DeadlockOracle::behind(const Instant& instant) const {
  Instant without = instant;
  without.stopped.clear();
  const std::optional<Stuck> stuck = find_stuck(picture_of(without));
  std::vector<std::string> hosts;
  for (const Stopped& stopped : instant.stopped) {
    if (!stuck || stuck->cycle.empty()) {
      hosts.push_back(network_.topology.devices[stopped.viq.device].name + ".c" +
                      std::to_string(stopped.viq.traffic_class.index()));
    }
  }
  return hosts;
}

// What holds a queue of the cycle: of VIQs that count together, the fullest; of a host that has stopped, its class.
CycleLink DeadlockOracle::link_of(const Instant& instant, const Held& held) const {
  const network::Peer& peer = network_.peers[held.queue.device][held.queue.port.index()];
  CycleLink link{.queue = held.queue,
                 .held_since = held.since,
                 .viq = {peer.device, peer.port, held.queue.traffic_class},
                 .depth = Bytes(0)};
  const Viq* fullest = nullptr;
  for (const Viq& viq : instant.viqs) {
    if (viq.grip.holds_queue(held.queue, viq.viq, peer) && (fullest == nullptr || viq.depth > fullest->depth)) {
      fullest = &viq;
    }
  }
  if (fullest == nullptr) {
    return link;
  }
  link.viq = fullest->viq;
  link.paused_since = fullest->paused_since;
  link.depth = fullest->depth;
  std::map<std::uint32_t, Bytes> by_flow;
  for (const Part& part : instant.parts) {
    if (part.viq == link.viq) {
      by_flow[part.share.flow] += part.share.bytes;
    }
  }
  for (const auto& [flow, bytes] : by_flow) {
    link.waits_for.push_back({flow, bytes});
  }
  std::ranges::stable_sort(link.waits_for, std::ranges::greater(), &CycleLink::Share::bytes);
  return link;
}

void DeadlockOracle::judge(const Instant& instant, Time t) {
  if (!members_.empty()) {
    confirm(instant, t);
  }
  if (!members_.empty()) {
    return;
  }
  stuck_without_cycle_.clear();
  if (instant.held.empty()) {
    return;
  }
  const std::optional<Stuck> stuck = find_stuck(picture_of(instant));
  if (!stuck) {
    return;
  }
  std::vector<QueueId> without_cycle = stuck->stuck_without_cycle;
  std::erase_if(without_cycle, [&](QueueId queue) {
    return network_.topology.devices[queue.device].kind == network::DeviceKind::kHost && queue.port == kSink;
  });
  stuck_without_cycle_ = names(without_cycle);
  if (stuck->cycle.empty()) {
    return;
  }
  all_.push_back({.formed_at = stuck->formed_at,
                  .found_at = t,
                  .cycle = names(stuck->cycle),
                  .links = {},
                  .closed_by = stuck->closed_by,
                  .waiting_on_cycle = names(stuck->waiting_on_cycle),
                  .behind = behind(instant),
                  .dissolved_at = {}});
  for (const QueueId queue : stuck->cycle) {
    members_.push_back(
        *std::find_if(instant.held.begin(), instant.held.end(), [&](const Held& held) { return held.queue == queue; }));
    all_.back().links.push_back(link_of(instant, members_.back()));
  }
}

// As long as a deadlock stands, each queue of its cycle is held without a break.
void DeadlockOracle::confirm(const Instant& instant, Time t) {
  if (!fault_.empty()) {
    return;
  }
  for (const Held& member : members_) {
    const bool still = std::any_of(instant.held.begin(), instant.held.end(), [&](const Held& held) {
      return held.queue == member.queue && held.since == member.since;
    });
    if (!still && dissolving_ == Dissolving::kIsAFault) {
      fault_ = "a deadlock found at " + std::to_string(all_.back().found_at.count()) + " ps has dissolved; queue " +
               name(member.queue) + "; at " + std::to_string(t.count()) + " ps";
      return;
    }
    if (!still) {
      all_.back().dissolved_at = t;
      members_.clear();
      return;
    }
  }
}

}  // namespace weir::oracle

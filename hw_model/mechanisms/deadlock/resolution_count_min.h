// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's count-min drop (section IV.A). In the switch that declares the deadlock, packets of the VIQ's largest flows
// are dropped from the held queue until the peer can be resumed: one packet in the first round, twice as many in each
// further round, within the loss that a flow tolerates (hw_model/reference/itsy_count_min_drop.h). A round that leaves
// the VIQ at XOFF or above is followed by the next at once, since nothing else can drain the VIQ.
//
// If the budget forbids more drops, port level acts instead, in this switch and then in the others of the loop, which
// otherwise do nothing.
//
// No header of RoCE marks the end of a flow. With `flow_idle` the heap is examined at that interval, and a flow without
// a packet between two examinations has ended. Without it no flow ends, and the sketch overestimates more and more.
// Latency: none of its own; hardware walks the linked list of the held queue, one link a cycle.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/mechanisms/deadlock/resolution_port_level.h"
#include "hw_model/reference/itsy_count_min_drop.h"

namespace weir::deadlock {

class CountMinDrop final : public LoopResolution {
 public:
  CountMinDrop(const SwitchContext& context, SwitchActions& actions);

  bool act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) override;
  void end(const LoopPart& part, Time now) override;
  void bind_registers(const ledger::Binder& binder) const override;
  void taken(const frame::Packet& packet, Time now) override { instead_.taken(packet, now); }
  void queued(const frame::Packet& packet, Time now) override;
  void reset() override;

  const reference::ItsyCountMinDrop& port(PortId p) const { return ports_[p.index()]; }
  const reference::ItsyDropRounds& rounds() const { return rounds_; }
  std::uint64_t dropped(PortId p) const { return dropped_[p.index()]; }
  const PortLevel& instead() const { return instead_; }

  static void check_declared(const ledger::Block& block);

 private:
  bool drop(const LoopPart& part, Time now);
  void look_for_idle(Time now);

  SwitchActions& actions_;
  std::vector<reference::ItsyCountMinDrop> ports_;  // by egress
  std::vector<std::uint64_t> dropped_;              // packets, by egress
  reference::ItsyDropRounds rounds_;
  Time flow_idle_;     // 0: no flow ever ends
  Time looked_at_{0};  // the last examination: a multiple of flow_idle_
  PortLevel instead_;
};

}  // namespace weir::deadlock

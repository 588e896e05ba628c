// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's count-min drop (section IV.A). Where a deadlock is declared, packets of the VIQ's largest flows are dropped
// out of the held queue, one at first and twice as many each time after that, within what a flow tolerates
// (hw_model/reference/itsy_count_min_drop.h), until the peer can be told to go on. A round that leaves the VIQ at XOFF
// or above is followed by the next at once, since nothing else can move it.
//
// Where the budget forbids more, port level instead: for this switch, and then for the others of the loop, which
// otherwise do nothing.
//
// No header of RoCE says that a flow ends. With `flow_idle` a flow of the heap is over when between two looks at it, so
// far apart, no packet of it has come. Without, none ever is, and the sketch only estimates too much.
// Latency: none of its own; hardware walks the queue, a link a cycle, while it is held.

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
  Time flow_idle_;     // 0: no flow is ever over
  Time looked_at_{0};  // the last multiple of it
  PortLevel instead_;
};

}  // namespace weir::deadlock

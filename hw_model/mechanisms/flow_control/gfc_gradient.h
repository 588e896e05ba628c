// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient rule as a scheme (docs/reference/gfc_gradient.md): GFC never stops a sender, and so has no bound for all
// time; here an output takes a packet of VIQ u for the VIQ v at its other end only if H_v < Bm or depth(u) >= H_v, and
// a host sends only if H_v < Bm - L.
//
// Registers of each lossless class: sent and heard on the sending side, freed and depth on the receiving side
// (reference/gradient_gate.h), those of the period timer (report_clock.h). Messages are those of credits, with the
// count of blocks freed in the place of fccl: the same every T_c, whether or not it has changed, so that a lost one
// does not matter. Order of operations: a packet is judged when its output takes it from its input, and counts in
// `sent`, and no more in the depth of its VIQ, before the next is judged; it then leaves at the rate of the line. In a
// host it counts when its last bit has left, before the port's next choice. A message sets `heard` t_r after its
// arrival. Latency: none of its own. Where a switch or host has RTL, a block stands beside the registers of each class
// (clocked_gate.h).

#pragma once

#include <memory>

#include "hw_model/mechanisms/flow_control/clocked_gate.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient_rule.h"
#include "hw_model/mechanisms/flow_control/report_clock.h"
#include "hw_model/reference/gradient_gate.h"

namespace weir::flow_control {

class GfcGradient final : public FlowControl, public InputJudge {
 public:
  explicit GfcGradient(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void start(Time now) override { clock_.start(now, *port_); }
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId c, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  void judge_inputs() override;
  bool may_take(const InputJudge& input, ClassId c, Time now) const override;
  void taken(InputJudge& input, ClassId c, Bytes length, Time now) override;
  Time sendable_at(ClassId c, Bytes length, Time now) override;
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;

  // receiver_state(): blocks in the VIQ that no output has taken. sender_state(): H.
  std::uint64_t receiver_state(ClassId c) const override { return receivers_[c.index()].depth(); }
  std::uint64_t sender_state(ClassId c) const override { return senders_[c.index()].held(); }
  Probe receiver_probe() const override { return {.name = "receiver_depth", .unit = "blocks"}; }
  Probe sender_probe() const override { return {.name = "sender_held", .unit = "blocks"}; }
  Bytes occupies(Bytes length, Bytes) const override { return rule_.block * rule_.blocks(length); }
  Bytes first_threshold() const override { return config().gfc_gradient.bm; }

 private:
  ClockedGate* clocked(ClassId c) const { return clocked_[c.index()].get(); }
  ClockedGate::Outputs registers(ClassId c) const;
  std::uint32_t depth_for(ClassId c, Time now) const;

  reference::GradientConfig rule_;
  ReportClock clock_;
  PerClass<reference::GradientSender> senders_;
  PerClass<reference::GradientReceiver> receivers_;
  PerClass<std::unique_ptr<ClockedGate>> clocked_;  // null: the model alone
};

}  // namespace weir::flow_control

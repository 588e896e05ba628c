// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Buffer-based GFC (SIGCOMM '19, sections 4.2 and 5.1): PFC's message generator with N thresholds instead of two.
// B_k = Bm - (Bm - B1)/2^(k-1), R_k = C/2^k, k = 1..N; stage 0 is line rate. Safe when B1 <= Bm - 2 C tau.
//
// The message is the PFC frame, Time[j] carrying the stage of class j (section 5.1, figure 7).
// Registers of each lossless class: the thresholds are settings of the port; stage (of the VIQ now) and told_stage (in
// the last frame); the limiter in its stage form (gfc_sender.h), whose R_r is the stage obeyed.
// Order of operations, receiving side: each admission and each release gives the depth to the stage comparator;
// feedback is due while stage != told_stage. The frame is built when the port can send it and says the stages of that
// moment for all classes that are due, so a stage that has come and gone before the port was free is never sent. There
// is no refresh: a lost message leaves the sender at its old stage until the next change. Sending side, t_r after
// arrival: each enabled class assigns its stage to its limiter; a number above N is N.

#pragma once

#include <memory>
#include <vector>

#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/gfc_sender.h"
#include "hw_model/reference/stage_comparator.h"

namespace weir::flow_control {

class GfcBufferBased final : public GfcSender {
 public:
  explicit GfcBufferBased(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void check(const PortContext& settings) const override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;
  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;

  std::uint64_t receiver_state(ClassId c) const override { return receiving_[c.index()].stage; }
  std::uint64_t sender_state(ClassId c) const override { return obeyed_[c.index()]; }
  Probe receiver_probe() const override { return {.name = "receiver_stage", .width = reference::kStageBits}; }
  Probe sender_probe() const override { return {.name = "sender_stage", .width = reference::kStageBits}; }
  std::vector<Probe> rtl_probes(ClassId c) const override;
  Time rtl_values(ClassId c, Time now, std::vector<std::uint64_t>& values) const override;
  Bytes first_threshold() const override { return first_threshold_; }

 private:
  struct ReceivingClass {
    std::unique_ptr<reference::StageComparator> comparator;
    reference::PortStages* port = nullptr;  // where the comparator is part of a port in RTL
    std::uint16_t stage = 0;
    std::uint16_t told_stage = 0;
  };

  static reference::StageComparatorConfig comparator_config(const PortContext& context);
  static reference::StageComparatorConfig comparator_config(const PortContext& context, std::vector<Bytes> thresholds);
  // With the thresholds that software has written, or those of the settings.
  static reference::StageComparatorConfig comparator_config(const PortContext& context, ClassId c);
  void bind_thresholds(const EngineRegisters& registers);
  void bind_table(const EngineRegisters& registers);
  static void set_comparator(ReceivingClass& state, std::unique_ptr<reference::StageComparator> comparator);
  void depth_changed(ClassId c, bool comes, Bytes depth, Time now);

  unsigned stages_ = 0;  // N
  Bytes first_threshold_;
  PerClass<ReceivingClass> receiving_;
  PerClass<std::uint16_t> obeyed_{};
  ClassMask due_ = 0;  // classes whose stage differs from what was told
};

}  // namespace weir::flow_control

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// No flow control: nothing is ever reported, held or obeyed. What does not fit the buffer is dropped by the MMU.
// Registers: none.

#pragma once

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::flow_control {

class None final : public FlowControl {
 public:
  // Protects nothing: every class is lossy.
  explicit None(const PortContext& context) : FlowControl(unprotected(context)) {}

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder&, const Surroundings&) override {}

  void packet_admitted(ClassId, Bytes, Bytes, Time) override {}
  void packet_released(ClassId, Bytes, Bytes, Time) override {}
  std::size_t build_feedback(std::span<std::uint8_t>, Time) override { return 0; }
  void feedback_received(std::span<const std::uint8_t>, Time) override {}

 private:
  static PortContext unprotected(PortContext context) {
    context.config.lossless = 0;
    return context;
  }
};

}  // namespace weir::flow_control

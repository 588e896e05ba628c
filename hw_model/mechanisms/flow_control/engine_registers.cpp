// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the registers of all schemes have in common.

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {

ClassId FlowControl::lossless_class(std::uint64_t index) const { return nth_class(context_->config.lossless, index); }

void FlowControl::bind_registers(const ledger::Binder& binder, const ViqDepth& depth) {
  const EngineRegisters registers = registers_of(binder, depth);
  registers.setting(
      "lossless_classes", [](const PortContext& context) { return context.config.lossless; },
      [](PortContext& draft, std::uint64_t value) { draft.config.lossless = static_cast<ClassMask>(value); });
  registers.state("pauses_sent", [this](ClassId c, Time) { return counters(c).pauses_sent; });
  registers.state("resumes_sent", [this](ClassId c, Time) { return counters(c).resumes_sent; });
  registers.state("feedback_frames", [this](ClassId c, Time) { return counters(c).feedback_frames; });
  registers.state("pauses_received", [this](ClassId c, Time) { return counters(c).pauses_received; });
}

void FlowControl::bind_address(const ledger::Binder& port, const ViqDepth& depth) {
  registers_of(port, depth)
      .setting(
          "mac_address", [](const PortContext& context) { return context.address.value(); },
          [](PortContext& draft, std::uint64_t value) { draft.address = frame::MacAddress(value); });
}

EngineRegisters FlowControl::registers_of(const ledger::Binder& binder, const ViqDepth& depth) {
  return {*this, binder, depth, [this](std::uint64_t index) { return lossless_class(index); }};
}

void FlowControl::check(const PortContext& settings) const {
  require(settings.config.lossless == context_->config.lossless,
          "lossless_classes: is " + std::to_string(context_->config.lossless) +
              " and cannot change while the switch runs: counters of both ends would no longer agree");
}

void FlowControl::reconfigure(const PortContext& settings, const ViqDepth&, Time) {
  *context_ = settings;
  config_ = settings.config;
}

}  // namespace weir::flow_control

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of conceptual GFC as software reads and writes them. New thresholds map the next message that takes
// effect.

#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

void GfcConceptual::bind_registers(const ledger::Binder& binder, const ViqDepth& depth) {
  GfcSender::bind_registers(binder, depth);
  const EngineRegisters registers = registers_of(binder, depth);
  const auto threshold = [&](const char* name, Bytes GfcConceptualConfig::*member) {
    registers.setting(
        name, [member](const PortContext& context) { return (context.config.gfc_conceptual.*member).count(); },
        [member](PortContext& draft, std::uint64_t value) {
          draft.config.gfc_conceptual.*member = Bytes(static_cast<std::int64_t>(value));
        });
  };
  threshold("b0", &GfcConceptualConfig::b0);
  threshold("bm", &GfcConceptualConfig::bm);
  registers.state("depth", [this](ClassId c, Time) { return depth_[c.index()].count(); });
  registers.state("depth_due", [this](ClassId c, Time) { return (due_ & mask_of(c)) != 0 ? 1U : 0U; });
}

void GfcConceptual::check(const PortContext& settings) const {
  GfcSender::check(settings);
  validate(settings);
}

void GfcConceptual::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  GfcSender::reconfigure(settings, depth, now);
  address_ = settings.address;
}

}  // namespace weir::flow_control

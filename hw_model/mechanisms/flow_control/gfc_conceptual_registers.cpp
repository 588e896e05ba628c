// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of conceptual GFC as software reads and writes them. New thresholds apply from the next message that
// takes effect on.

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

void GfcConceptual::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  GfcSender::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.settings(&FlowControlConfig::gfc_conceptual, gfc_conceptual_settings());
  registers.state("depth", [this](ClassId c, Time) { return depth_[c.index()].count(); });
  registers.state("depth_due", [this](ClassId c, Time) { return (due_ & mask_of(c)) != 0 ? 1U : 0U; });
}

void GfcConceptual::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  GfcSender::reconfigure(settings, depth, now);
}

}  // namespace weir::flow_control

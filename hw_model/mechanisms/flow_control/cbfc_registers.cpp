// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of CBFC as software reads and writes them.

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/cbfc.h"

namespace weir::flow_control {

void Cbfc::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  bind_credits(
      registers_of(binder, around), [](PortContext& draft) -> CbfcConfig& { return draft.config.cbfc; },
      [](PortContext& draft, Bytes buffer) { draft.config.cbfc.buffer = buffer; });
}

// The peer learns of a changed buffer with the next message of each class.
void Cbfc::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  for_each_class(config().lossless, [&](ClassId c) {
    if (clocked(c) != nullptr)
      clocked(c)->offer(credits_of(config().cbfc, config().cbfc.buffer).buffer_blocks(), now, registers(c));
  });
  reporter_.reconfigure(settings, config().cbfc, config().cbfc.buffer);
}

}  // namespace weir::flow_control

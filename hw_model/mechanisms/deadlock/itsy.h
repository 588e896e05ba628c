// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Declaration of the registers of ITSY's resolutions ("ITSY", section IV); one resolution at most is built in. The unit
// that finds deadlocks is in itsy_unit.h.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {

// Adds the configured resolution. Throws std::invalid_argument as declare_deadlock.
void declare_resolution(ledger::Block& block, const SwitchContext& context);

// The registers of one resolution, with those of the loans that it gives, which carry the name of its `mechanism`.
// Throw as declare_resolution.
void declare_count_min_drop(ledger::Block& block, const SwitchContext& context);
void declare_port_level(ledger::Block& block, const SwitchContext& context, const char* mechanism);
void declare_flow_level(ledger::Block& block, const SwitchContext& context);

// Width of P: its width in a message, or more if the switch has more ports than that can name.
unsigned port_id_bits(const SwitchContext& context);

// The clock period of ITSY's timers: T_re / 128, at least 1 ps.
inline Time itsy_tick(const SwitchContext& context) {
  constexpr std::int64_t kTicks = 128;
  return std::max(context.t_re / kTicks, Time(1));
}

}  // namespace weir::deadlock

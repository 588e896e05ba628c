// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of ITSY's three resolutions ("ITSY", section IV), of which one is built in. What finds deadlocks is
// itsy_unit.h.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {

// Adds the configured resolution. Throws std::invalid_argument as declare_deadlock.
void declare_resolution(ledger::Block& block, const SwitchContext& context);

// Bits of P: those of a message, or more where the switch has more ports than one names.
unsigned port_id_bits(const SwitchContext& context);

// The clock of its timers: T_re / 128, a picosecond at least.
inline Time itsy_tick(const SwitchContext& context) {
  constexpr std::int64_t kTicks = 128;
  return std::max(context.t_re / kTicks, Time(1));
}

}  // namespace weir::deadlock

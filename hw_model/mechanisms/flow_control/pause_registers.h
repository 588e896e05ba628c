// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that all schemes with PAUSE frames have: thresholds and quanta as settings, then, for each class (or
// once a port, for 802.3x), what was told to the peer and what the peer has told.

#pragma once

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

// refresh_quanta as software reads it: whole quanta of what refresh_fraction comes to.
std::uint16_t refresh_quanta(const PfcConfig& pfc);

void declare_pause_registers(ledger::Block& block, const PfcConfig& pfc, const ledger::Dimensions& each,
                             const ledger::Origin& origin);

// Binds xoff, xon, pause_quanta and refresh_quanta.
void bind_pause_settings(const EngineRegisters& registers);

// What the registers of timers show: whole quanta left of `left` > 0, the begun one counted, and the bit times of the
// present quantum. What those of stopwatches show.
std::uint64_t quanta_left(Time left, BitRate line_rate);
std::uint64_t quantum_prescaler(Time now, BitRate line_rate);
std::uint64_t whole_nanoseconds(Time span);

}  // namespace weir::flow_control

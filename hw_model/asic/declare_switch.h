// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of a whole switch, from which the register map, the cost report and the parameters of the RTL are made.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/chip.h"

namespace weir::asic {

// The blocks of the switch in datapath order: port, parser, forwarding, mmu, packet_buffer, crossbar, egress,
// flow_control, llr, congestion, fera_edge, deadlock, and those of the whole: management, interrupt. Those that this
// configuration does not have are left out. Registers of a port have the dimension {"port", ports} outermost.
//
// One silicon block serves all ports: where ports of different rate need different widths or counts, each has those of
// the port that needs most (docs/decisions/0090).
//
// Throws std::invalid_argument, one line that names the setting, for a switch that cannot be built (switch_settings.h).
ledger::Chip declare_switch(const SwitchConfig& wanted);

}  // namespace weir::asic

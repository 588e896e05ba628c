// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rules of deadlock units across blocks: which flow control and which buffer a watchdog, or a unit that lends, goes
// with.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

// A unit that lends room of the buffer needs VIQs whose peers can be told to go on.
void check_loans(const SwitchConfig& config, ledger::Complaints& complaints);

// The rules of the switch's unit: about other mechanisms of the switch, and about the unit's own settings.
void check_beside_unit(const SwitchConfig& config, ledger::Complaints& complaints);
void check_within_unit(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic

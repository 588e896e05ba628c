// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a scheme that judges inputs (gfc_gradient) asks of the rest of its switch.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

// Outputs must be able to choose among inputs, and whatever enters an egress queue has been judged.
void check_judged_inputs(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic

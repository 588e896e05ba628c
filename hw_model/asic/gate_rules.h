// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules of a scheme that judges inputs (flow_control::InputJudge) for the rest of its switch.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

// Outputs must be able to choose among inputs, and every packet that enters an egress queue has been judged.
void check_judged_inputs(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules between the settings of schemes with PAUSE frames: XOFF, XON and quanta.

#pragma once

#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {

// Words are within the table "flow_control.pfc".
void check_pauses(const FlowControlConfig& config, const PortFacts& port, ledger::Complaints& complaints);

}  // namespace weir::flow_control

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What must hold between the settings of schemes with PAUSE frames: XOFF, XON and quanta, where XOFF and XON are one
// number or one for each class.

#pragma once

#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {

// Words within the table "flow_control.pfc". Of one for each class those of lossless classes are looked at.
void check_pauses(const FlowControlConfig& config, const PortFacts& port, ledger::Complaints& complaints);

}  // namespace weir::flow_control

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules of an edge of a FERA region (congestion.fera_edge) for the rest of its switch.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

// An edge pauses hosts that send too much, in the class that they send in; without lossless classes it drops.
void check_edge(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules of parts that come from outside of weir: admission policy, class mapper, disciplines.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

void check_parts(const SwitchConfig& config, ledger::Complaints& complaints);
// Of check_parts(), what hosts have, too, with rates of their own.
void check_disciplines(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of a cost report by name: the path in `weir cost --format json`. An entry of a list goes by its name:
// "headroom.pfc.each_bytes", "mechanisms.tcd.bits.flip_flop", "registers.BLOCK.REGISTER.bits". True is 1, false 0.

#pragma once

#include <map>
#include <string>

#include "tb/cost/report.h"
#include "tb/scenario/scenario.h"

namespace weir::cost {

std::map<std::string, double> quantities(const Report& report);

// Of the switch with the most ports of a scenario. Throws std::invalid_argument where the ledger refuses the switch.
std::map<std::string, double> quantities(const scenario::Scenario& scenario);

}  // namespace weir::cost

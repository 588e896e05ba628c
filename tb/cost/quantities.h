// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of a cost report by name: the path in `weir cost --format json`. An entry of a list goes by its name:
// "headroom.pfc.each_bytes", "mechanisms.tcd.bits.flip_flop", "registers.BLOCK.REGISTER.bits". True is 1, false 0. What
// is neither a letter, a digit, nor one of "_.-" in a name is "_": "schemes.pfc_LLR.each_bytes".

#pragma once

#include <map>
#include <string>

#include "tb/cost/link_costs.h"
#include "tb/cost/report.h"

namespace weir::cost {

std::map<std::string, double> quantities(const Report& report);

// Of the first link, its path below `links`; rounds of credits go by their channels:
// "credits.32.smallest.every_credits".
std::map<std::string, double> quantities(const LinkCosts& costs);

}  // namespace weir::cost

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parts of a port's top that have widths of the top, not of the switch.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cost/synthesis_check.h"
#include "tb/synthesis/synthesis.h"

namespace weir::cost {

// One instance. `bits`: what it declares.
PlannedBlock part_of(std::string_view block, const std::vector<synthesis::Parameter>& widths, std::uint64_t bits);

// The first width that one of `planned` of the name of `part` asks for and `part` has not: its subticks are the same,
// all else may be wider. Empty: none.
std::string wider(const std::vector<PlannedBlock>& planned, const PlannedBlock& part);

}  // namespace weir::cost

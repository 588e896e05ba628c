// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What rtl/linear_port has for time-based GFC beside credits, at widths of its own, and whether a switch can have it.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/cost/setup.h"
#include "tb/cost/synthesis_check.h"

namespace weir::cost {

inline constexpr char kDivision[] = "linear_rate";  // of the blocks that are planned, the one that the top has, too

bool has_credit_rates(const Setup& setup);     // time-based GFC: credits of InfiniBand make rates
bool has_holding_credits(const Setup& setup);  // credits of InfiniBand hold packets

// What the top has not and the switch asks for, of which `planned` are the blocks; empty: nothing.
std::string linear_port_lacks(const Setup& setup, const std::vector<PlannedBlock>& planned);

// A limiter for each class, and the division, which is `division` with the factor of the top. Instances: of one port.
std::vector<PlannedBlock> linear_parts(std::uint64_t classes, const PlannedBlock& division);

// Flip-flops beside these and the credits: of each class what remained when a message came, whether one waits, and
// whether the message taken last was of the class.
std::uint64_t linear_own_bits(std::uint64_t classes, std::uint64_t counter_bits);

}  // namespace weir::cost

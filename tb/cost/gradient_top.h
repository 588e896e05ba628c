// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What rtl/gradient_port has beside gates, which are those of the ledger, and whether a switch can have it.

#pragma once

#include <cstdint>
#include <string>

#include "tb/cost/setup.h"

namespace weir::cost {

inline constexpr char kGate[] = "gradient_gate";  // of the blocks that are planned, the one that the top has, too

bool has_gradient_rule(const Setup& setup);

// What the top has not and the switch asks for; empty: nothing.
std::string gradient_port_lacks(const Setup& setup);

// Flip-flops beside the gates: of each class whether a message is due.
std::uint64_t gradient_own_bits(std::uint64_t classes);

}  // namespace weir::cost

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What rtl/gentle_port has for buffer-based GFC, at widths of its own, and whether a switch can have it.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/cost/setup.h"
#include "tb/cost/synthesis_check.h"

namespace weir::cost {

bool has_stages(const Setup& setup);  // of buffer-based GFC

// What the top has not and the switch asks for, of which `planned` are the blocks; empty: nothing.
std::string gentle_port_lacks(const Setup& setup, const std::vector<PlannedBlock>& planned);

// A limiter for each class, and a comparator. Instances: of one port.
std::vector<PlannedBlock> gentle_parts(std::uint64_t classes);

// Flip-flops beside these: of each class the stage of its queue and the stage told last; the stage of the second
// comparator, whose table is that of the first; of both whether a packet came, and its class. Whether the stage of a
// comparator is new in a cycle is not kept.
std::uint64_t gentle_own_bits(std::uint64_t classes);

}  // namespace weir::cost

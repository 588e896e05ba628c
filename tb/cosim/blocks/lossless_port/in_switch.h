// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of a switch or host in RTL behind the three factories by which the switch makes its parts: PFC engine, credits
// of a class, scheduler. Ports that have another fidelity get what the factories made before.

#pragma once

#include "tb/cosim/block.h"
#include "tb/cosim/blocks/lossless_port/lossless_port.h"

namespace weir::cosim {

// The entry in the list of blocks.
Block port_block(const Variant<LosslessPortKind>& variant);

}  // namespace weir::cosim

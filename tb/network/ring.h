// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A ring of n switches, one host each (GFC, SIGCOMM '19, figure 1). Every switch s<i> has the same ports, so that the
// ring looks alike from each: 0 to its host h<i>, 1 to the next switch, 2 to the switch before.

#pragma once

#include <cstddef>

#include "tb/network/topology.h"

namespace weir::network {

// switches >= 3.
Topology make_ring(std::size_t switches, const link::LinkConfig& link);

}  // namespace weir::network

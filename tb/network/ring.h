// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// n switches in a ring, one host each (GFC, SIGCOMM '19, figure 1). Every switch s<i> has the same ports, so that the
// ring looks alike from each of them: 0 to its host h<i>, 1 to the next switch, 2 to the one before.

#pragma once

#include <cstddef>

#include "tb/network/topology.h"

namespace weir::network {

// switches >= 3.
Topology make_ring(std::size_t switches, const link::LinkConfig& link);

}  // namespace weir::network

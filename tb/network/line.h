// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Networks with switches in a line, so that there is one path between any two hosts.
//
// Dumbbell: s1 and s2 with one cable between them, hosts h1..h<left> at s1, the others at s2. A switch has its hosts
// first, then the other switch.
//
// Parking lot: s1..s<n> in a line, hosts_per_switch hosts at each, numbered along the line, and one last host at s<n>,
// the common destination of the queues at all other switches. A switch has its hosts first, then the switch before it,
// then the next.

#pragma once

#include <cstddef>

#include "tb/network/topology.h"

namespace weir::network {

// left, right >= 1.
Topology make_dumbbell(std::size_t left, std::size_t right, const link::LinkConfig& link);

// switches >= 2, hosts_per_switch >= 1.
Topology make_parking_lot(std::size_t switches, std::size_t hosts_per_switch, const link::LinkConfig& link);

}  // namespace weir::network

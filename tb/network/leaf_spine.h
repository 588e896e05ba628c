// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A two-layer Clos network: every leaf has a cable to every spine. Hosts h1.., leaves leaf1.., spines spine1..; host
// h<i> is at leaf (i-1)/hosts_per_leaf + 1.
//
// Ports: a leaf has its hosts at 0..hosts_per_leaf-1 and then the spines, each in ascending order; a spine has leaf i
// at port i-1.

#pragma once

#include <cstddef>

#include "tb/network/topology.h"

namespace weir::network {

// All at least 1.
Topology make_leaf_spine(std::size_t leaves, std::size_t spines, std::size_t hosts_per_leaf,
                         const link::LinkConfig& link);

}  // namespace weir::network

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether packets come to a device at odd hops only, or at even ones only, whoever sends them and whatever their
// routes: where links join two sides of a network only, and all hosts are on one of them (TTL-based buffer management,
// section 2.1, which says it of trees).

#pragma once

#include <string>
#include <vector>

#include "tb/network/topology.h"

namespace weir::network {

struct HopParity {
  std::vector<bool> odd;  // devices an odd number of links from all hosts; those at even hops, and hosts, are not
  std::string fault;      // empty, or why it is not so: a cable in a circle of odd length, or two hosts
};

// Linear in devices and cables. Parts of a network that no cable joins are by themselves.
HopParity hop_parity(const Topology& topology);

}  // namespace weir::network

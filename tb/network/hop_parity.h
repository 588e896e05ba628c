// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Hop parity: whether packets reach each device either at odd hops only or at even hops only, whatever their source and
// route. It holds if links join only two sides of a network and all hosts are on one side (TTL-based buffer management,
// section 2.1, which says so for trees).

#pragma once

#include <string>
#include <vector>

#include "tb/network/topology.h"

namespace weir::network {

struct HopParity {
  std::vector<bool> odd;  // devices an odd number of links from all hosts; false for devices at even hops and for hosts
  std::string fault;      // empty, or why there is no parity: a cable in a circle of odd length, or two hosts
};

// Linear in devices and cables. Parts of a network without a cable between them are judged separately.
HopParity hop_parity(const Topology& topology);

}  // namespace weir::network

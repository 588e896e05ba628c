// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A three-layer fat tree of k-port switches (Al-Fares et al., SIGCOMM '08), named as in GFC, SIGCOMM '19, figure 11:
// hosts h0.., edge switches se1.., aggregation switches sa1.., core switches sc1... Pod p (from 0) has the k/2 edge and
// the k/2 aggregation switches from number p k/2 + 1 on. Host i is at edge switch i/(k/2) + 1. The j-th aggregation
// switch of each pod (from 0) has cables to the k/2 core switches from j k/2 + 1 on: for k = 4, odd sa to sc1, sc2.
//
// Ports: an edge or aggregation switch has its lower neighbours at 0..k/2-1 and its upper neighbours at k/2..k-1, each
// in ascending order; a core switch has pod p at port p.

#pragma once

#include <cstddef>

#include "tb/network/topology.h"

namespace weir::network {

// k >= 2, even: k^3/4 hosts, 5 k^2/4 switches.
Topology make_fat_tree(std::size_t k, const link::LinkConfig& link);

}  // namespace weir::network

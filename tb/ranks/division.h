// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network divided among ranks: by METIS (libweir_mpi.so), several times, of which the best division is taken.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/network/topology.h"
#include "tb/ranks/expected_load.h"
#include "tb/ranks/parts.h"
#include "tb/ranks/plugin.h"

namespace weir::ranks {

// Devices that stay together, by number. Switches that are `far` cables or more from the next host belong to no group
// but their own; what remains connected without them is a group: the pods of a fat tree for 3, its racks for 2.
std::vector<std::int32_t> groups_of(const network::Topology& topology, unsigned far);

// The graph of groups: its loads are sums, and so are the costs of edges between the same two groups.
Graph grouped(const Graph& graph, const std::vector<std::int32_t>& group_of);

// Of the divisions that keep groups together, and the one that keeps none but those of kept_together(): that whose
// busiest rank has the least work. The same network gives the same division; ranks are numbered by their first devices.
// Some rank may have no device. `kept`: the group of each device. `metis` is not called for one rank; throws as it
// does.
Parts divided(const network::Topology& topology, const ExpectedLoad& load, std::uint32_t ranks,
              const std::vector<std::int32_t>& kept, const Plugin& (*metis)() = plugin);

}  // namespace weir::ranks

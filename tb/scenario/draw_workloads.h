// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flows of a workload. Every draw is from a stream of its own by workload, host and purpose, so that neither
// another workload, nor another host, nor another way to draw sizes changes when flows begin and where they go.

#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::scenario {

// A scenario with more flows is refused: each costs half a kilobyte.
inline constexpr std::size_t kMostDrawnFlows = 1'000'000;

struct TooManyFlows : std::length_error {
  using std::length_error::length_error;
};

// By device: the cable of each host, which has one, as an index into Topology::cables; of switches some cable.
std::vector<std::size_t> cables_of_hosts(const network::Topology& topology);

// The hosts that a flow of `source` may go to, in their order; without regard to paths. `cables`: of hosts.
std::vector<std::size_t> candidates(const Workload& workload, const network::Topology& topology,
                                    const std::vector<std::size_t>& cables, std::size_t source);

// Flows by source; those of arrivals one after another are as many as the source can send at all before the end.
// `number`: of the workload. Throws TooManyFlows. Not for a list.
std::vector<DrawnFlow> draw(const Workload& workload, std::uint32_t number, const network::Topology& topology,
                            std::uint64_t seed);

}  // namespace weir::scenario

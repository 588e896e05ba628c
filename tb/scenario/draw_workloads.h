// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Drawing of a workload's flows. Every draw uses a random stream of its own (workload, host, purpose), so that other
// workloads, other hosts or another way to draw sizes do not change when flows begin and where they go.

#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Limit of flows in a scenario: each costs half a kilobyte.
inline constexpr std::size_t kMostDrawnFlows = 1'000'000;

struct TooManyFlows : std::length_error {
  using std::length_error::length_error;
};

// By device: index into Topology::cables of the host's only cable; for switches, of some cable.
std::vector<std::size_t> cables_of_hosts(const network::Topology& topology);

// Possible destinations of flows of `source`, in order, without regard to paths. `cables`: from cables_of_hosts().
std::vector<std::size_t> candidates(const Workload& workload, const network::Topology& topology,
                                    const std::vector<std::size_t>& cables, std::size_t source);

// Draws the workload's flows, by source. Where flows begin one after another, their number is what the source can send
// before the end. `number`: of the workload. Throws TooManyFlows. Not for Arrivals::kList.
std::vector<DrawnFlow> draw(const Workload& workload, std::uint32_t number, const network::Topology& topology,
                            std::uint64_t seed);

}  // namespace weir::scenario

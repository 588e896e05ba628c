// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Results that a scenario cannot have: columns left out of timeseries.csv, and results that nothing fills.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/network/topology.h"
#include "tb/report/field.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// A network with more ports, or more flows, has no columns for them in timeseries.csv.
inline constexpr std::size_t kMostSampledPorts = 256;
inline constexpr std::size_t kMostSampledFlows = 256;

bool samples_queues(const network::Topology& topology);
inline bool samples_flows(std::size_t flows) { return flows <= kMostSampledFlows; }

// A thousandth of the duration; a twentieth if there are no columns, because the oracles, which sample as often, find
// the same with either.
Time default_sample_interval(const Scenario& scenario);

// One line per kind of column that is left out.
std::vector<std::string> sampling_notes(const Scenario& scenario);

// Whether any flow sends rate tags.
bool sends_tags(const Scenario& scenario);

// Why nothing in this scenario fills results with this need; empty: something does.
std::string nothing_fills(report::Needs needs, const Scenario& scenario);

}  // namespace weir::scenario

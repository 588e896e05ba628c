// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which results a scenario cannot have: what timeseries.csv samples, and what would have to be there for a result to be
// filled.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/network/topology.h"
#include "tb/report/field.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// A network of more ports, or of more flows, has none of their columns in timeseries.csv.
inline constexpr std::size_t kMostSampledPorts = 256;
inline constexpr std::size_t kMostSampledFlows = 256;

bool samples_queues(const network::Topology& topology);
inline bool samples_flows(std::size_t flows) { return flows <= kMostSampledFlows; }

// A thousandth of the duration. Where there are no columns a twentieth: the oracles, whose findings do not depend on
// it, look as often.
Time default_sample_interval(const Scenario& scenario);

// A line for each kind of column that is left out.
std::vector<std::string> sampling_notes(const Scenario& scenario);

// Whether some flow sends rate tags.
bool sends_tags(const Scenario& scenario);

// Why nothing in this scenario fills a result that needs this; empty where something does.
std::string nothing_fills(report::Needs needs, const Scenario& scenario);

}  // namespace weir::scenario

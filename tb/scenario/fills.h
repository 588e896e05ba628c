// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Results that a scenario cannot have: columns left out of timeseries.csv, and results that nothing fills.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "tb/network/topology.h"
#include "tb/report/field.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// A network with more ports, or more flows, has no columns for them in timeseries.csv.
inline constexpr std::size_t kMostSampledPorts = 256;
inline constexpr std::size_t kMostSampledFlows = 256;

// Of which queues timeseries.csv has columns: all; in a network of more ports those that measure.probes chooses, or
// else up to kMostStoryQueues of the story. kNone: the run has no story, or all samples, of which those of the story
// are kept at the end, would be more than kMostSamplesForStory.
enum class SampledQueues { kAll, kProbes, kStory, kNone };
inline constexpr std::size_t kMostStoryQueues = 32;
inline constexpr std::int64_t kMostSamplesForStory = 4'096'000;
SampledQueues sampled_queues(const Scenario& scenario);

// The classes of the scenario's flows.
ClassMask classes_of(const Scenario& scenario);

// Whether a pattern of measure.probes means this queue ("s1.p2.c0"), its port or its device.
bool is_probed(const Scenario& scenario, std::string_view queue);

// The queues of classes_of(), by device, port, class.
std::vector<std::string> queue_names(const Scenario& scenario);

inline bool samples_flows(std::size_t flows) { return flows <= kMostSampledFlows; }

// A thousandth of the duration. In a network of more than kMostSampledPorts ports whose story's queues are sampled so
// much longer that there are about a million samples; a twentieth if there are no columns, because the oracles, which
// sample as often, find the same with either.
Time default_sample_interval(const Scenario& scenario);

// One line per kind of column that is left out.
std::vector<std::string> sampling_notes(const Scenario& scenario);

// A line on a word that a later version may refuse; empty: there is none.
std::string word_note(const Scenario& scenario);

// Whether any flow sends rate tags.
bool sends_tags(const Scenario& scenario);

// Why nothing in this scenario fills results with this need; empty: something does.
std::string nothing_fills(report::Needs needs, const Scenario& scenario);

}  // namespace weir::scenario

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Results that are of many networks: what `weir cbd SCENARIO --networks N` counts of the networks that the scenario
// draws, "census.N.NAME", NAME as in its JSON.

#pragma once

#include <string_view>
#include <vector>

#include "tb/sweep/combinations.h"
#include "tb/sweep/record.h"

namespace weir::sweep {

inline constexpr std::string_view kCensus = "census.";  // begins the names of such results

inline bool is_census(const Wanted& wanted) { return wanted.key.starts_with(kCensus); }

// One row for each count that is wanted. Throws ScenarioError where the scenario draws no networks.
std::vector<ResultRow> census_rows(const std::vector<Wanted>& wanted, const Job& job);

// Throws ScenarioError at the place in the plan if no census has such a count.
void check_census(const scenario::Document& plan, const Wanted& wanted);

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Results that are not of the run but of its chip: what `weir cost` says of the scenario, "cost.PATH"
// (tb/cost/quantities.h).

#pragma once

#include <string_view>
#include <vector>

#include "tb/scenario/scenario.h"
#include "tb/sweep/record.h"

namespace weir::sweep {

inline constexpr std::string_view kCost = "cost.";  // begins the names of such results

inline bool is_cost(const Wanted& wanted) { return wanted.key.starts_with(kCost); }

// One row for each number of the cost that is wanted. Throws std::invalid_argument where the ledger refuses the switch.
std::vector<ResultRow> cost_rows(const std::vector<Wanted>& wanted, const scenario::Scenario& scenario);

// Throws ScenarioError at the place in the plan if the cost of the scenario's chip has no such number.
void check_cost(const scenario::Document& plan, const Wanted& wanted, const scenario::Scenario& scenario);

}  // namespace weir::sweep

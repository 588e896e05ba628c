// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rules about the axes of a plan: [[where.allow]], [[where.forbid]], and runs of a study's table or claim.

#pragma once

#include <string>
#include <vector>

#include "tb/sweep/combinations.h"
#include "tb/sweep/plan.h"

namespace weir::sweep {

// The tables [[where.WORD]] of `where`. Throws ScenarioError.
std::vector<Rule> load_rules(const Plan& plan, const scenario::Value& where, const std::string& word);

// A rule from one table, {AXIS = value, list of values, or {min, max, below, above}}; `path` names the table in
// messages. An empty table fits every combination. Throws ScenarioError.
Rule load_rule(const Plan& plan, const scenario::Value& table, const std::string& path);

bool fits(const Plan& plan, const Combination& combination, const Rule& rule);

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [named]: settings that several cases of a plan share, each a list of KEY=VALUE under a name; "@NAME" stands for it.

#pragma once

#include <string>
#include <vector>

#include "tb/sweep/plan.h"

namespace weir::sweep {

// Fills plan.named. Throws ScenarioError.
void load_named(Plan& plan);

// `sets`, with the settings of NAME in the place of each "@NAME". Throws ScenarioError at `place`, of the key `path`.
std::vector<std::string> with_named(const Plan& plan, const std::vector<std::string>& sets,
                                    const scenario::Place& place, const std::string& path);

// What a list of KEY=VALUE and "@NAME" says; an empty list says nothing. Throws ScenarioError, of the key `path`.
std::vector<std::string> settings_in(const Plan& plan, const scenario::Value& value, const std::string& path);

}  // namespace weir::sweep

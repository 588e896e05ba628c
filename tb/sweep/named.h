// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [named]: settings shared by several cases of a plan, each a list of KEY=VALUE under a name, referred to as "@NAME".

#pragma once

#include <string>
#include <vector>

#include "tb/sweep/plan.h"

namespace weir::sweep {

// Fills plan.named. Throws ScenarioError.
void load_named(Plan& plan);

// `sets` with each "@NAME" replaced by its settings. Throws ScenarioError at `place`, of the key `path`.
std::vector<std::string> with_named(const Plan& plan, const std::vector<std::string>& sets,
                                    const scenario::Place& place, const std::string& path);

// The settings in a list of KEY=VALUE and "@NAME"; an empty list gives none. Throws ScenarioError, of the key `path`.
std::vector<std::string> settings_in(const Plan& plan, const scenario::Value& value, const std::string& path);

}  // namespace weir::sweep

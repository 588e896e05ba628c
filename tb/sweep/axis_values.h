// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The values of one [[axis]]: as listed, of a range, seeds, files, or drawn.

#pragma once

#include <filesystem>
#include <string>

#include "tb/sweep/plan.h"

namespace weir::sweep {

// Throws ScenarioError.
Axis load_axis(const Plan& plan, const scenario::Value& table);

// Files that `pattern`, relative to `folder`, means, in natural order of their names; '*' stands for any letters within
// one folder or name. Without '*' the pattern itself, whether there is such a file or not.
std::vector<std::string> files_of(const std::filesystem::path& folder, const std::string& pattern);

}  // namespace weir::sweep

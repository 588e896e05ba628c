// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The values of one [[axis]] of a plan: listed, a range, seeds, files, or drawn.

#pragma once

#include <filesystem>
#include <string>

#include "tb/sweep/plan.h"

namespace weir::sweep {

// Throws ScenarioError.
Axis load_axis(const Plan& plan, const scenario::Value& table);

// The files that match `pattern`, relative to `folder`, in natural order of their names; '*' stands for any letters
// within one folder or file name. A pattern without '*' is returned as it is, whether the file exists or not.
std::vector<std::string> files_of(const std::filesystem::path& folder, const std::string& pattern);

}  // namespace weir::sweep

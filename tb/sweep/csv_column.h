// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Axis values from a column of a CSV file, such as the seeds of networks found by a census: column = { file =
// "networks.csv", name = "seed", where = { cyclic_buffers = { min = 1 } }, first = 30 }.

#pragma once

#include <filesystem>
#include <vector>

#include "tb/scenario/document.h"

namespace weir::sweep {

// `given`: the table of the key `column`, in the plan `document` in `folder`. The values are in file order, all with
// the place of `given`. Throws ScenarioError at a fault in the plan.
std::vector<scenario::Value> values_of_column(const scenario::Document& document, const scenario::Value& given,
                                              const std::filesystem::path& folder);

}  // namespace weir::sweep

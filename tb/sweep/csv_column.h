// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of an axis that stand in a column of a CSV file, such as the seeds of networks that a census has found:
// column = { file = "networks.csv", name = "seed", where = { cyclic_buffers = { min = 1 } }, first = 30 }.

#pragma once

#include <filesystem>
#include <vector>

#include "tb/scenario/document.h"

namespace weir::sweep {

// `given` is the table of the key `column`, which stands in the plan `document` in `folder`. In the order of the file;
// all have the place of `given`. Throws ScenarioError at what is wrong in the plan.
std::vector<scenario::Value> values_of_column(const scenario::Document& document, const scenario::Value& given,
                                              const std::filesystem::path& folder);

}  // namespace weir::sweep

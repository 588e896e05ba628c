// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "tb/cosim/functional_coverage.h"

namespace weir {

// Prints one line per group, and the names of the first holes if they matter; coverage.csv has all holes.
void print_coverage(const std::vector<cosim::CoverageGroup>& coverage, bool holes_matter);

}  // namespace weir

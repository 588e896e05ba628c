// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "tb/cosim/functional_coverage.h"

namespace weir {

// A line a group on standard output, and the first holes by name where they matter; coverage.csv has all of them.
void print_coverage(const std::vector<cosim::CoverageGroup>& coverage, bool holes_matter);

}  // namespace weir

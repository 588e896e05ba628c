// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <vector>

#include "tb/ranks/parts.h"

namespace weir::ranks {

// By recursive bisection. `rank_of` has an entry for each vertex.
void divide_by_metis(const Graph& graph, std::uint32_t ranks, std::vector<std::uint32_t>& rank_of);

}  // namespace weir::ranks

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>

#include "tb/bounds/dependencies.h"
#include "tb/scenario/scenario.h"

namespace weir {

// The output of `weir cbd` and `weir check --cbd`: sizes, then one line for each elementary cycle, at most `most`.
void print_cycles(const scenario::Scenario& scenario, bounds::Pairs pairs, std::size_t most);

}  // namespace weir

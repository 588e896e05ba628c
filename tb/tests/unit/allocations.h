// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How often a test has taken memory, counted where the program's memory comes from: allocations.cpp, which the test
// links, takes the place of the global operator new.

#pragma once

#include <cstddef>

namespace weir {

extern std::size_t allocations;      // since the program began
extern std::size_t allocated_bytes;  // by them; what has been given back counts

}  // namespace weir

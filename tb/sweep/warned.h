// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How many runs of a sweep were warned, and of what.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/sweep/store.h"

namespace weir::sweep {

struct Warning {
  std::string text;      // of the first run that has it
  std::size_t runs = 0;  // that have this text, or one that differs from it only in numbers
  bool same = true;      // all have exactly this text
  bool operator==(const Warning&) const = default;
};

struct Warned {
  std::size_t runs = 0;
  std::size_t warned = 0;
  std::size_t unknown = 0;        // done by a weir that did not store warnings
  std::vector<Warning> warnings;  // the most frequent first, those of equal number in the order of runs
};

// Of the distinct runs of a sweep.
Warned warned(const std::vector<Known>& known);

// "42 of 135 runs were warned: <text> (42)", one line for each further warning, and one for runs of unknown warnings.
// Empty if no run was warned and none is unknown.
std::vector<std::string> warned_lines(const Warned& warned);

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How much a VIQ may hold under the gradient rule: theorem B of docs/reference/gradient_gate.md for a scenario's routes
// and frames. It knows neither time nor rates.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

struct GradientBound {
  std::size_t viqs = 0;       // n: the most that switches fill and that can lead into one, itself included
  bool one_length = false;    // in blocks
  std::uint64_t blocks = 0;   // of H at most
  Bytes held;                 // in what a VIQ counts
  std::uint64_t counted = 0;  // blocks that counters express

  bool fits_counters() const { return blocks <= counted; }
};

// Of the VIQs of these switches, 0 without lossless frames; nothing for another scheme.
std::optional<GradientBound> gradient_bound(const Alike& alike);

// A line for each thing that does not keep it: the room of a VIQ, the counters.
std::vector<std::string> gradient_warnings(const Alike& alike);

}  // namespace weir::bounds

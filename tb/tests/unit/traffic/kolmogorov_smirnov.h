// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether draws agree with a distribution: the test of Kolmogorov and Smirnov. Streams have fixed seeds, so a test that
// uses it always says the same.

#pragma once

#include <cstddef>

#include "tb/tests/unit/switch_kit.h"

namespace weir::traffic {

// The largest distance between the distribution of `draws` and `share_up_to`, times the square root of their number.
// `share_up_to` must be continuous, or the draws whole numbers n and share_up_to(n - 1) what lies below n.
template <class ShareUpTo>
double distance(std::vector<double> draws, ShareUpTo share_up_to, double step = 0) {
  std::sort(draws.begin(), draws.end());
  const auto count = static_cast<double>(draws.size());
  double largest = 0;
  for (std::size_t i = 0; i < draws.size();) {
    std::size_t behind = i;
    while (behind < draws.size() && draws[behind] == draws[i]) {
      ++behind;
    }
    largest = std::max(largest, std::abs(static_cast<double>(behind) / count - share_up_to(draws[i])));
    largest = std::max(largest, std::abs(static_cast<double>(i) / count - share_up_to(draws[i] - step)));
    i = behind;
  }
  return largest * std::sqrt(count);
}

// Draws that do follow the distribution are farther away once in a thousand.
inline constexpr double kOnceInAThousand = 1.95;

}  // namespace weir::traffic

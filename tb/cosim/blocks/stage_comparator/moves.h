// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Common bins of stage comparators' coverage: a depth relative to a threshold, and the way to a stage.

#pragma once

#include <cstdint>
#include <string>

#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

enum Side : std::size_t { kBelow, kAt, kAbove };                                    // NOLINT(performance-enum-size)
enum Move : std::size_t { kSame, kUpOne, kUpMore, kDownOne, kDownMore, kOnReset };  // NOLINT(performance-enum-size)

inline Move move_of(std::uint32_t from, std::uint32_t to) {
  if (from == to) {
    return kSame;
  }
  return to > from ? (to - from == 1 ? kUpOne : kUpMore) : (from - to == 1 ? kDownOne : kDownMore);
}

}  // namespace weir::cosim

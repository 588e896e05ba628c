// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate of GFC's conceptual and time-based forms (SIGCOMM '19, equation 1 and section 5.2), R = C min(1, room/range)
// with range = Bm - B0. The switch computes it in whole bits per second; the hardware computes the factor (C - R)/R for
// R_r of the fixed-point limiter, which does not depend on C. Both are rounded so that R is never above the exact rate;
// a room of 0 counts as 1 byte, so that no rate is 0.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

// R, rounded down, at least 1 bit/s. 0 < line, 0 < range.
inline BitRate linear_rate(BitRate line, Bytes room, Bytes range) {
  if (room >= range)
    return line;
  const std::int64_t counted = std::max<std::int64_t>(room.count(), 1);
  const Wide rate = Wide{line.count()} * counted / range.count();
  return BitRate(std::max<std::int64_t>(static_cast<std::int64_t>(rate), 1));
}

// (range - room)/room x 2^frac, rounded up; 0 where room >= range. 0 < range < 2^40, frac <= 22.
inline std::uint64_t linear_factor(Bytes room, Bytes range, unsigned frac) {
  if (room >= range)
    return 0;
  const auto counted = static_cast<std::uint64_t>(std::max<std::int64_t>(room.count(), 1));
  const std::uint64_t short_of = static_cast<std::uint64_t>(range.count()) - counted;
  return ((short_of << frac) + counted - 1) / counted;
}

}  // namespace weir::reference

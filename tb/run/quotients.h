// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Quotients of integers, rounded once: a result that is a whole number is that number, so that an expectation which is
// met exactly holds.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir {

// bit/s; 0 in no time.
inline double bits_per_second(std::uint64_t bytes, Time span) {
  if (span <= Time(0))
    return 0;
  const Wide bits = Wide{bytes} * kBitsPerByte * kPicosecondsPerSecond;
  return static_cast<double>(bits / span.count()) +
         (static_cast<double>(bits % span.count()) / static_cast<double>(span.count()));
}

// `part` of `whole`, 0 to 1; 0 of no time.
inline double share_of_time(Time part, Time whole) {
  return whole > Time(0) ? static_cast<double>(part.count()) / static_cast<double>(whole.count()) : 0;
}

}  // namespace weir

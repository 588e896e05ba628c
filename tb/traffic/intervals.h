// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Random time intervals, rounded to whole picoseconds.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hw_model/base/portable_math.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"

namespace weir::traffic {

enum class IntervalKind : std::uint8_t {
  kExponential,
  kPareto,  // P(longer than t) = (shortest / t)^shape for t >= shortest; `shortest` follows from the mean
};

struct IntervalDistribution {
  IntervalKind kind = IntervalKind::kExponential;
  double mean_ps = 0;
  double shape = 1.5;  // kPareto; above 1, for a finite mean

  // The length not exceeded by this share of all intervals; 0 <= share < 1. At most a million means.
  Time quantile(double share) const {
    constexpr double kMostMeans = 1e6;
    const double exceeded = 1 - share;
    const double length = kind == IntervalKind::kExponential
                              ? -mean_ps * portable_log(exceeded)
                              : mean_ps * (shape - 1) / shape * portable_exp(-portable_log(exceeded) / shape);
    return Time(std::llround(std::min(length, kMostMeans * mean_ps)));
  }

  Time draw(RandomStream& random) const { return quantile(random.unit()); }
};

}  // namespace weir::traffic

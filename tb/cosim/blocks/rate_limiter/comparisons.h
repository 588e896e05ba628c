// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The numbers that show whether a rate limiter compares every bit: R_c and a gap, two rates, a part of a tick and each
// number of subticks. Coverage, and the script that plays them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/cosim/blocks/rate_limiter/arithmetic.h"
#include "tb/cosim/comparison_group.h"

namespace weir::cosim {

// A packet and its rate.
struct Load {
  std::uint64_t r_r;
  std::uint64_t r_l;  // subticks
};

// The gap of `load` is compared with `counted`.
struct ClampPair {
  Load load;
  std::uint64_t counted;
};

// The numbers of which `bit` is the highest bit that differs, or the only one; `counted` is at least a tick, and R_c
// holds it some ticks before. Null where no packet has such a gap.
std::optional<ClampPair> clamp_pair(const LimiterArithmetic& maths, ComparisonGroup::Difference gap_is, unsigned bit);

// The packet whose gap is exactly 2^bit; null where there is none.
std::optional<Load> gap_of_one_bit(const LimiterArithmetic& maths, unsigned bit);

// Rules out those bins without hits that only a mode that was not started would have hit.
template <class Unwanted>
void rule_out_unhit(CoverageGroup& group, Unwanted unwanted) {
  for (std::size_t bin = 0; bin < group.size(); ++bin) {
    if (unwanted(bin) && group.hits(bin) == 0) {
      group.rule_out(bin);
    }
  }
}

class LimiterComparisons {
 public:
  explicit LimiterComparisons(const LimiterArithmetic& maths);

  // The following samples are of a block in this mode.
  void start(const RateLimiterMode& mode);
  void packet(const reference::RateLimiterInputs& in, std::uint64_t gap, std::uint64_t counted,
              reference::Rounding rounding);
  // With the clamp, while R_c counts: R_r was `from`.
  void rate(std::uint64_t from, std::uint64_t to, std::uint64_t gap, std::uint64_t counted);

  // The groups of the modes that were started.
  std::vector<CoverageGroup> take() const;

 private:
  LimiterArithmetic maths_;
  ComparisonGroup compared_;
  CoverageGroup sums_;
  CoverageGroup rests_;
  CoverageGroup parts_;
  CoverageGroup longest_;
  CoverageGroup clamped_;
  bool clamp_started_ = false;
  bool residual_started_ = false;
  std::array<bool, 2> rounded_started_{};  // up, and to the nearest
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a rate calculation: every magnitude of the remaining blocks with every magnitude of the range,
// limited or not; room one byte below, at and above the range; remaining blocks at, above and below the largest count,
// with counts before and after a wrap; a borrow into each bit of both differences; factors of every magnitude, exact
// and rounded; a message at each moment of a division, and each time after it; resets; and idleness for more than 2^k
// cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

inline constexpr unsigned kFarthest = 12;  // cycles from a factor to the next message

class LinearRateCoverage {
 public:
  using Inputs = reference::LinearRateInputs;
  using Outputs = reference::LinearRateOutputs;

  explicit LinearRateCoverage(const reference::LinearRateConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::LinearRateConfig& /*mode*/) { moment_ = apart_ = 0; }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {magnitudes_, beside_, compared_, ones_, remains_, borrows_, factors_, moments_, apartness_, held_};
  }

 private:
  void asked(const Inputs& in);
  void borrowed(std::size_t of, std::uint64_t left, std::uint64_t right);

  reference::LinearRateConfig config_;
  std::uint32_t most_;
  CoverageGroup magnitudes_;
  CoverageGroup beside_;
  ComparisonGroup compared_;
  CoverageGroup ones_;
  CoverageGroup remains_;
  CoverageGroup borrows_;
  CoverageGroup factors_;
  CoverageGroup moments_;
  CoverageGroup apartness_;
  CoverageGroup held_;

  bool exact_ = false;       // of the message in division
  std::size_t moment_ = 0;   // cycles since its message; 0: none
  std::size_t apart_ = 0;    // cycles since the last factor; 0: none since reset
  std::uint64_t quiet_ = 0;  // cycles without a message or a division
};

}  // namespace weir::cosim

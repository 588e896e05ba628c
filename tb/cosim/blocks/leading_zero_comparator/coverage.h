// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is to be met at a comparator of the leading-zero form. Its table is three numbers: every span with fewer stages
// than its rule asks for, as many, and more; thresholds and stages as the other forms.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LeadingZeroCoverage {
 public:
  using Inputs = reference::LeadingZeroInputs;
  using Outputs = reference::StageComparatorOutputs;

  explicit LeadingZeroCoverage(const reference::StageComparatorConfig& widths);

  void start(const reference::StageComparatorConfig& mode);
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const { return {depths_, moves_, tables_}; }

 private:
  void settled(const Outputs& out);
  std::int64_t threshold(std::uint32_t k) const;

  std::uint32_t last_stage_;  // of the widest span
  CoverageGroup depths_;
  CoverageGroup moves_;
  CoverageGroup tables_;

  Inputs table_;  // as it stood for the cycle before
  bool has_before_ = false;
  std::uint32_t stage_ = 0;
  Inputs before_;
};

}  // namespace weir::cosim

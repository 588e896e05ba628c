// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a comparator in leading-zero form, whose table is three numbers: every span with fewer stages
// than its rule asks for, as many, and more; thresholds and stages as in the other forms, and every threshold of every
// span; every magnitude of Bm - 1 - q; the ends of a queue's range; each number written twice in a row.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/leading_zero_comparator_cycle.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LeadingZeroCoverage {
 public:
  using Inputs = reference::LeadingZeroInputs;
  using Outputs = reference::StageComparatorOutputs;

  explicit LeadingZeroCoverage(const reference::StageComparatorConfig& widths, unsigned latency = 0);

  void start(const reference::StageComparatorConfig& mode);
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {depths_, moves_, tables_, spans_, rests_, extremes_, orders_, held_};
  }

 private:
  void settled(const Outputs& out);
  void two_writes();
  std::int64_t threshold(std::uint32_t k) const;
  std::uint32_t stage_of(const Inputs& table) const;  // at the depth of the previous cycle

  std::uint32_t last_stage_;  // of the widest span
  std::uint32_t q_max_;
  CoverageGroup depths_;
  CoverageGroup moves_;
  CoverageGroup tables_;
  CoverageGroup spans_;
  CoverageGroup rests_;
  CoverageGroup extremes_;
  CoverageGroup orders_;
  CoverageGroup held_;

  Inputs reset_;  // table_ after a reset; any other table without stages would do
  Inputs table_;  // the table of the previous cycle
  bool has_before_ = false;
  std::uint32_t stage_ = 0;
  std::uint64_t still_ = 0;  // previous cycles in a row without a change of depth or registers
  Inputs before_;
  // just_written_: table_ was written in the cycle before. twice_: that write followed another write directly.
  bool just_written_ = false;
  bool twice_ = false;
  Inputs overwritten_;
  bool wiped_ = false;  // a write in the cycle before a reset of one cycle
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a stage comparator: every threshold with a depth one byte below, at and above it; every stage
// reached in every way; every register index written with the extreme values; every stage with tables in and out of
// order; every threshold at the ends of a queue's range, and reached alone; every register as the second of two
// consecutive writes, and reset in the cycle after a write.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/stage_comparator_cycle.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class StageComparatorCoverage {
 public:
  using Inputs = reference::StageComparatorInputs;
  using Outputs = reference::StageComparatorOutputs;

  explicit StageComparatorCoverage(const reference::StageComparatorConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::StageComparatorConfig& mode);
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const { return {depths_, moves_, writes_, tables_, extremes_, orders_, held_}; }

 private:
  void settled(const Outputs& out);
  void extremes(std::uint32_t k);
  void two_writes(std::uint32_t k);
  void apply_write();
  bool in_order() const { return std::is_sorted(thresholds_.begin(), thresholds_.end() - 1); }
  void stand_still(const Inputs& in);
  void write(const Inputs& in);
  void reset();
  void rule_out_moves();

  std::uint32_t max_thresholds_;
  std::uint32_t q_max_;
  std::uint32_t never_;
  CoverageGroup depths_;
  CoverageGroup moves_;
  CoverageGroup writes_;
  CoverageGroup tables_;
  CoverageGroup extremes_;
  CoverageGroup orders_;
  CoverageGroup held_;

  std::vector<std::uint32_t> reset_;       // thresholds_ after a reset
  std::vector<std::uint32_t> thresholds_;  // B_k at index k; 0 and N + 1 are sentinels
  bool in_order_ = true;
  // The previous cycle; its stage is at the output now.
  bool has_before_ = false;
  std::uint32_t q_ = 0;
  std::uint32_t stage_ = 0;
  std::uint64_t still_ = 0;  // previous cycles in a row without a change of depth or registers
  Inputs write_;
  // The last write that counts for q_, and the write in the cycle before that.
  Inputs counted_;
  Inputs counted_before_;
  Inputs wiped_;  // the write in the cycle before a reset of one cycle
};

}  // namespace weir::cosim

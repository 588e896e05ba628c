// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a TCD detector: every event in every state, while its span runs, is over, or was swept; every
// transition, including those into and out of a hold, and the number of samples after which a hold ends; every
// comparison with an outcome that matters, one unit below and above at each bit that a carry can reach, and with
// numbers that differ in one bit only; a released queue's sample with each combination of rise, standing and pauses;
// every code point with each outcome; each event directly after each other; stamps on both sides of the wrap; and idle
// times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/tcd_detector_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"

namespace weir::cosim {

class TcdDetectorCoverage {
 public:
  using Inputs = reference::TcdDetectorInputs;
  using Outputs = reference::TcdDetectorOutputs;

  explicit TcdDetectorCoverage(const reference::TcdDetectorConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::TcdDetectorConfig& /*mode*/) {
    events_.start();
    samples_held_ = 0;
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {steps_, moves_, comparisons_, releases_, marks_, events_.orders(), wraps_, events_.held(), holds_};
  }

 private:
  enum Comparison : std::size_t { kLongestOn, kPeriod, kLow, kRise, kStands, kHard };  // NOLINT(performance-enum-size)

  void departure(const Inputs& in, const Outputs& out);
  void release(const Inputs& in, const Outputs& out, bool over);
  void hold_ends(std::size_t by);
  void follow(std::size_t event, const Outputs& out);
  bool is_over(const Inputs& in, const Outputs& out) const;

  std::uint32_t stamp_mask_;
  CoverageGroup steps_;
  CoverageGroup moves_;
  ComparisonGroup comparisons_;
  CoverageGroup releases_;
  CoverageGroup marks_;
  EventGroups events_;
  CoverageGroup wraps_;
  CoverageGroup holds_;

  std::size_t state_before_ = 0;    // of the previous cycle
  std::uint64_t samples_held_ = 0;  // consecutive samples that said congested
};

}  // namespace weir::cosim

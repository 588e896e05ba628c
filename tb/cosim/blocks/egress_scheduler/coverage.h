// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of the egress scheduler: each class chosen from each turn, strict or not; why a packet goes,
// alone and beside others; each class passed over for each reason alone; lengths against what is left of the class in
// turn, of the one behind, and with its quantum, one apart and in one bit; carries and borrows into each bit of each
// sum; the deficit of each class in turn kept and lost as the turn passes; weights and quanta of every magnitude; more
// than 2^k strict packets in a row, and packets with which one turn goes on; each event directly after each other; and
// idle times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class EgressSchedulerCoverage {
 public:
  using Inputs = reference::EgressSchedulerInputs;
  using Outputs = reference::EgressSchedulerOutputs;

  static constexpr unsigned kMostOfATurn = 17;  // 2^k packets of it, for k up to this

  explicit EgressSchedulerCoverage(const reference::EgressSchedulerConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::EgressSchedulerConfig& /*mode*/) {
    events_.start();
    row_ = 0;
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {choices_, ways_, reasons_, compared_, carries_, passed_, factors_, rows_, events_.orders(), events_.held()};
  }

 private:
  // NOLINTNEXTLINE(performance-enum-size): bins
  enum Way : std::size_t { kStrict, kGoesOn, kAgain, kWithRest, kWithQuantum, kTooShort, kStopped, kNotReady };

  void judge(const Inputs& in, const Outputs& out);
  void chosen(const Inputs& in, const Outputs& out, std::size_t c);
  Way way_of(const Inputs& in, const Outputs& out, std::size_t c);
  void follow(Way way);

  reference::EgressSchedulerConfig config_;
  CoverageGroup choices_;
  CoverageGroup ways_;
  CoverageGroup reasons_;
  ComparisonGroup compared_;
  CarryGroup carries_;
  CoverageGroup passed_;
  CoverageGroup factors_;
  CoverageGroup rows_;
  EventGroups events_;
  Way way_ = kNotReady;    // of the cycle before
  std::uint64_t row_ = 0;  // packets of this way
};

}  // namespace weir::cosim

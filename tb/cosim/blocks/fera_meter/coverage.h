// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of FERA's meter: every port served, with and without load, with C unchanged, fallen and risen;
// every number of ports due at once; t at and beside its floor, in each 64th of T; q on both sides of Q_eq at each
// distance, f at its ends; A of each magnitude with rho at its ends; the step and r at and beside their bounds, at each
// bit; every product rounded up, down and at a half; tag rates at their ends; A and the pause with each carry, and
// full; possible coincidences; and intervals of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "tb/cosim/comparison_group.h"

namespace weir::cosim {

class FeraMeterCoverage {
 public:
  using Inputs = reference::FeraMeterInputs;
  using Outputs = reference::FeraMeterOutputs;

  explicit FeraMeterCoverage(const reference::FeraMeterConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::FeraMeterConfig& mode);
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const;

 private:
  bool divides() const { return widths_.form == reference::FeraForm::kDividing; }
  void cycle(const Inputs& in);
  void measures(const Inputs& in);
  void together(const Inputs& in);
  void begins(const Inputs& in);
  // r after the load, before the limitation to its bounds.
  std::int64_t loaded(const Inputs& in);
  std::int64_t stepped(const Inputs& in, std::int64_t f);
  std::int64_t divided(const Inputs& in, std::int64_t f);
  std::int64_t slope(const Inputs& in);
  void clock(const Inputs& in);
  int change(const Inputs& in);
  std::int64_t followed(const Inputs& in, std::int64_t r);
  void bounded(const Inputs& in, std::int64_t r);
  void told(const Inputs& in, std::uint64_t r);
  void rounded(std::size_t of, Wide product, unsigned bits);
  void rule_out_loads();

  reference::FeraMeterConfig widths_;
  reference::FeraMeterCycle unit_;  // state before the cycle
  CoverageGroup services_;
  CoverageGroup due_;
  CoverageGroup clocks_;
  CoverageGroup parts_;  // in the dividing form: C t
  CoverageGroup slopes_;
  CoverageGroup distances_;
  CoverageGroup loads_;
  CoverageGroup steps_;
  CoverageGroup results_;
  ComparisonGroup comparisons_;
  CoverageGroup roundings_;
  CoverageGroup changes_;
  CoverageGroup tags_;
  CoverageGroup lines_;
  CoverageGroup arrivals_;
  CoverageGroup lengths_;
  CoverageGroup pauses_;
  CoverageGroup coincidences_;
  CoverageGroup intervals_;

  std::vector<std::uint64_t> since_;  // age of each port's interval in cycles
};

}  // namespace weir::cosim

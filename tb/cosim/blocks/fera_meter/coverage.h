// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is to be met at FERA's meter: every port served, loaded and not, with C as before, fallen and risen; as many
// ports due as there are; t at and beside its floor, in each 64th of T; q on both sides of Q_eq at each distance, f at
// its ends; A of each magnitude with rho at its ends; the step and r at and beside their bounds, at each bit; every
// product rounded up, down and at a half; what tags are told at its ends; A and the pause with each carry and full;
// what can coincide; and intervals of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_meter_cycle.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class FeraMeterCoverage {
 public:
  using Inputs = reference::FeraMeterInputs;
  using Outputs = reference::FeraMeterOutputs;

  explicit FeraMeterCoverage(const reference::FeraMeterConfig& widths, unsigned latency = 0);

  // What follows is of a block just out of reset.
  void start(const reference::FeraMeterConfig& mode);
  // Consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const;

 private:
  bool divides() const { return widths_.form == reference::FeraForm::kDividing; }
  void cycle(const Inputs& in);
  void measures(const Inputs& in);
  void together(const Inputs& in);
  void begins(const Inputs& in);
  // r after the load, not yet within its bounds.
  std::int64_t loaded(const Inputs& in);
  std::int64_t stepped(const Inputs& in, std::int64_t f);
  std::int64_t divided(const Inputs& in, std::int64_t f);
  std::int64_t slope(const Inputs& in);
  void clock(const Inputs& in);
  int change(const Inputs& in);
  std::int64_t followed(const Inputs& in, std::int64_t r);
  void bounded(const Inputs& in, std::int64_t r);
  void told(const Inputs& in, std::uint64_t r);
  void compared(std::size_t of, std::uint64_t left, std::uint64_t right);
  void rounded(std::size_t of, Wide product, unsigned bits);
  void rule_out_loads();

  reference::FeraMeterConfig widths_;
  reference::FeraMeterCycle unit_;  // before the cycle
  CoverageGroup services_;
  CoverageGroup due_;
  CoverageGroup clocks_;
  CoverageGroup parts_;  // or, of the form that divides, C t
  CoverageGroup slopes_;
  CoverageGroup distances_;
  CoverageGroup loads_;
  CoverageGroup steps_;
  CoverageGroup results_;
  CoverageGroup comparisons_;
  CoverageGroup roundings_;
  CoverageGroup changes_;
  CoverageGroup tags_;
  CoverageGroup lines_;
  CoverageGroup arrivals_;
  CoverageGroup lengths_;
  CoverageGroup pauses_;
  CoverageGroup coincidences_;
  CoverageGroup intervals_;

  std::vector<std::uint64_t> since_;  // cycles of the interval of each port
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is to be met at partition admission: each answer in each class and at each port, with no guarantee, a part and
// all of the packet within it; each comparison whose outcome counts, one unit more and less at each bit that a carry
// can reach, and of numbers that differ in one bit; an arrival and a departure of a cycle, of the same VIQ, class,
// port, or none, with each way through XOFF and XON; partitions that are set while they hold something and nothing,
// beside what comes and goes; packets of VIQs that there are not, and departures of what is not there; each magnitude
// that a register keeps; each event right after each other; and nothing at all for more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/reference/partition_admission_cycle.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class PartitionAdmissionCoverage {
 public:
  using Inputs = reference::PartitionAdmissionInputs;
  using Outputs = reference::PartitionAdmissionOutputs;
  using Config = reference::PartitionAdmissionConfig;

  explicit PartitionAdmissionCoverage(const Config& config, unsigned latency = 0);

  // What follows is of a block just out of reset.
  void start(const Config& /*mode*/) {
    block_ = reference::PartitionAdmissionCycle(config_);
    event_before_ = kNoEvent;
  }
  // Consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {answers_, ports_, comparisons_, pauses_, meetings_, sets_, absent_, kept_, orders_, held_};
  }

 private:
  // NOLINTNEXTLINE(performance-enum-size)
  enum Comparison : std::size_t { kPromise, kRoom, kLimit, kAll, kXoff, kXon, kCells, kLength, kSize };
  static constexpr std::size_t kNoEvent = 5;
  static constexpr std::size_t kComparisons = 9;

  void rule_out();
  std::size_t bits_of(Comparison comparison) const;
  bool promise_is_possible(std::size_t bit, std::size_t difference) const;
  bool known(std::uint32_t port, std::uint32_t c) const { return port < config_.ports && c < config_.classes; }
  void arrival(const Inputs& in, const Outputs& out);
  void departure(const Inputs& in, const Outputs& out);
  void pauses(const Inputs& in, const Outputs& out);
  void meeting(const Inputs& in, const Outputs& out);
  void set(const Inputs& in, const Outputs& out);
  void kept(const Outputs& out);
  void event(const Inputs& in);
  void compared(Comparison comparison, std::uint64_t left, std::uint64_t right);

  Config config_;
  reference::PartitionAdmissionCycle block_;  // what stands before each cycle
  CoverageGroup answers_;
  CoverageGroup ports_;
  CoverageGroup comparisons_;
  CoverageGroup pauses_;
  CoverageGroup meetings_;
  CoverageGroup sets_;
  CoverageGroup absent_;
  CoverageGroup kept_;
  CoverageGroup orders_;
  CoverageGroup held_;

  std::size_t event_before_ = kNoEvent;
  std::uint64_t quiet_ = 0;  // cycles without an event up to the one before
};

}  // namespace weir::cosim

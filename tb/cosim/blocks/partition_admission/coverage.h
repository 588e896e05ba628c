// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of partition admission: each answer in each class and at each port, with none, a part or all of
// the packet within the guarantee; each comparison with an outcome that matters, one unit above and below at each bit
// that a carry can reach, and with numbers that differ in one bit; an arrival and a departure in one cycle, of the same
// VIQ, class, port or none, with each crossing of XOFF and XON; partitions set while empty and in use, together with
// arrivals and departures; packets of VIQs that do not exist, and departures from empty VIQs; each magnitude of each
// register; each event directly after each other; idle times of more than 2^k cycles; and a VIQ that for so long has a
// packet, or is read, in every cycle.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"

namespace weir::cosim {

class PartitionAdmissionCoverage {
 public:
  using Inputs = reference::PartitionAdmissionInputs;
  using Outputs = reference::PartitionAdmissionOutputs;
  using Config = reference::PartitionAdmissionConfig;

  explicit PartitionAdmissionCoverage(const Config& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const Config& /*mode*/) {
    block_ = reference::PartitionAdmissionCycle(config_);
    events_.start();
    in_a_row_ = {};
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {answers_, ports_, comparisons_,     pauses_,        meetings_, sets_,
            absent_,  kept_,  events_.orders(), events_.held(), lasts_};
  }

 private:
  // NOLINTNEXTLINE(performance-enum-size)
  enum Comparison : std::size_t { kPromise, kRoom, kLimit, kAll, kXoff, kXon, kCells, kLength, kSize };

  void rule_out();
  bool promise_is_possible(std::size_t bit, std::size_t difference) const;
  bool known(std::uint32_t port, std::uint32_t c) const { return port < config_.ports && c < config_.classes; }
  void arrival(const Inputs& in, const Outputs& out);
  void departure(const Inputs& in, const Outputs& out);
  void pauses(const Inputs& in, const Outputs& out);
  void meeting(const Inputs& in, const Outputs& out);
  void set(const Inputs& in, const Outputs& out);
  void kept(const Outputs& out);
  void event(const Inputs& in);
  void lasts(const Inputs& in);

  Config config_;
  reference::PartitionAdmissionCycle block_;  // state before each cycle
  CoverageGroup answers_;
  CoverageGroup ports_;
  ComparisonGroup comparisons_;
  CoverageGroup pauses_;
  CoverageGroup meetings_;
  CoverageGroup sets_;
  CoverageGroup absent_;
  CoverageGroup kept_;
  EventGroups events_;
  CoverageGroup lasts_;
  std::array<std::uint64_t, 5> in_a_row_{};  // cycles, of each bin
  Inputs last_{};
};

}  // namespace weir::cosim

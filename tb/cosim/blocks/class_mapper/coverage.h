// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a class mapper: each class from each source, with and without the shift, and class 0 from each
// code without a meaning; each hop of a path, values outside paths, and hops beyond every path, up to the largest that
// the registers count; TTL compared with ttl0, one above and below at each bit that a carry can reach, and numbers that
// differ in one bit; TTLs with one bit set at the end of a path; each class in each entry of both tables; entries read
// in the cycle of a write and in the next one, the written entry and each that differs in one bit of the index; each
// change of source; each bit of ttl0 in each direction; consecutive writes, each alone and with the others, and resets;
// and no write for more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/class_mapper_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"

namespace weir::cosim {

class ClassMapperCoverage {
 public:
  using Inputs = reference::ClassMapperInputs;
  using Outputs = reference::ClassMapperOutputs;

  explicit ClassMapperCoverage(const reference::ClassMapperBlock& block, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::ClassMapperBlock& /*mode*/) {
    before_ = {};
    events_.start();
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {classes_,       hops_,   comparisons_, expiries_, points_,          entries_,
            beside_points_, beside_, sources_,     bits_,     events_.orders(), events_.held()};
  }

 private:
  void packet(const Inputs& in, const Outputs& out);
  void by_ttl(const Inputs& in, const Outputs& out);
  void by_pcp(const Inputs& in, const Outputs& out);
  void by_dscp(const Inputs& in, const Outputs& out);
  void registers(const Outputs& out);
  void event(const Inputs& in);

  unsigned ttl_bits_;
  CoverageGroup classes_;
  CoverageGroup hops_;
  ComparisonGroup comparisons_;
  CoverageGroup expiries_;
  CoverageGroup points_;
  CoverageGroup entries_;
  CoverageGroup beside_points_;
  CoverageGroup beside_;
  CoverageGroup sources_;
  CoverageGroup bits_;
  EventGroups events_;

  Inputs before_{};  // of the previous cycle, like the registers below
  Outputs shown_{};
};

}  // namespace weir::cosim

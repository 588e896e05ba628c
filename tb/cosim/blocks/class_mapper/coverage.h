// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is to be met at a class mapper: each class of each source, with and without the shift; each hop of a path, what
// is none, and hops beyond every path, up to the largest that the registers count; TTL against ttl0, one more and one
// less at each bit that a carry can reach, and numbers that differ in one bit; TTLs of one bit at the end of a path;
// each class in each entry of the table, and entries read in the cycle of a write and right after, the written one and
// each that differs in one bit; each way from source to source, each bit of ttl0 in each direction; writes and resets
// right after each other; and no write for more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/reference/class_mapper_cycle.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class ClassMapperCoverage {
 public:
  using Inputs = reference::ClassMapperInputs;
  using Outputs = reference::ClassMapperOutputs;

  explicit ClassMapperCoverage(const reference::ClassMapperBlock& block, unsigned latency = 0);

  // What follows is of a block just out of reset.
  void start(const reference::ClassMapperBlock& /*mode*/) {
    before_ = {};
    event_before_ = kNoEvent;
  }
  // Consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {classes_, hops_, comparisons_, expiries_, entries_, beside_, sources_, bits_, orders_, held_};
  }

 private:
  static constexpr std::size_t kNoEvent = 4;

  void packet(const Inputs& in, const Outputs& out);
  void by_ttl(const Inputs& in, const Outputs& out);
  void read(const Inputs& in, const Inputs& write, std::size_t when);
  void registers(const Outputs& out);
  void event(const Inputs& in);

  unsigned ttl_bits_;
  CoverageGroup classes_;
  CoverageGroup hops_;
  CoverageGroup comparisons_;
  CoverageGroup expiries_;
  CoverageGroup entries_;
  CoverageGroup beside_;
  CoverageGroup sources_;
  CoverageGroup bits_;
  CoverageGroup orders_;
  CoverageGroup held_;

  Inputs before_{};  // of the cycle before, and what the registers were
  Outputs shown_{};
  std::size_t event_before_ = kNoEvent;
  std::uint64_t quiet_ = 0;  // cycles without a write up to the one before
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of an iSLIP of at most 8 inputs: each grant of each output and each acceptance of each input from
// each place of the pointer, alone and while others ask; each pair in the first and in a further iteration, taken and
// not; how many inputs ask for how many outputs; how many pairs there are; which iteration made the last, and whether
// the matching is maximal; each event directly after each other; and times without a request of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/islip_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class IslipCoverage {
 public:
  using Inputs = reference::IslipInputs;
  using Outputs = reference::IslipOutputs;

  explicit IslipCoverage(const reference::IslipConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::IslipConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {grants_, accepts_, pairs_, asking_, sizes_, ends_, events_.orders(), events_.held()};
  }

 private:
  // Of a cycle: what was asked, by output; what was granted in the first iteration, by input.
  struct Slot {
    std::uint64_t asking[8] = {};
    std::uint64_t offers[8] = {};
    reference::IslipPointers pointers{};
    reference::IslipMatching matching{};
  };

  void rule_out();
  Slot slot_of(const Inputs& in, const Outputs& out) const;
  void turns(const Slot& slot);
  void matching(const Slot& slot, bool taken);
  bool maximal(const Slot& slot) const;
  void event(const Inputs& in, const Slot& slot);

  reference::IslipConfig config_;
  unsigned inputs_;
  CoverageGroup grants_;
  CoverageGroup accepts_;
  CoverageGroup pairs_;
  CoverageGroup asking_;
  CoverageGroup sizes_;
  CoverageGroup ends_;
  EventGroups events_;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a round-robin arbiter: each input granted from each place of the pointer, alone and while
// others ask; each input silent alone; how many ask; each owner of a lock that asks, over each pointer, and that does
// not ask, for each other grant; acceptance, lock and requests of one cycle in every combination; each event directly
// after each other; and times without a request of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/rr_arbiter_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class RrArbiterCoverage {
 public:
  using Inputs = reference::RrArbiterInputs;
  using Outputs = reference::RrArbiterOutputs;

  explicit RrArbiterCoverage(const reference::RrArbiterConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::RrArbiterConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {turns_, silent_, asking_, grants_, owners_, kept_, together_, events_.orders(), events_.held()};
  }

 private:
  void rule_out(const reference::RrArbiterConfig& config);
  void cycle(const Inputs& in, const Outputs& out);
  void event(const Inputs& in, const Outputs& out);

  unsigned inputs_;
  std::uint64_t all_;
  CoverageGroup turns_;
  CoverageGroup silent_;
  CoverageGroup asking_;
  CoverageGroup grants_;
  CoverageGroup owners_;
  CoverageGroup kept_;
  CoverageGroup together_;
  EventGroups events_;
};

}  // namespace weir::cosim

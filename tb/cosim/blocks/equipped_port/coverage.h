// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a port's parts: a departure of each class in each state, with and without the end of an OFF
// period; each bit of what waits behind the packet; each code point with each outcome; why a class is held; the sweep
// at a span that runs and one that is over; the clock of each bank; each event directly after each other, and idle
// times of more than 2^k cycles. What the port alone does is covered by lossless_port.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class EquippedPortCoverage {
 public:
  using Inputs = reference::EquippedPortInputs;
  using Outputs = reference::EquippedPortOutputs;

  explicit EquippedPortCoverage(const reference::EquippedPortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::EquippedPortConfig& /*mode*/) { start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {departures_, behinds_, marks_, reasons_, looks_, clocks_, shown_, events_.orders(), events_.held()};
  }

 private:
  void start() {
    events_.start();
    off_ = 0;
  }
  void running(const Inputs& in, const Outputs& out);
  void departure(const Inputs& in, const Outputs& out, std::uint32_t ends, std::size_t c);

  reference::EquippedPortConfig config_;
  CoverageGroup departures_;
  CoverageGroup behinds_;
  CoverageGroup marks_;
  CoverageGroup reasons_;
  CoverageGroup looks_;
  CoverageGroup clocks_;
  CoverageGroup shown_;
  EventGroups events_;
  std::uint32_t off_ = 0;  // classes that might not send in the cycle before
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of the port: depths against XOFF and XON, of each class; what is offered to the MAC, taken or
// not, while packets wait; each value of the map read; each bank with and without its clock; events in the cycles in
// which the reset is released; each event directly after each other; and times without any of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LosslessPortCoverage {
 public:
  using Inputs = reference::LosslessPortInputs;
  using Outputs = reference::LosslessPortOutputs;

  explicit LosslessPortCoverage(const reference::LosslessPortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::LosslessPortConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {depths_, offers_, values_, clocks_, early_, events_.orders(), events_.held()};
  }

 private:
  void running(const Inputs& in, const Outputs& out);
  std::uint64_t met(const Inputs& in, const Outputs& out) const;

  unsigned port_;
  CoverageGroup depths_;
  CoverageGroup offers_;
  CoverageGroup values_;
  CoverageGroup clocks_;
  CoverageGroup early_;
  EventGroups events_;
  std::size_t since_reset_ = 3;  // cycles with a high reset, up to 3
};

}  // namespace weir::cosim

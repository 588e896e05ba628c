// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a gradient gate: both comparisons with operands one block apart in either direction, or equal,
// at each bit, and with operands that differ in one bit only, if the outcome matters; every magnitude of H with every
// magnitude of the depth, accepted and refused; H beyond Bm by every power of two; carries and borrows into each bit;
// counts on both sides of their wrap; every combination of events in one cycle, and each event directly after each
// other; packets of every magnitude; and idle times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"

namespace weir::cosim {

class GradientGateCoverage {
 public:
  using Inputs = reference::GradientGateInputs;
  using Outputs = reference::GradientGateOutputs;

  explicit GradientGateCoverage(const reference::GradientGateConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::GradientGateConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {rules_, comparisons_, magnitudes_,      beyond_,  carries_,
            wraps_, together_,    events_.orders(), packets_, events_.held()};
  }

 private:
  void judged(const Inputs& in, const Outputs& out);
  void counted(const Inputs& in, const Outputs& out);
  void carried(std::size_t sum, std::uint32_t left, std::uint32_t right, std::uint32_t result);

  unsigned counter_bits_;
  std::uint32_t most_;
  CoverageGroup rules_;
  ComparisonGroup comparisons_;
  CoverageGroup magnitudes_;
  CoverageGroup beyond_;
  CoverageGroup carries_;
  CoverageGroup wraps_;
  CoverageGroup together_;
  EventGroups events_;
  CoverageGroup packets_;
};

}  // namespace weir::cosim

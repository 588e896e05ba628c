// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a port's gradient rule: H below, at and above Bm beside depths below, level and above, of each
// class, and of classes without messages; all that may come of a class in one cycle, and each event beside each of
// another class; each bit of H, of what no output has taken and of what is told; counts that come round; periods that
// pass at rest, while a message is due and as it is taken; 2^16 of each event; what is told and what the MAC is
// offered; a link that comes up; what comes before the reset is released; each event directly after each other, and
// times of more than 2^k cycles without one. What the port alone does is covered by equipped_port.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/gradient_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/offer_coverage.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class GradientPortCoverage {
 public:
  using Inputs = reference::GradientPortInputs;
  using Outputs = reference::GradientPortOutputs;

  explicit GradientPortCoverage(const reference::GradientPortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::GradientPortConfig& /*mode*/) { start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {rules_,     beside_,  unjudged_,        together_,     of_two_, held_bits_, untaken_bits_,
            told_bits_, wraps_,   periods_,         many_,         told_,   offers_,    links_,
            early_,     without_, events_.orders(), events_.held()};
  }

 private:
  void start() {
    events_.start();
    due_ = 0;
    counts_ = {};
    met_ = {};
  }
  void rule_out();
  void running(const Inputs& in, const Outputs& out);
  void judge(const Inputs& in, const Outputs& out);
  void gather(const Inputs& in, const Outputs& out);
  void show(const Inputs& in, const Outputs& out);
  void tell(const Inputs& in, const Outputs& out);
  void count(const Inputs& in, const Outputs& out);
  void alone(const Inputs& in);
  bool has_rule(std::size_t c) const { return (config_.gradient >> c & 1U) != 0; }

  reference::GradientPortConfig config_;
  CoverageGroup rules_;
  CoverageGroup beside_;
  CoverageGroup unjudged_;
  CoverageGroup together_;
  CoverageGroup of_two_;
  CoverageGroup held_bits_;
  CoverageGroup untaken_bits_;
  CoverageGroup told_bits_;
  CoverageGroup wraps_;
  CoverageGroup periods_;
  CoverageGroup many_;
  CoverageGroup told_;
  CoverageGroup offers_;
  CoverageGroup links_;
  CoverageGroup early_;
  CoverageGroup without_;
  EventGroups events_;
  std::uint32_t due_ = 0;                                        // classes
  std::array<std::array<std::uint64_t, 4>, kClasses> counts_{};  // blocks since a reset
  std::array<std::array<std::uint64_t, 8>, kClasses> met_{};     // events since a reset
};

}  // namespace weir::cosim

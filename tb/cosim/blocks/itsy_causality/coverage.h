// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a causality unit: every event at every port, idle, pausing or held, and stuck; every fate of a
// check with every number of edges from its egress; every TTL; numbers of every age, on both sides of the wrap;
// exhausted numbers; checks initiated or forwarded at every number of ports at once; counts at and beside XON, at each
// bit that a carry can reach; differences from the check before; taken checks; every pair of ports; each order of two
// events; possible coincidences; each fate of a sum over every number of egresses; and idle times of more than 2^k
// cycles.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"

namespace weir::cosim {

class ItsyCausalityCoverage {
 public:
  using Inputs = reference::ItsyCausalityInputs;
  using Outputs = reference::ItsyCausalityOutputs;
  using Ports = reference::ItsyCausalityCycle::Ports;

  explicit ItsyCausalityCoverage(const reference::ItsyCausalityConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::ItsyCausalityConfig& mode);
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const;

 private:
  void rule_out_sums_and_checks();
  void rule_out_the_rest();

  // The flags of the cycle that decide on everything.
  struct Now {
    Ports held = 0;
    Ports pausing = 0;
    Ports pauses = 0;
  };

  Ports bit(std::uint32_t port) const { return port < widths_.ports ? Ports{1} << port : 0; }
  Now now(const Inputs& in) const;
  Ports edges(const Now& now, std::uint32_t e) const;
  Ports stuck(const Now& now) const;
  void steps(const Inputs& in);
  void names(const Inputs& in);
  void check(const Inputs& in, const Now& now);
  void duplicate(const Inputs& in);
  void number(const Inputs& in);
  void took(const Inputs& in, const Now& now);
  void packets(const Inputs& in, const Now& now);
  void initiations(const Inputs& in, const Now& now);
  void sums(const Inputs& in, const Now& now);
  void together(const Inputs& in, const Now& now);
  void coincide(bool is, std::size_t what) {
    if (is) {
      coincidences_.hit(what);
    }
  }

  reference::ItsyCausalityConfig widths_;
  reference::ItsyCausalityCycle unit_;  // state before the cycle
  CoverageGroup steps_;
  CoverageGroup checks_;
  CoverageGroup ttls_;
  CoverageGroup numbers_;
  CoverageGroup budgets_;
  CoverageGroup at_once_;
  ComparisonGroup comparisons_;
  CoverageGroup names_;
  CoverageGroup crossings_;
  CoverageGroup duplicates_;
  CoverageGroup takes_;
  CoverageGroup pairs_;
  CoverageGroup ends_;
  EventGroups events_;
  CoverageGroup coincidences_;
  CoverageGroup sums_;
  CoverageGroup sum_passes_;

  Outputs out_;  // of the present cycle
};

}  // namespace weir::cosim

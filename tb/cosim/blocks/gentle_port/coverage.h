// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a port's gentle flow control: each stage told and each stage obeyed, of each class; stages
// beyond N; depths of a class, alone and beside others; a stage that is due, told, or gone before it is told; what the
// MAC is offered, with and without stages that are due; packets whose class waits for its limiter, and those that may
// be followed at once; each rounding and clamp; each bit of a wait; frames with any number of classes; each event
// directly after each other, and times of more than 2^k cycles without one. What the port alone does is covered by
// equipped_port.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class GentlePortCoverage {
 public:
  using Inputs = reference::GentlePortInputs;
  using Outputs = reference::GentlePortOutputs;

  explicit GentlePortCoverage(const reference::GentlePortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::GentlePortConfig& /*mode*/) { start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {told_,  obeyed_, beyond_, depths_, dues_,    offers_,          sent_,         held_,
            modes_, waits_,  many_,   shown_,  without_, events_.orders(), events_.held()};
  }

 private:
  void start() {
    events_.start();
    due_ = 0;
    was_told_ = false;
  }
  void rule_out_classes();
  void running(const Inputs& in, const Outputs& out);
  void stages(const Inputs& in, const Outputs& out);
  void depths(const Inputs& in);
  void limiters(const Inputs& in, const Outputs& out);
  std::size_t hear(const Inputs& in, const Outputs& out);
  bool is_gentle(std::size_t c) const { return (config_.gentle >> c & 1U) != 0; }

  reference::GentlePortConfig config_;
  CoverageGroup told_;
  CoverageGroup obeyed_;
  CoverageGroup beyond_;
  CoverageGroup depths_;
  CoverageGroup dues_;
  CoverageGroup offers_;
  CoverageGroup sent_;
  CoverageGroup held_;
  CoverageGroup modes_;
  CoverageGroup waits_;
  CoverageGroup many_;
  CoverageGroup shown_;
  CoverageGroup without_;
  EventGroups events_;
  std::uint32_t due_ = 0;  // in the cycle before
  bool was_told_ = false;
};

}  // namespace weir::cosim

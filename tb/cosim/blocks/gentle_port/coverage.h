// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a port's gentle flow control: each stage told and each stage obeyed, of each class; stages
// beyond N; depths of a class, alone and beside others; a stage that is due, told, or gone before it is told; what the
// MAC is offered, with and without stages that are due; frames taken with each N, and heard with each bit of the head
// that says nothing; packets whose class waits for its limiter, and those that may be followed at once; each rounding
// and clamp; packets, rates and waits with a tick and without; each bit of a wait; frames with any number of classes;
// more than 2^16 frames heard and packets that come and leave, and more than 2^17 that end; each event directly after
// each other, and times of more than 2^k cycles without one, in which a limiter holds its class, and in which a stage
// stands that has been told. What the port alone does is covered by equipped_port.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/limiter_coverage.h"
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
    return {told_,
            obeyed_,
            beyond_,
            depths_,
            dues_,
            offers_,
            limiters_.sent(),
            limiters_.held(),
            limiters_.sets(),
            limiters_.modes(),
            limiters_.waits(),
            ticks_,
            many_,
            reserved_,
            with_n_,
            counts_,
            limits_,
            standing_,
            shown_,
            without_,
            events_.orders(),
            events_.held()};
  }

 private:
  void start() {
    events_.start();
    due_ = 0;
    was_told_ = false;
    seen_ = {};
  }
  // Of a class since the reset.
  struct Seen {
    std::array<std::uint64_t, 4> counted{};  // as kCounts
    std::uint64_t held = 0;                  // cycles
    std::uint64_t stood = 0;
    std::uint32_t told = 0;
  };
  void rule_out_classes();
  void running(const Inputs& in, const Outputs& out);
  void stages(const Inputs& in, const Outputs& out);
  void depths(const Inputs& in);
  void limiters(const Inputs& in, const Outputs& out);
  void tick(const Inputs& in, const Outputs& out, std::size_t c);
  void lengths(const Outputs& out, bool taken);
  void count(std::size_t what, std::size_t c);
  std::size_t hear(const Inputs& in, const Outputs& out);
  bool is_gentle(std::size_t c) const { return (config_.gentle >> c & 1U) != 0; }

  reference::GentlePortConfig config_;
  CoverageGroup told_;
  CoverageGroup obeyed_;
  CoverageGroup beyond_;
  CoverageGroup depths_;
  CoverageGroup dues_;
  CoverageGroup offers_;
  LimiterCoverage limiters_;
  CoverageGroup ticks_;
  CoverageGroup many_;
  CoverageGroup reserved_;
  CoverageGroup with_n_;
  CoverageGroup counts_;
  CoverageGroup limits_;
  CoverageGroup standing_;
  CoverageGroup shown_;
  CoverageGroup without_;
  EventGroups events_;
  std::uint32_t due_ = 0;  // in the cycle before
  bool was_told_ = false;
  std::array<Seen, kClasses> seen_{};
};

}  // namespace weir::cosim

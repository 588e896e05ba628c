// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a port's time-based gentle flow control: rates of each class, from line rate down to nothing
// left; each bit of a factor and of a wait; messages that come to a port at rest, behind one that waits, while a rate
// is worked out and as it is there; what comes in each cycle of a division; any number of classes that wait; ranges
// that change meanwhile, and a link that comes up; what is told and what the MAC is offered; packets whose class waits
// for its limiter, and those that may be followed at once; each rounding and clamp; packets, rates and waits with a
// tick and without; counts that come round, and how often something happens since a reset; each event directly after
// each other, and times of more than 2^k cycles without one, or for which a limiter holds its class as a packet waits.
// What the port alone does is covered by equipped_port.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/linear_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/limiter_coverage.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LinearPortCoverage {
 public:
  using Inputs = reference::LinearPortInputs;
  using Outputs = reference::LinearPortOutputs;

  explicit LinearPortCoverage(const reference::LinearPortConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::LinearPortConfig& /*mode*/) { start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {rates_,
            factors_,
            messages_,
            moments_,
            waiting_,
            ranges_,
            links_,
            told_,
            offers_,
            limiters_.sent(),
            limiters_.held(),
            limiters_.sets(),
            limiters_.modes(),
            limiters_.waits(),
            ticks_,
            clamps_,
            wraps_,
            counts_,
            limits_,
            without_,
            events_.orders(),
            events_.held()};
  }

 private:
  void start() {
    events_.start();
    before_ = {};
    was_ = before_was_ = {};
    links_since_reset_ = 0;
    of_class_ = {};
    sent_blocks_ = come_blocks_ = {};
    divided_ = 0;
  }
  void rule_out();
  void running(const Inputs& in, const Outputs& out);
  void divide(const Inputs& in, const Outputs& out);
  void hear(const Inputs& in, const Outputs& out);
  void obey(const Inputs& in, const Outputs& out);
  void tick(const Inputs& in, const Outputs& out, std::size_t c);
  void count(const Inputs& in);
  void lengths(const Inputs& in, const Outputs& out);
  void count(std::size_t what, std::uint64_t& counted);
  bool is_linear(std::size_t c) const { return (config_.linear >> c & 1U) != 0; }

  reference::LinearPortConfig config_;
  CoverageGroup rates_;
  CoverageGroup factors_;
  CoverageGroup messages_;
  CoverageGroup moments_;
  CoverageGroup waiting_;
  CoverageGroup ranges_;
  CoverageGroup links_;
  CoverageGroup told_;
  CoverageGroup offers_;
  LimiterCoverage limiters_;
  CoverageGroup ticks_;
  CoverageGroup clamps_;
  CoverageGroup wraps_;
  CoverageGroup counts_;
  CoverageGroup limits_;
  CoverageGroup without_;
  EventGroups events_;
  Inputs was_;               // the cycle before
  Inputs before_was_;        // and that before
  Outputs before_;           // the same
  std::size_t divided_ = 0;  // cycles of the division
  std::array<std::uint64_t, kClasses> sent_blocks_{};
  std::array<std::uint64_t, kClasses> come_blocks_{};
  // Since the reset.
  struct OfClass {
    std::uint64_t sent = 0;    // packets
    std::uint64_t waited = 0;  // cycles for which a message has
    std::uint64_t held = 0;    // cycles for which the limiter has
  };
  std::uint64_t links_since_reset_ = 0;
  std::array<OfClass, kClasses> of_class_{};
};

}  // namespace weir::cosim

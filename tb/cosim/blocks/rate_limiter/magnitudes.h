// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of a rate limiter by magnitude: lengths of waits, the bits that carries and borrows reach, values one unit
// of R_c beside a boundary, and orders of events. Only such stimulus shows a fault at one bit, or after 2^k ticks.
// Arithmetic on the widths rules out the unreachable bins.

#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/cosim/blocks/rate_limiter/arithmetic.h"
#include "tb/cosim/blocks/rate_limiter/comparisons.h"
#include "tb/cosim/blocks/rate_limiter/setup.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class LimiterMagnitudes {
 public:
  using Inputs = reference::RateLimiterInputs;
  using Outputs = reference::RateLimiterOutputs;

  LimiterMagnitudes(const RateLimiterSetup& widths, unsigned latency);

  // The following samples are of a block in this mode, just out of reset.
  void start(const RateLimiterSetup& mode);
  // A cycle without event.
  void quiet(const Outputs& out) {
    last_ = Happening::kNothing;
    if (out.r_c < maths_.tick) {
      end_wait();
      ++idle_cycles_;
    } else {
      ++wait_cycles_;
      ++borrows_met_[static_cast<std::size_t>(std::bit_width(out.r_c ^ out.r_c_d))];
    }
  }
  // More cycles without event, in which R_c stays below a tick.
  void rest(std::uint64_t cycles) { idle_cycles_ += cycles; }
  // Any other cycle, including a change of mode.
  void event(const Inputs& in, const Outputs& out);

  // The groups of the modes that were started.
  std::vector<CoverageGroup> take() const;

 private:
  // NOLINTNEXTLINE(performance-enum-size)
  enum class Happening : std::size_t { kNothing, kPacket, kRate, kPacketAndRate, kMode, kReset };

  void end_wait() {
    if (wait_cycles_ != 0) {
      waits_.hit(age_bin(wait_cycles_));
      wait_cycles_ = 0;
    }
  }
  void end_idle(std::uint64_t r_c);
  void mode_changed(const RateLimiterMode& mode, std::uint64_t r_c);
  void packet(const Inputs& in, const Outputs& out, const RateLimiterMode& mode);
  void rounding(const Inputs& in, const RateLimiterMode& mode);
  void load(std::uint64_t gap, std::uint64_t counted, std::uint64_t phase, bool residual);
  void rate(const Inputs& in, const Outputs& out, const RateLimiterMode& mode);
  void near(std::size_t boundary, std::uint64_t value, std::uint64_t limit);
  void rule_out();
  void rule_out_orders(unsigned latency);

  LimiterArithmetic maths_;
  CoverageGroup loads_;
  CoverageGroup overflows_;
  CoverageGroup waits_;
  CoverageGroup idles_;
  CoverageGroup borrows_;
  CoverageGroup carries_;
  CoverageGroup raises_;
  CoverageGroup boundaries_;
  CoverageGroup modes_;
  CoverageGroup orders_;
  LimiterComparisons comparisons_;
  bool residual_started_ = false;
  bool clamp_started_ = false;
  bool whole_started_ = false;

  RateLimiterSetup setup_;
  RateLimiterMode mode_;  // of the previous cycle
  Happening last_ = Happening::kReset;
  std::uint64_t wait_cycles_ = 0;
  std::uint64_t idle_cycles_ = 0;
  std::vector<std::uint64_t> borrows_met_;  // by bit_width of the changed bits
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is to be met at a rate limiter. "Stage" is R_r after the event: the stage number, or for the fixed-point form
// the power of two below the factor. What a mode cannot reach is ruled out by arithmetic on the widths, in rules_out():
// with the clamp and without residual, R_c never exceeds factor * R_l; whole ticks leave no residual in the stage form.
// Groups that are crossed with the mode are not sampled from a change of the mode in flight to the next reset. What is
// told by magnitude is in magnitudes.h.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw_model/reference/rate_limiter_cycle.h"
#include "tb/cosim/blocks/rate_limiter/magnitudes.h"
#include "tb/cosim/blocks/rate_limiter/setup.h"
#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

// NOLINTBEGIN(performance-enum-size)
enum class LimiterEvent : std::size_t { kPacket, kPacketAndRate, kRaised, kLowered, kSame, kReset };
// R_c before the event: 0; below a tick; in its last tick; more.
enum class CountBefore : std::size_t { kZero, kResidual, kLastTick, kCounting };
enum class LimiterOutcome : std::size_t { kFollows, kWaits, kSaturates, kClamped, kKept };
// NOLINTEND(performance-enum-size)

// Classes of R_r, each a range of values.
struct RateClasses {
  reference::RateForm form;
  unsigned bits;  // of R_r
  unsigned fraction;

  RateClasses(reference::RateForm rate_form, const reference::RateLimiterConfig& config);
  std::size_t count() const;
  std::size_t of(std::uint64_t r_r) const;
  std::uint64_t low(std::size_t c) const;
  std::uint64_t high(std::size_t c) const;
  std::string name(std::size_t c) const;
};

// Whether this mode can never show the event with R_r in this class and this R_c before it.
bool rules_out(reference::RateForm form, const reference::RateLimiterConfig& config, std::size_t rate_class,
               LimiterEvent event, CountBefore before);
bool rules_out(reference::RateForm form, const reference::RateLimiterConfig& config, std::size_t rate_class,
               LimiterOutcome outcome);

class RateLimiterCoverage {
 public:
  using Inputs = reference::RateLimiterInputs;
  using Outputs = reference::RateLimiterOutputs;

  // `latency`: by how many cycles the block is late. After a reset nothing arrives for so long.
  explicit RateLimiterCoverage(const RateLimiterSetup& widths, unsigned latency = 0);

  // What follows is of a block in this mode, just out of reset.
  void start(const RateLimiterSetup& mode);
  // Consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);
  // As many cycles like the last one, in which the block was idle and nothing happened.
  void rest(std::uint64_t cycles) { magnitudes_.rest(cycles); }

  // Only bins of modes that were started are asked for.
  std::vector<CoverageGroup> take() const;

 private:
  void event(const Inputs& in, const Outputs& out);
  void packet(const Inputs& in, const Outputs& out);
  std::size_t ticks_bin(std::uint32_t ticks) const;
  std::size_t part_bin(std::uint32_t subticks) const;

  reference::RateForm form_;
  reference::RateLimiterConfig config_;
  RateClasses classes_;
  CoverageGroup events_;
  CoverageGroup outcomes_;
  CoverageGroup roundings_;
  CoverageGroup phases_;
  LimiterMagnitudes magnitudes_;
  std::vector<bool> started_;  // rounding * 2 + raise
  std::size_t rounding_ = 0;
  std::size_t raise_ = 0;
  std::uint64_t tick_;
  std::uint64_t r_c_max_;
  std::uint8_t mode_ = 0;      // at the pins in the cycle before
  bool mode_is_whole_ = true;  // none other since the reset
  // Registers before the cycle that comes next.
  std::uint64_t r_c_ = 0;
  std::uint64_t r_r_ = 0;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a rate limiter. "Stage" is R_r after the event: the stage number or, in fixed-point form, the
// power of two below the factor. rules_out() excludes by arithmetic on the widths the bins that a mode cannot reach:
// with the clamp and without residual, R_c never exceeds factor * R_l; whole ticks leave no residual in stage form.
// Groups crossed with the mode are not sampled from a change of mode during operation to the next reset. magnitudes.h
// has the coverage by magnitude.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
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

// Whether this mode excludes the event (or outcome) with R_r in this class and, for events, R_c in this range before.
bool rules_out(reference::RateForm form, const reference::RateLimiterConfig& config, std::size_t rate_class,
               LimiterEvent event, CountBefore before);
bool rules_out(reference::RateForm form, const reference::RateLimiterConfig& config, std::size_t rate_class,
               LimiterOutcome outcome);

class RateLimiterCoverage {
 public:
  using Inputs = reference::RateLimiterInputs;
  using Outputs = reference::RateLimiterOutputs;

  // `latency`: delay of the block, in cycles. After a reset nothing arrives for this time.
  explicit RateLimiterCoverage(const RateLimiterSetup& widths, unsigned latency = 0);

  // The following samples are of a block in this mode, just out of reset.
  void start(const RateLimiterSetup& mode);
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);
  // Counts more cycles equal to the last one, in which the block was idle and nothing happened.
  void rest(std::uint64_t cycles) { magnitudes_.rest(cycles); }

  // The groups; bins of modes that were not started are ruled out.
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
  std::vector<bool> started_;  // index: rounding * 2 + raise
  std::size_t rounding_ = 0;
  std::size_t raise_ = 0;
  std::uint64_t tick_;
  std::uint64_t r_c_max_;
  std::uint8_t mode_ = 0;      // at the pins in the previous cycle
  bool mode_is_whole_ = true;  // no other mode since the reset
  // Registers before the next cycle.
  std::uint64_t r_c_ = 0;
  std::uint64_t r_r_ = 0;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of scripts for a rate limiter, which finds the packets that bring R_c exactly to a given value.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/cosim/blocks/rate_limiter/comparisons.h"
#include "tb/cosim/blocks/rate_limiter/scripts.h"

namespace weir::cosim {

// Writes a script, and follows R_c in a model.
class LimiterWriter {
 public:
  LimiterWriter(const RateLimiterSetup& setup, std::string name, std::string exercises)
      : maths_(setup), mode_(mode_in({}, setup)), model_(setup.form, setup.config) {
    script_.name = std::move(name);
    script_.exercises = std::move(exercises);
  }

  const LimiterArithmetic& maths() const { return maths_; }
  bool residual() const { return mode_.residual(); }
  std::uint64_t r_c() { return model_.evaluate({}).r_c; }
  LimiterScript done(bool is_long = false) {
    reset();
    script_.is_long = is_long;
    return std::move(script_);
  }

  void clock(reference::RateLimiterInputs in) {
    in.mode = code_;
    model_.clock(in);
    script_.add(in);
  }
  void reset() {
    code_ = 0;
    clock({.rst_n = false});
  }
  void quiet(std::uint64_t cycles = 1) {
    reference::RateLimiterInputs in;
    in.mode = code_;
    model_.skip(cycles);
    script_.add(in, cycles);
  }
  void rate(std::uint64_t r_r) { clock({.rate_valid = true, .r_r = r_r}); }
  void packet(const Load& load, std::uint32_t phase = 0) { clock(packet_of(load, phase)); }
  // Sets the mode from this cycle on.
  void mode(std::size_t number) { code_ = static_cast<std::uint8_t>(number + 1); }

  // Brings R_c, in residual rounding, from a lower value to exactly `target`: long packets first, then the rest. If the
  // widths do not allow this, or not with few packets, R_c comes as near as possible.
  void load(std::uint64_t target, std::uint32_t phase = 0) {
    constexpr int kMostPackets = 1000;
    const std::uint64_t total = target + (std::uint64_t{phase} << maths_.fraction);
    for (int packets = 0; packets < kMostPackets; ++packets) {
      const std::uint64_t before = r_c();
      const std::uint64_t missing = total - maths_.counted(before);
      const Load load = at_most(missing);
      const bool last = maths_.gap(load.r_r, load.r_l) == missing;
      packet(load, last ? phase : 0);
      if (last || r_c() <= before) {
        return;
      }
    }
  }
  // One packet with a wait of whole ticks, at least `least`.
  void load_whole(std::uint64_t least) { packet(whole_at_least(least)); }

  // Sets R_c = target, R_r = 0 and R_l = r_l: a packet at line rate adds nothing to R_c.
  void load_with_r_l(std::uint64_t target, std::uint64_t r_l) {
    load(target + maths_.tick);
    packet({0, r_l});
  }

  // A rate r_r is assigned while R_c stands at `counted` (after the tick), or as near to it as R_c can be three cycles
  // after its load, and R_l at r_l; before it, `from`.
  void assign_at(std::uint64_t counted, std::uint64_t r_l, std::uint64_t from, std::uint64_t r_r) {
    const std::uint64_t most = maths_.r_c_max - std::min(maths_.r_c_max, 3 * maths_.tick);
    reset();
    load_with_r_l(std::min(counted, most) + 2 * maths_.tick, r_l);
    rate(from);
    rate(r_r);
    quiet(2);
  }

  // The packet with the largest gap at or below `gap`.
  Load at_most(std::uint64_t gap) const {
    if (maths_.form == reference::RateForm::kFixedPoint) {
      return factor_at_most(gap);
    }
    for (std::uint64_t k = 1; k < maths_.r_r_max; ++k) {
      if (gap / (power(static_cast<unsigned>(k)) - 1) <= maths_.r_l_max) {
        return {k, gap / (power(static_cast<unsigned>(k)) - 1)};
      }
    }
    return {maths_.r_r_max, std::min(maths_.r_l_max, gap / (power(static_cast<unsigned>(maths_.r_r_max)) - 1))};
  }

  Load factor_at_most(std::uint64_t gap) const {
    if (gap <= maths_.r_r_max) {
      return {gap, 1};
    }
    if (maths_.r_r_max >= maths_.r_l_max) {
      return {std::min(gap / maths_.r_l_max, maths_.r_r_max), maths_.r_l_max};
    }
    if (gap <= maths_.r_l_max) {
      return {1, gap};
    }
    // Neither operand reaches the gap with the other at 1, and not every number is a product: nearest of some.
    constexpr std::uint64_t kTried = 256;
    const std::uint64_t least = std::min((gap + maths_.r_r_max - 1) / maths_.r_r_max, maths_.r_l_max);
    Load best{std::min(gap / least, maths_.r_r_max), least};
    for (std::uint64_t r_l = least; r_l < least + kTried && r_l <= maths_.r_l_max; ++r_l) {
      const Load load{std::min(gap / r_l, maths_.r_r_max), r_l};
      best = maths_.gap(load.r_r, load.r_l) > maths_.gap(best.r_r, best.r_l) ? load : best;
    }
    return best;
  }

  // A packet whose gap is >= 2^bit and, modulo 2^bit, less than a tick; searches all packets.
  std::optional<Load> rest_below_a_tick(unsigned bit) const {
    if (maths_.form == reference::RateForm::kFixedPoint) {
      const unsigned widest = static_cast<unsigned>(std::bit_width(maths_.r_r_max)) - 1;
      const unsigned shift = bit > widest ? bit - widest : 0;
      return power(shift) <= maths_.r_l_max ? std::optional<Load>({power(bit - shift), power(shift)}) : std::nullopt;
    }
    const std::uint64_t below = power(bit) - 1;
    for (std::uint64_t k = 1; k <= maths_.r_r_max; ++k) {
      const std::uint64_t inverse = inverse_of(power(static_cast<unsigned>(k)) - 1);
      for (std::uint64_t rest = 0; rest < maths_.tick; ++rest) {
        const std::uint64_t r_l = rest * inverse & below;
        if (r_l <= maths_.r_l_max && maths_.gap(k, r_l) > below && maths_.gap(k, r_l) < maths_.r_c_max / 2) {
          return Load{k, r_l};
        }
      }
    }
    return std::nullopt;
  }

  // The packet of whole ticks with the smallest gap at or above `gap`, or the longest packet.
  Load whole_at_least(std::uint64_t gap) const {
    if (maths_.form == reference::RateForm::kFixedPoint) {
      const std::uint64_t r_l = gap / maths_.subticks < maths_.r_r_max ? maths_.subticks : whole_most();
      return {std::min((gap + r_l - 1) / r_l, maths_.r_r_max), r_l};
    }
    Load best{maths_.r_r_max, whole_most()};
    for (std::uint64_t k = 1; k <= maths_.r_r_max; ++k) {
      const std::uint64_t unit = (power(static_cast<unsigned>(k)) - 1) * maths_.subticks;
      const std::uint64_t ticks = (gap + unit - 1) / unit;
      if (ticks <= maths_.ticks_max && ticks * unit < maths_.gap(best.r_r, best.r_l)) {
        best = {k, ticks * maths_.subticks};
      }
    }
    return best;
  }

 private:
  std::uint64_t whole_most() const { return std::uint64_t{maths_.ticks_max} * maths_.subticks; }
  reference::RateLimiterInputs packet_of(const Load& load, std::uint32_t phase) const {
    return {.sent = true,
            .rate_valid = true,
            .r_l_ticks = static_cast<std::uint32_t>(load.r_l / maths_.subticks),
            .r_l_subticks = static_cast<std::uint32_t>(load.r_l % maths_.subticks),
            .phase = phase,
            .r_r = load.r_r};
  }

  LimiterArithmetic maths_;
  RateLimiterMode mode_;
  reference::RateLimiterCycle model_;
  LimiterScript script_;
  std::uint8_t code_ = 0;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/rate_limiter_stage and rtl/rate_limiter_fixed_point, register for register. One call of
// clock() is one period: outputs are those just before the clock edge, from the registers as they are and the inputs of
// this cycle; then the edge.
//
// Order inside a cycle: an assigned rate first, so that all else uses it; then either a packet's load or, when the rate
// was raised, the clamp; else the countdown. The mode is that of the cycle in which a packet ends or a rate is
// assigned; a later mode does not change the values of R_c and R_l.

#pragma once

#include <cstdint>

#include "hw_model/reference/rate_limiter.h"

namespace weir::reference {

struct RateLimiterInputs {
  bool rst_n = true;
  bool sent = false;               // a packet ended in the period before this edge
  bool rate_valid = false;         // r_r is assigned
  std::uint8_t mode = 0;           // 0: as configured; otherwise a mode_code()
  std::uint32_t r_l_ticks = 0;     // transmission time of the packet: whole ticks ...
  std::uint32_t r_l_subticks = 0;  // ... and subticks, 0..subticks-1
  std::uint32_t phase = 0;         // subticks from its true end to this edge, 0..subticks-1
  std::uint64_t r_r = 0;           // stage number or factor register
  bool operator==(const RateLimiterInputs&) const = default;
};

struct RateLimiterOutputs {
  bool idle = false;        // R_c is below one tick: the queue may start a packet
  bool follow = false;      // next R_c leaves no gap: a packet may follow the one
                            // that ends in this cycle at once
  std::uint64_t r_c = 0;    // registers
  std::uint64_t r_c_d = 0;  // R_c after this edge
  std::uint64_t r_l = 0;
  std::uint64_t r_r = 0;
  bool operator==(const RateLimiterOutputs&) const = default;
};

// The code of a mode at the input pins, which overrides the configured mode in that cycle.
constexpr std::uint8_t mode_code(Rounding rounding, RateRaise rate_raise) {
  return static_cast<std::uint8_t>(1 + 2 * static_cast<unsigned>(rounding) + (rate_raise == RateRaise::kClamp ? 1 : 0));
}
constexpr Rounding rounding_of_code(std::uint8_t mode) { return static_cast<Rounding>((mode - 1) / 2); }
constexpr RateRaise rate_raise_of_code(std::uint8_t mode) {
  return (mode - 1) % 2 == 1 ? RateRaise::kClamp : RateRaise::kHold;
}

class RateLimiterCycle {
 public:
  // Validates `config`.
  RateLimiterCycle(RateForm form, const RateLimiterConfig& config);

  // `ticks`: a tick passes with the cycle, as it does in the RTL of the limiter by itself.
  RateLimiterOutputs clock(const RateLimiterInputs& in, bool ticks = true) {
    const RateLimiterOutputs out = evaluate(in, ticks);
    if (!in.rst_n) {
      return out;
    }
    r_l_ = in.sent ? rounded(in, mode_in(in)) : r_l_;
    r_r_ = in.rate_valid ? in.r_r : r_r_;
    r_c_ = out.r_c_d;
    return out;
  }

  // The outputs of a cycle without its clock edge. A low rst_n clears the
  // registers at once: reset is asynchronous.
  RateLimiterOutputs evaluate(const RateLimiterInputs& in, bool ticks = true) {
    if (!in.rst_n) {
      r_l_ = r_r_ = r_c_ = 0;
    }
    const std::uint64_t counted = ticks && r_c_ >= tick_ ? r_c_ - tick_ : r_c_;
    std::uint64_t next = counted;
    bool follow = counted < tick_;
    if (in.sent || in.rate_valid) {
      const std::uint64_t r_r = in.rate_valid ? in.r_r : r_r_;
      const Mode mode = mode_in(in);
      const std::uint64_t gap = product(r_r, in.sent ? rounded(in, mode) : r_l_);
      if (in.sent) {
        const std::uint64_t total = gap + (mode.residual ? counted : 0);
        follow = total < tick_;
        // A packet that may follow at once starts at the true end, not at the
        // edge, so nothing is taken off.
        next = total - (mode.residual && !follow ? std::uint64_t{in.phase} << fraction_ : 0);
        next = next > r_c_max_ ? r_c_max_ : next;
      } else if (mode.clamp && in.r_r < r_r_ && gap < counted) {
        next = gap;
        follow = gap < tick_;
      }
    }
    return {.idle = r_c_ < tick_, .follow = follow, .r_c = r_c_, .r_c_d = next, .r_l = r_l_, .r_r = r_r_};
  }

  bool operator==(const RateLimiterCycle&) const = default;

  // The same as `cycles` calls of clock() without inputs.
  void skip(std::uint64_t cycles) {
    if (r_c_ >= tick_) {
      const std::uint64_t left = r_c_ / tick_;
      r_c_ -= (left < cycles ? left : cycles) * tick_;
    }
  }

  std::uint64_t tick() const { return tick_; }  // one tick in units of R_c
  bool counts() const { return r_c_ >= tick_; }

  // New modes from the next clock() on.
  void set_modes(Rounding rounding, RateRaise rate_raise);

 private:
  struct Mode {
    bool residual;
    bool clamp;
    std::uint32_t round_up_from;  // least number of subticks that is rounded up
    bool operator==(const Mode&) const = default;
  };
  Mode mode_of(Rounding rounding, RateRaise rate_raise) const;
  Mode mode_in(const RateLimiterInputs& in) const {
    return in.mode == 0 ? mode_ : mode_of(rounding_of_code(in.mode), rate_raise_of_code(in.mode));
  }

  // R_l in subticks after rounding.
  std::uint64_t rounded(const RateLimiterInputs& in, const Mode& mode) const {
    if (mode.residual) {
      return std::uint64_t{in.r_l_ticks} * subticks_ + in.r_l_subticks;
    }
    const bool up = in.r_l_subticks >= mode.round_up_from && in.r_l_ticks != r_l_ticks_max_;
    return (std::uint64_t{in.r_l_ticks} + up) * subticks_;
  }

  // factor * R_l in units of R_c.
  std::uint64_t product(std::uint64_t r_r, std::uint64_t r_l) const {
    return form_ == RateForm::kStage ? (r_l << r_r) - r_l : r_l * r_r;
  }

  RateForm form_;
  std::uint32_t subticks_;
  Mode mode_;  // as configured
  std::uint32_t r_l_ticks_max_;
  unsigned fraction_;  // fraction bits of R_c below one subtick
  std::uint64_t tick_;
  std::uint64_t r_c_max_;

  std::uint64_t r_l_ = 0;
  std::uint64_t r_r_ = 0;
  std::uint64_t r_c_ = 0;
};

// The clock edge at which a queue becomes idle, from a limiter's outputs of a cycle; the same for the model and for
// RTL. `edge` is the cycle's clock edge, `idle_edge` the answer so far; `tick` is one tick in units of R_c.
inline std::int64_t next_idle_edge(std::int64_t idle_edge, std::int64_t edge, const RateLimiterInputs& in,
                                   const RateLimiterOutputs& out, std::uint64_t tick) {
  if (!in.rst_n || (in.sent && out.follow)) {
    return edge - 1;
  }
  if (!in.sent && out.r_c < tick) {
    return idle_edge;  // was idle and stays so
  }
  return edge + static_cast<std::int64_t>(out.r_c_d / tick);
}

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateRaise;
using reference::Rounding;

constexpr int kCyclesAfter = 3;  // how long an event's consequences are watched

class LimiterWalk {
 public:
  LimiterWalk(RateForm form, const RateLimiterConfig& config)
      : config_(config),
        form_(form),
        classes_(form, config),
        unit_(form == RateForm::kStage ? 1 : std::uint64_t{1} << config.factor_frac),
        r_r_max_(config.r_r_max(form)),
        ticks_max_((1U << config.r_l_ticks) - 1),
        residual_(config.rounding == Rounding::kResidual),
        clamp_(config.rate_raise == RateRaise::kClamp) {}

  std::vector<RateLimiterInputs> write() {
    for (std::size_t rate = 0; rate < classes_.count(); ++rate) {
      for (const auto event : {LimiterEvent::kPacket, LimiterEvent::kPacketAndRate, LimiterEvent::kRaised,
                               LimiterEvent::kLowered, LimiterEvent::kSame, LimiterEvent::kReset}) {
        for (const auto before :
             {CountBefore::kZero, CountBefore::kResidual, CountBefore::kLastTick, CountBefore::kCounting}) {
          if (!rules_out(form_, config_, rate, event, before)) {
            event_at(rate, event, before);
          }
        }
      }
      outcomes(rate);
    }
    roundings();
    phases();
    reset();
    return std::move(cycles_);
  }

 private:
  void idle(int cycles) { cycles_.resize(cycles_.size() + static_cast<std::size_t>(cycles)); }
  void reset() { cycles_.push_back({.rst_n = false}); }
  void rate(std::uint64_t r_r) { cycles_.push_back({.rate_valid = true, .r_r = r_r}); }
  void packet(std::uint32_t ticks, std::uint32_t subticks, std::uint32_t phase = 0) {
    cycles_.push_back({.sent = true, .r_l_ticks = whole(ticks), .r_l_subticks = subticks, .phase = phase});
  }
  void packet_and_rate(std::uint64_t r_r, std::uint32_t ticks, std::uint32_t subticks = 0) {
    cycles_.push_back({.sent = true,
                       .rate_valid = true,
                       .r_l_ticks = whole(ticks),
                       .r_l_subticks = subticks,
                       .phase = 0,
                       .r_r = std::min(r_r, r_r_max_)});
  }

  // From a reset to R_r = r_r and the wanted R_c before the next cycle. An R_c that cannot be reached is left nearby.
  void set_up(std::uint64_t r_r, CountBefore before) {
    reset();
    if (before == CountBefore::kZero) {
      rate(r_r);
    } else if (residual_) {
      // The second packet is empty: what is left of the first is owed at the new rate.
      const std::uint32_t ticks = before == CountBefore::kResidual ? 0 : before == CountBefore::kLastTick ? 2 : 5;
      packet_and_rate(unit_, ticks, config_.subticks / 2);
      packet_and_rate(r_r, 0);
    } else if (before == CountBefore::kResidual) {
      packet_and_rate(1, 1);  // far less than a tick: only the fixed-point form gets here
      rate(r_r);
    } else if (clamp_ && r_r < unit_) {
      // A higher rate would clamp what a lower one has left, so that the packet must be long.
      const std::uint64_t wanted = before == CountBefore::kLastTick ? unit_ : 4 * unit_;
      packet_and_rate(r_r, static_cast<std::uint32_t>(
                               std::min<std::uint64_t>(ticks_max_, r_r == 0 ? 1 : (wanted + r_r - 1) / r_r)));
    } else {
      packet_and_rate(unit_, before == CountBefore::kLastTick ? 2 : 5);
      rate(r_r);
    }
  }

  void event_at(std::size_t c, LimiterEvent event, CountBefore before) {
    const std::uint64_t low = classes_.low(c);
    const std::uint64_t high = classes_.high(c);
    const auto play = [&](std::uint64_t old, const RateLimiterInputs& in) {
      set_up(old, before);
      cycles_.push_back(in);
      idle(kCyclesAfter);
    };
    const RateLimiterInputs any_packet{.sent = true, .r_l_ticks = whole(3), .r_l_subticks = part(7), .phase = part(11)};
    RateLimiterInputs both = any_packet;
    both.rate_valid = true;
    switch (event) {
      case LimiterEvent::kPacket:
        play(high, any_packet);
        break;
      case LimiterEvent::kPacketAndRate:
        both.r_r = low;
        play(unit_, both);
        both.r_r = high;
        play(r_r_max_, both);
        break;
      case LimiterEvent::kRaised:
        play(low + 1, {.rate_valid = true, .r_r = low});
        play(r_r_max_, {.rate_valid = true, .r_r = low});
        break;
      case LimiterEvent::kLowered:
        play(high - 1, {.rate_valid = true, .r_r = high});
        play(0, {.rate_valid = true, .r_r = high});
        break;
      case LimiterEvent::kSame:
        play(high, {.rate_valid = true, .r_r = high});
        break;
      case LimiterEvent::kReset:
        both.rst_n = false;
        both.r_r = high;
        play(high, both);
        break;
    }
  }

  void outcomes(std::size_t c) {
    const std::uint64_t high = classes_.high(c);
    const std::uint32_t last = config_.subticks - 1;
    reset();
    rate(high);
    packet(0, 0);  // follows
    idle(1);
    packet(ticks_max_, last, last);  // the longest wait of this rate
    idle(2);
    // On top of a register that is full already.
    packet_and_rate(r_r_max_, ticks_max_, last);
    packet_and_rate(high, ticks_max_, last);
    packet(1, 0);
    idle(kCyclesAfter);
    // At rates whose own gap is none, a wait is what an earlier rate has left.
    packet_and_rate(r_r_max_, ticks_max_, last);
    packet_and_rate(high, 0);
    // Raised: to less than is left, and from nothing left.
    if (classes_.low(c) < r_r_max_) {
      packet_and_rate(r_r_max_, 2);
      rate(classes_.low(c));
      idle(2);
      reset();
      rate(r_r_max_);
      rate(classes_.low(c));
    }
  }

  void roundings() {
    for (const std::uint32_t ticks : {0U, 1U, ticks_max_ / 2, ticks_max_ - 1, ticks_max_}) {
      for (const std::uint32_t subticks : parts()) {
        reset();
        rate(unit_);
        packet(ticks, subticks, subticks);
        idle(kCyclesAfter);
      }
    }
  }

  void phases() {
    for (const std::uint32_t phase : parts()) {
      reset();
      rate(unit_);
      packet(3, part(5), phase);  // waits
      idle(5);
      packet(0, 0, phase);  // follows
      idle(1);
    }
  }

  // As many ticks, or subticks, as a packet can have.
  std::uint32_t whole(std::uint32_t ticks) const { return std::min(ticks, ticks_max_); }
  std::uint32_t part(std::uint32_t subticks) const { return std::min(subticks, config_.subticks - 1); }
  std::vector<std::uint32_t> parts() const {
    const std::uint32_t half = (config_.subticks + 1) / 2;
    return {0, 1, half - 1, half, part(half + 1), part(half + 2), config_.subticks - 1};
  }

  RateLimiterConfig config_;
  RateForm form_;
  RateClasses classes_;
  std::uint64_t unit_;  // the factor 1: R_c = R_l
  std::uint64_t r_r_max_;
  std::uint32_t ticks_max_;
  bool residual_;
  bool clamp_;
  std::vector<RateLimiterInputs> cycles_;
};

}  // namespace

std::vector<RateLimiterInputs> RateLimiterKind::directed(const Setup& setup) {
  return LimiterWalk(setup.form, setup.config).write();
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::RateForm;
using reference::RateLimiterInputs;

namespace {

constexpr std::uint64_t kSegmentCycles = 4096;

}  // namespace

RateLimiterStimulus::RateLimiterStimulus(std::uint64_t seed, const RateLimiterSetup& setup)
    : random_(seed, "rate_limiter_stimulus"), form_(setup.form), config_(setup.config) {}

void RateLimiterStimulus::fill(std::span<RateLimiterInputs> cycles) {
  for (RateLimiterInputs& cycle : cycles) {
    if (segment_left_ == 0) {
      next_segment();
    }
    --segment_left_;
    if (pause_ > 0) {
      --pause_;
      cycle = RateLimiterInputs{};
    } else {
      cycle = event();
      pause_ = segment_.mean_pause <= 1 ? 0 : random_.below(2 * segment_.mean_pause);
    }
  }
}

void RateLimiterStimulus::next_segment() {
  constexpr Segment kKinds[] = {{1, false}, {2, true}, {12, false}, {100, true}};
  segment_ = kKinds[random_.below(std::size(kKinds))];
  segment_left_ = kSegmentCycles;
}

// Half of the time one of the values at which rounding and comparing change, otherwise any. bound >= 2.
std::uint32_t RateLimiterStimulus::below_or_edge(std::uint64_t& draw, std::uint32_t bound) const {
  const std::uint32_t half = (bound + 1) / 2;
  const std::uint32_t edges[] = {0, 1, half - 1, half, half + 1 < bound ? half + 1 : half, bound - 1, bound - 2, 0};
  const std::uint64_t choice = take(draw, 4);
  return choice < std::size(edges) ? edges[choice] : static_cast<std::uint32_t>(take(draw, 16) * bound >> 16);
}

std::uint64_t RateLimiterStimulus::rate(std::uint64_t& draw) {
  if (take(draw, 3) == 0) {
    return 0;
  }
  const std::uint64_t max = config_.r_r_max(form_);
  if (form_ == RateForm::kStage) {
    return segment_.small ? take(draw, 2) : take(draw, config_.stage);
  }
  // Any order of magnitude is as likely as any other.
  const unsigned bits = config_.factor_int + config_.factor_frac;
  const std::uint64_t any = random_.next();
  const unsigned magnitude =
      static_cast<unsigned>(take(draw, 16) * (segment_.small ? config_.factor_frac + 2 : bits) >> 16);
  return std::min(max, any >> (63 - magnitude));
}

RateLimiterInputs RateLimiterStimulus::event() {
  std::uint64_t draw = random_.next();
  RateLimiterInputs in;
  in.rst_n = take(draw, 8) != 0;
  const std::uint64_t kind = take(draw, 3);
  in.sent = kind < 6;        // 0..4 alone, 5 with a rate
  in.rate_valid = kind > 4;  // 5 with a packet, 6 and 7 alone
  // Values stand on the pins in cycles that do not use them, too: a block must not look.
  in.r_l_ticks =
      segment_.small ? static_cast<std::uint32_t>(take(draw, 4)) : below_or_edge(draw, 1U << config_.r_l_ticks);
  in.r_l_subticks = config_.subticks < 2 ? 0 : below_or_edge(draw, config_.subticks);
  draw = random_.next();
  in.phase = config_.subticks < 2 ? 0 : below_or_edge(draw, config_.subticks);
  in.r_r = rate(draw);
  return in;
}

}  // namespace weir::cosim

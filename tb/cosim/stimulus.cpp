// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/stimulus.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::LeadingZeroInputs;
using reference::RateForm;
using reference::RateLimiterInputs;
using reference::StageComparatorInputs;

namespace {

constexpr std::uint64_t kSegmentCycles = 4096;
constexpr std::uint64_t kTableCycles = 2048;

// Takes `bits` bits off a draw: one 64-bit draw serves several fields.
std::uint64_t take(std::uint64_t& draw, unsigned bits) {
  const std::uint64_t value = draw & ((std::uint64_t{1} << bits) - 1);
  draw >>= bits;
  return value;
}

}  // namespace

RateLimiterStimulus::RateLimiterStimulus(std::uint64_t seed, RateForm form, const reference::RateLimiterConfig& config)
    : random_(seed, "rate_limiter_stimulus"), form_(form), config_(config) {}

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

StageComparatorStimulus::StageComparatorStimulus(std::uint64_t seed, const reference::StageComparatorConfig& config)
    : random_(seed, "stage_comparator_stimulus"),
      max_thresholds_(config.max_thresholds),
      q_max_((std::uint32_t{1} << config.q_bits) - 1) {}

void StageComparatorStimulus::fill(std::span<StageComparatorInputs> cycles) {
  for (StageComparatorInputs& cycle : cycles) {
    if (table_left_ == 0) {
      next_table();
    }
    --table_left_;
    std::uint64_t draw = random_.next();
    q_ = next_q(draw);
    cycle = StageComparatorInputs{};
    cycle.q = q_;
    if (to_write_ > 0) {
      --to_write_;
      cycle.threshold_we = true;
      cycle.threshold_index = to_write_ + 1;
      cycle.threshold = table_[to_write_];
      continue;
    }
    cycle.rst_n = take(draw, 10) != 0;
    // A write to any register, those that do not exist included, or data on the pins without a write.
    cycle.threshold_we = take(draw, 7) == 0;
    cycle.threshold_index = static_cast<std::uint32_t>(take(draw, reference::kStageBits));
    if (cycle.threshold_we) {
      cycle.threshold = static_cast<std::uint32_t>(random_.below(2 * std::uint64_t{q_max_} + 2));
    }
    if (cycle.threshold_we && cycle.rst_n && cycle.threshold_index >= 1 && cycle.threshold_index <= max_thresholds_) {
      table_[cycle.threshold_index - 1] = cycle.threshold;
    }
  }
}

void StageComparatorStimulus::next_table() {
  table_left_ = kTableCycles;
  table_.assign(max_thresholds_, 2 * q_max_ + 1);  // never reached
  const std::uint32_t bm = 2 + static_cast<std::uint32_t>(random_.below(q_max_ - 1));
  switch (random_.below(3)) {
    case 0: {  // GFC's own
      const std::uint32_t b1 = static_cast<std::uint32_t>(random_.below(bm));
      for (std::uint32_t k = 0; k < max_thresholds_; ++k) {
        table_[k] = bm - std::max<std::uint32_t>((bm - b1) >> k, 1);
      }
      break;
    }
    case 1:  // any, in order
      for (std::uint32_t& b : table_) {
        b = static_cast<std::uint32_t>(random_.below(bm));
      }
      std::ranges::sort(table_);
      break;
    default:  // in no order: what stands there while software rewrites the registers
      for (std::uint32_t& b : table_) {
        b = static_cast<std::uint32_t>(random_.below(2 * std::uint64_t{q_max_} + 2));
      }
  }
  to_write_ = max_thresholds_;
}

// Takes at most 35 bits off the draw.
std::uint32_t StageComparatorStimulus::next_q(std::uint64_t& draw) {
  const std::uint64_t kind = take(draw, 3);
  if (kind == 0) {
    return static_cast<std::uint32_t>(take(draw, 32)) & q_max_;
  }
  if (kind <= 3) {  // a frame comes or goes
    const auto step = static_cast<std::uint32_t>(take(draw, 11));
    return take(draw, 1) != 0 ? std::min(q_max_, q_ + step) : q_ - std::min(q_, step);
  }
  // One below, at, or one above a threshold.
  const std::uint32_t b = table_[static_cast<std::size_t>(take(draw, 16) * max_thresholds_ >> 16)];
  const std::uint32_t offset = static_cast<std::uint32_t>(take(draw, 2)) % 3;
  return std::min(q_max_, std::max<std::uint32_t>(b, 1) - 1 + offset);
}

LeadingZeroStimulus::LeadingZeroStimulus(std::uint64_t seed, const reference::StageComparatorConfig& config)
    : random_(seed, "leading_zero_stimulus"), q_bits_(config.q_bits), q_max_((std::uint32_t{1} << config.q_bits) - 1) {}

void LeadingZeroStimulus::fill(std::span<LeadingZeroInputs> cycles) {
  constexpr std::uint64_t kShortTableCycles = 256;
  for (LeadingZeroInputs& cycle : cycles) {
    std::uint64_t draw = random_.next();
    cycle = LeadingZeroInputs{};
    if (table_left_ == 0) {
      table_left_ = kShortTableCycles;
      write_table(cycle);
    } else {
      --table_left_;
      cycle.rst_n = take(draw, 8) != 0;
      // A reset forgets the table; most of the time the next cycle writes another.
      table_left_ = !cycle.rst_n && take(draw, 2) != 0 ? 0 : table_left_;
      // Data on the pins without a write.
      cycle.log2_span = static_cast<std::uint32_t>(take(draw, 3));
      cycle.stages = cycle.log2_span + 1;
    }
    cycle.q = next_q(draw);
  }
}

void LeadingZeroStimulus::write_table(LeadingZeroInputs& cycle) {
  cycle.table_we = true;
  cycle.stages = 1 + static_cast<std::uint32_t>(random_.below((std::uint64_t{1} << reference::kStageBits) - 1));
  if (random_.below(4) == 0) {  // anything
    log2_span_ = static_cast<std::uint32_t>(random_.below(2 * std::uint64_t{std::bit_ceil(q_bits_) / 2}));
    bm_ = static_cast<std::uint32_t>(random_.below(2 * std::uint64_t{q_max_} + 2));
    cycle.stages = static_cast<std::uint32_t>(random_.below(cycle.stages + 1));
  } else {  // B1 >= 0, Bm at most the longest queue and one more
    log2_span_ = static_cast<std::uint32_t>(random_.below(q_bits_ + 1));
    const std::uint32_t span = std::uint32_t{1} << log2_span_;
    bm_ = span + static_cast<std::uint32_t>(random_.below(std::uint64_t{q_max_} + 2 - span));
    if (random_.below(2) == 0) {
      cycle.stages = log2_span_ + 1;  // the paper's rule
    }
  }
  cycle.bm = bm_;
  cycle.log2_span = log2_span_;
}

std::uint32_t LeadingZeroStimulus::next_q(std::uint64_t& draw) const {
  if (take(draw, 3) == 0) {
    return static_cast<std::uint32_t>(take(draw, 32)) & q_max_;
  }
  // One below, at, or one above a threshold, Bm or the threshold that would follow the last.
  const std::int64_t distance = (std::int64_t{1} << (take(draw, 16) * (log2_span_ + 2) >> 16)) >> 1;
  const std::int64_t offset = static_cast<std::int64_t>(take(draw, 2)) % 3 - 1;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(bm_ - distance + offset, 0, q_max_));
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/stage_comparator/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::StageComparatorInputs;

namespace {

constexpr std::uint64_t kTableCycles = 2048;

}  // namespace

StageComparatorStimulus::StageComparatorStimulus(std::uint64_t seed, const reference::StageComparatorConfig& config)
    : random_(seed, "stage_comparator_stimulus"),
      max_thresholds_(config.max_thresholds),
      stage_bits_(config.stage_bits()),
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
    cycle.threshold_index = static_cast<std::uint32_t>(take(draw, stage_bits_));
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
  // A depth one below, at or one above a threshold.
  const std::uint32_t b = table_[static_cast<std::size_t>(take(draw, 16) * max_thresholds_ >> 16)];
  const std::uint32_t offset = static_cast<std::uint32_t>(take(draw, 2)) % 3;
  return std::min(q_max_, std::max<std::uint32_t>(b, 1) - 1 + offset);
}

}  // namespace weir::cosim

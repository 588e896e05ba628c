// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/leading_zero_comparator/stimulus.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::LeadingZeroInputs;

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
  // A depth one below, at or one above a threshold, Bm or the threshold that would follow the last.
  const std::int64_t distance = (std::int64_t{1} << (take(draw, 16) * (log2_span_ + 2) >> 16)) >> 1;
  const std::int64_t offset = static_cast<std::int64_t>(take(draw, 2)) % 3 - 1;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(bm_ - distance + offset, 0, q_max_));
}

}  // namespace weir::cosim

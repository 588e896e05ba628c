// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_gate/stimulus.h"

namespace weir::cosim {

using reference::GradientGateInputs;

namespace {

constexpr std::uint64_t kStopCycles = 64;

}  // namespace

GradientGateStimulus::GradientGateStimulus(std::uint64_t seed, const reference::GradientGateConfig& config)
    : random_(seed, "gradient_gate_stimulus"),
      block_(config),
      counter_bits_(config.counter_bits),
      blocks_bits_(config.blocks_bits),
      most_(static_cast<std::uint32_t>((std::uint64_t{1} << config.counter_bits) - 1)) {}

void GradientGateStimulus::fill(std::span<GradientGateInputs> cycles) {
  for (GradientGateInputs& cycle : cycles) {
    if (stop_left_ == 0) {
      stop_left_ = kStopCycles;
      cycle_.stop = any_count();
    }
    --stop_left_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 13) != 0;  // seldom, so that counts come round
    cycle_.wants = take(draw, 2) != 0;
    cycle_.news = take(draw, 2) == 0;
    cycle_.admitted = take(draw, 1) == 0;
    cycle_.taken = take(draw, 1) == 0;
    cycle_.left = take(draw, 1) == 0;
    draw = random_.next();
    cycle_.blocks = any_blocks(draw);
    cycle_.admitted_blocks = any_blocks(draw);
    cycle_.taken_blocks = any_blocks(draw);
    cycle_.left_blocks = any_blocks(draw);
    draw = random_.next();
    cycle_.depth = next_depth(draw);
    cycle_.news_freed = (block_.sender().sent() - next_held(draw)) & most_;
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

// Below 2^n for an n that is drawn.
std::uint32_t GradientGateStimulus::any_count() {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << random_.below(counter_bits_ + 1)));
}

// Takes 16 bits off the draw.
std::uint32_t GradientGateStimulus::any_blocks(std::uint64_t& draw) const {
  const std::uint64_t magnitude = take(draw, 4);
  const std::uint64_t value = take(draw, 12) << (blocks_bits_ > 12 ? blocks_bits_ - 12 : 0);
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << (magnitude % (blocks_bits_ + 1))) - 1));
}

// The H that the next report is to leave.
std::uint32_t GradientGateStimulus::next_held(std::uint64_t& draw) {
  const std::uint64_t kind = take(draw, 3);
  const auto step = static_cast<std::uint32_t>(take(draw, 4));
  const std::uint32_t held = block_.sender().held();
  switch (kind) {
    case 0:
      return any_count();
    case 1:
    case 2:  // one below Bm, at it, one above
      return (cycle_.stop + step % 3 - 1) & most_;
    case 3:
      return most_ - step;
    case 4:  // nothing is left
      return 0;
    default:  // a packet has left
      return (held - step) & most_;
  }
}

std::uint32_t GradientGateStimulus::next_depth(std::uint64_t& draw) {
  const std::uint64_t kind = take(draw, 3);
  const auto step = static_cast<std::uint32_t>(take(draw, 4));
  switch (kind) {
    case 0:
    case 1:
      return any_count();
    case 2:
      return 0;
    case 3:  // one bit is another
      return block_.sender().held() ^ (1U << (step % counter_bits_));
    default:  // one below H, level, one above
      return (block_.sender().held() + step % 3 - 1) & most_;
  }
}

}  // namespace weir::cosim

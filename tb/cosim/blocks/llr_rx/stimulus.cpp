// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_rx/stimulus.h"

namespace weir::cosim {

using llr::LlrRxInputs;

namespace {

constexpr std::uint64_t kModeCycles = 64;

}  // namespace

LlrRxStimulus::LlrRxStimulus(std::uint64_t seed, const llr::LlrRxCycleConfig& config)
    : random_(seed, "llr_rx_stimulus"),
      block_(config),
      most_(config.most_seq()),
      most_data_(config.most_data()),
      seq_bits_(config.seq_bits) {}

void LlrRxStimulus::fill(std::span<LlrRxInputs> cycles) {
  for (LlrRxInputs& cycle : cycles) {
    if (modes_left_ == 0) {
      draw_modes();
    }
    --modes_left_;
    std::uint64_t draw = random_.next();
    cycle = modes_;
    cycle.rst_n = take(draw, 10) != 0;
    if (take(draw, 8) == 0) {
      cycle.llr_mode_local = !cycle.llr_mode_local;
    }
    const std::uint64_t leaves = take(draw, 3);
    cycle.nack_take = leaves < 2;
    cycle.echo_take = leaves == 2;
    cycle.ack_take = leaves == 3;
    cycle.frame = take(draw, 2) != 0;
    const std::uint64_t fcs = take(draw, 3);
    cycle.frame_fcs = static_cast<std::uint8_t>(fcs < 4 ? 0 : fcs - 4);
    cycle.frame_seq = next_seq(draw);
    cycle.init = take(draw, 5) == 0;
    cycle.init_data = static_cast<std::uint32_t>(take(draw, 30)) & most_data_;
    cycle.init_seq = any_seq();
    block_.clock(cycle);
  }
}

void LlrRxStimulus::draw_modes() {
  std::uint64_t draw = random_.next();
  modes_left_ = kModeCycles;
  modes_.llr_mode_local = take(draw, 4) != 0;
  modes_.bad_frame_any = take(draw, 1) != 0;
  modes_.dup_silent = take(draw, 1) != 0;
  modes_.idle_ack = take(draw, 1) != 0;
}

// Often just before numbers come round, or a power of two.
std::uint32_t LlrRxStimulus::any_seq() {
  std::uint64_t draw = random_.next();
  const auto step = static_cast<std::uint32_t>(take(draw, 2));
  switch (take(draw, 2)) {
    case 0:
      return most_ - step;
    case 1:
      return ((std::uint32_t{1} << take(draw, 8) % seq_bits_) - step) & most_;
    default:
      return static_cast<std::uint32_t>(take(draw, 30)) & most_;
  }
}

std::uint32_t LlrRxStimulus::next_seq(std::uint64_t& draw) {
  const std::uint32_t next = block_.state().next_rx_seq;
  const std::uint32_t half = most_ / 2 + 1;
  const auto step = static_cast<std::uint32_t>(take(draw, 2));
  switch (take(draw, 3)) {
    case 0:
      return any_seq();
    case 1:  // just below half, half, and beyond
      return (next + half + step - 2) & most_;
    case 2:  // a duplicate of late
      return (next - 1 - step) & most_;
    case 3:
      return (next + step) & most_;
    case 4:  // another in one bit alone
      return next ^ (std::uint32_t{1} << random_.below(seq_bits_));
    default:
      return next;
  }
}

}  // namespace weir::cosim

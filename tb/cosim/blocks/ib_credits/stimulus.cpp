// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ib_credits/stimulus.h"

namespace weir::cosim {

using reference::IbCreditsInputs;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles

}  // namespace

IbCreditsStimulus::IbCreditsStimulus(std::uint64_t seed, const reference::IbCreditsConfig& config)
    : random_(seed, "ib_credits_stimulus"),
      block_(config),
      counter_bits_(config.counter_bits),
      blocks_bits_(config.blocks_bits),
      most_(config.most()),
      half_(config.half()) {}

void IbCreditsStimulus::fill(std::span<IbCreditsInputs> cycles) {
  for (IbCreditsInputs& cycle : cycles) {
    if (phase_left_ == 0) {
      draw_phase();
    }
    --phase_left_;
    std::uint64_t draw = random_.next();
    cycle = {.rst_n = take(draw, 11) != 0, .resync = resync_};
    cycle.sent = take(draw, 1) == 0;
    cycle.admitted = take(draw, 2) < (drains_ ? 1 : 3);
    cycle.heard = take(draw, 2) == 0;
    cycle.released = take(draw, 2) < (drains_ ? 3 : 1);
    cycle.take = take(draw, 1) == 0;
    cycle.period = take(draw, 2) == 0;
    cycle.init = take(draw, 7) == 0;
    draw = random_.next();
    cycle.sent_blocks = any_blocks(draw);
    cycle.admitted_blocks = any_blocks(draw);
    cycle.released_blocks = any_blocks(draw);
    cycle.head_blocks = next_head(random_.next());
    cycle.heard_fccl = next_fccl(random_.next());
    cycle.heard_fctbs = next_fctbs(random_.next());
    cycle.buffer = next_buffer(random_.next());
    block_.clock(cycle);
  }
}

void IbCreditsStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_left_ = kPhase;
  resync_ = take(draw, 1) != 0;
  drains_ = take(draw, 1) != 0;
}

// Below 2^n for an n that is drawn.
std::uint32_t IbCreditsStimulus::any_count() {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << random_.below(counter_bits_ + 1)));
}

// Takes 20 bits off the draw.
std::uint32_t IbCreditsStimulus::any_blocks(std::uint64_t& draw) const {
  const std::uint64_t magnitude = take(draw, 4);
  const std::uint64_t value = take(draw, 16);
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << (magnitude % (blocks_bits_ + 1))) - 1));
}

// Often as many blocks as are left, or one fewer or more.
std::uint32_t IbCreditsStimulus::next_head(std::uint64_t draw) {
  const std::uint64_t kind = take(draw, 2);
  const std::uint32_t longest = (std::uint32_t{1} << blocks_bits_) - 1;
  if (kind == 0) {
    return any_blocks(draw);
  }
  const std::uint32_t left = (block_.fccl() - block_.fctbs()) & most_;
  const std::uint32_t aim = (left + static_cast<std::uint32_t>(take(draw, 2)) + (kind == 1 ? half_ : 0) - 1) & most_;
  return aim <= longest ? aim : any_blocks(draw);
}

// The limit that the next message brings.
std::uint32_t IbCreditsStimulus::next_fccl(std::uint64_t draw) {
  const std::uint64_t kind = take(draw, 3);
  const auto step = static_cast<std::uint32_t>(take(draw, 4));
  switch (kind) {
    case 0:
      return any_count();
    case 1:  // half of the range ahead, or beside it
      return (block_.fctbs() + half_ + step - 8) & most_;
    case 2:  // what is known, or older
      return (block_.fccl() - (step < 8 ? 0 : step)) & most_;
    case 3:  // nothing is left, or less
      return (block_.fctbs() + step - 8) & most_;
    case 4:
      return (block_.fccl() ^ (1U << (step % counter_bits_)));
    default:  // a packet or so ahead
      return (block_.fctbs() + any_blocks(draw)) & most_;
  }
}

std::uint32_t IbCreditsStimulus::next_fctbs(std::uint64_t draw) {
  const std::uint64_t kind = take(draw, 2);
  const auto step = static_cast<std::uint32_t>(take(draw, 4));
  switch (kind) {
    case 0:
      return any_count();
    case 1:
      return (block_.abr() ^ (1U << (step % counter_bits_)));
    case 2:
      return (half_ + step - 8) & most_;
    default:
      return (block_.abr() + step - 4) & most_;
  }
}

std::uint32_t IbCreditsStimulus::next_buffer(std::uint64_t draw) {
  const std::uint64_t kind = take(draw, 2);
  const auto step = static_cast<std::uint32_t>(take(draw, 4));
  switch (kind) {
    case 0:
      return any_count();
    case 1:  // as much as is occupied, or beside it
      return (block_.occupied() + step - 8) & most_;
    case 2:  // half of the range is free, or beside it
      return (block_.occupied() + half_ + step - 8) & most_;
    default:
      return (block_.occupied() ^ (1U << (step % counter_bits_)));
  }
}

}  // namespace weir::cosim

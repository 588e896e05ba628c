// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/stimulus.h"

namespace weir::cosim {

using reference::LosslessPortInputs;

namespace {

constexpr std::uint64_t kPhase = 48;  // cycles
constexpr std::uint32_t kMostDepth = (std::uint32_t{1} << 25) - 1;
constexpr std::size_t kXoff = 3;  // of kKeptRegisters
constexpr std::size_t kXon = 4;

}  // namespace

LosslessPortStimulus::LosslessPortStimulus(std::uint64_t seed, const reference::LosslessPortConfig& config)
    : random_(seed, "lossless_port_stimulus"),
      config_(config),
      block_(config),
      kept_(kept_words(config.port)),
      values_(value_places(config.port)) {}

void LosslessPortStimulus::fill(std::span<LosslessPortInputs> cycles) {
  for (In& in : cycles) {
    if (phase_left_ == 0) {
      draw_phase();
    }
    --phase_left_;
    in = phase_;
    std::uint64_t draw = random_.next();
    in.rst_n = take(draw, 8) != 0;
    in.mac_ready = (take(draw, 2) == 0) == busy_;
    in.value = random_.next();
    queues(in);
    if (!quiet_ || take(draw, 4) == 0) {
      events(in);
      frames(in);
      bus(in);
    }
    block_.clock(in);
  }
}

void LosslessPortStimulus::draw_phase() {
  phase_left_ = kPhase;
  std::uint64_t draw = random_.next();
  phase_ = {.port_pause = take(draw, 3) == 0, .resync = take(draw, 1) != 0};
  phase_.credited = take(draw, 1) != 0 ? 255 : bits(draw, 8);
  phase_.strict = bits(draw, 8) & bits(draw, 8);
  phase_.quantum = bits(draw, 14);
  phase_.link_up = take(draw, 3) != 0;
  phase_.step = take(draw, 2) == 0 ? 0 : bits(draw, 10);
  quiet_ = take(draw, 2) == 0;
  busy_ = take(draw, 1) != 0;
  phase_.weights = random_.next() & random_.next();
  phase_.buffer =
      static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (1 + random_.below(config_.counter_bits))));
}

// At a threshold, beside it, in one bit from it, or anywhere.
std::uint32_t LosslessPortStimulus::depth_at(std::uint64_t threshold, std::uint64_t draw) {
  const auto at = static_cast<std::uint32_t>(threshold);
  switch (take(draw, 2)) {
    case 0:
      return (at + bits(draw, 2) - 1) & kMostDepth;
    case 1:
      return at ^ 1U << bits(draw, 5) % 25;
    case 2:
      return at;
    default:
      return bits(draw, 25);
  }
}

std::uint32_t LosslessPortStimulus::blocks(std::uint64_t& draw) const {
  const std::uint32_t most = (std::uint32_t{1} << config_.blocks_bits) - 1;
  return bits(draw, 16) & most >> (take(draw, 3) % config_.blocks_bits);
}

void LosslessPortStimulus::events(In& in) {
  std::uint64_t draw = random_.next();
  in.admitted_valid = take(draw, 1) != 0;
  in.admitted_class = bits(draw, 3);
  in.admitted_blocks = blocks(draw);
  in.released_valid = take(draw, 1) != 0;
  in.released_class = bits(draw, 3);
  in.released_blocks = blocks(draw);
  draw = random_.next();
  in.sent_valid = take(draw, 1) != 0;
  in.sent_class = bits(draw, 3);
  in.sent_blocks = blocks(draw);
  in.above = take(draw, 3) == 0 ? bits(draw, 8) : 0;
  in.below = take(draw, 3) == 0 ? bits(draw, 8) : 0;
  draw = random_.next();
  in.period = take(draw, 2) == 0 ? bits(draw, 8) & bits(draw, 8) : 0;
  in.init = take(draw, 6) == 0;
  in.interrupt_status_set = take(draw, 3) == 0 ? 1U << take(draw, 3) : 0;
  in.interrupt_status_level = take(draw, 3) == 0 ? 1U << take(draw, 3) : 0;
  in.admitted_depth = depth_at(block_.registers().kept(kXoff), random_.next());
  in.released_depth = depth_at(block_.registers().kept(kXon), random_.next());
}

// Heads often as many blocks as are left, or one more.
void LosslessPortStimulus::queues(In& in) {
  std::uint64_t draw = random_.next();
  in.waiting = take(draw, 2) == 0 ? 0 : bits(draw, 8);
  in.open = bits(draw, 8) | bits(draw, 8);
  in.port_open = bits(draw, 8) | bits(draw, 8);
  in.lengths_0_3 = random_.next() >> 8;
  in.lengths_4_7 = random_.next() >> 8;
  const std::uint32_t most = (std::uint32_t{1} << config_.counter_bits) - 1;
  const std::uint32_t longest = (std::uint32_t{1} << config_.blocks_bits) - 1;
  for (std::size_t c = 0; c < kClasses; ++c) {
    draw = random_.next();
    const std::uint32_t left = (block_.credits(c).fccl() - block_.credits(c).fctbs() + bits(draw, 1)) & most;
    const std::uint64_t head = take(draw, 1) != 0 && left <= longest ? left : blocks(draw);
    (c < 4 ? in.head_blocks_0_3 : in.head_blocks_4_7) |= head << (c % 4 * config_.blocks_bits);
  }
}

void LosslessPortStimulus::frames(In& in) {
  std::uint64_t draw = random_.next();
  in.heard_valid = take(draw, 2) != 0;
  in.heard_credit = take(draw, 1) != 0;
  in.heard_class = bits(draw, 3);
  const std::uint32_t most = (std::uint32_t{1} << config_.counter_bits) - 1;
  const std::uint32_t ahead = blocks(draw);
  in.heard_fccl = (block_.credits(in.heard_class).fctbs() + ahead) & most;
  in.heard_fctbs = bits(draw, 24) & most;
  draw = random_.next();
  in.heard_head = (take(draw, 3) == 0 ? 0x0001'0000U : 0x0101'0000U) | bits(draw, 8);
  const std::uint64_t shorts = 0x0003'0003'0003'0003U << take(draw, 3);
  in.heard_times_0_3 = random_.next() & shorts;
  in.heard_times_4_7 = random_.next() & shorts;
}

void LosslessPortStimulus::bus(In& in) {
  std::uint64_t draw = random_.next();
  in.request = take(draw, 2) != 0;
  in.strobe = 15;
  in.data = static_cast<std::uint32_t>(random_.next());
  switch (take(draw, 2)) {
    case 0: {
      const KeptWord& word = kept_[random_.below(kept_.size())];
      in.write = take(draw, 1) != 0;
      in.address = word.address;
      in.data &= word.all() & (take(draw, 1) != 0 ? ~0U : 7U);
      break;
    }
    case 1:
      in.address = values_[339 + random_.below(57)].address;  // those of the port, and a few between
      break;
    case 2:
      in.address = values_[random_.below(values_.size())].address + (take(draw, 2) == 0 ? 4 : 0);
      break;
    default:
      in.address = bits(draw, reference::kRegistersAddressBits);
      break;
  }
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_port/stimulus.h"

#include "tb/cosim/stimulus.h"

namespace weir::cosim {

using reference::GradientPortInputs;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles

}  // namespace

GradientPortStimulus::GradientPortStimulus(std::uint64_t seed, const reference::GradientPortConfig& config)
    : around_(seed, config), random_(seed, "gradient_port_stimulus"), config_(config), block_(config) {}

void GradientPortStimulus::fill(std::span<GradientPortInputs> cycles) {
  around_.fill(
      cycles, kPhase, phase_, [this] { draw_phase(); },
      [this](In& in) {
        viq(in);
        messages(in);
        outputs(in);
        block_.clock(in);
      });
}

void GradientPortStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_ = {};
  phase_.stop = any_count();
  class_ = bits(draw, 3);
  rests_ = take(draw, 1) != 0;
}

std::uint32_t GradientPortStimulus::any_class(std::uint64_t& draw) const {
  const std::uint32_t any = bits(draw, 3);
  return take(draw, 2) == 0 ? any : class_;
}

// Below 2^n for an n that is drawn.
std::uint32_t GradientPortStimulus::any_count() {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << random_.below(config_.counter_bits + 1)));
}

std::uint32_t GradientPortStimulus::any_blocks(std::uint64_t& draw) const {
  const std::uint32_t most = (std::uint32_t{1} << config_.blocks_bits) - 1;
  return bits(draw, 16) & most >> (take(draw, 3) % config_.blocks_bits);
}

// Level with H, a block beside, in one bit from it, or anywhere.
std::uint32_t GradientPortStimulus::next_depth(std::uint32_t held, std::uint64_t& draw) {
  const std::uint64_t kind = take(draw, 2);
  const std::uint32_t step = bits(draw, 5);
  if (kind == 0) {
    return any_count();
  }
  return kind == 1 ? held ^ 1U << step % config_.counter_bits : (held + step % 3 - 1) & config_.credits().most();
}

// What a message leaves of H: Bm, a block beside, a packet less than now, nothing, or anything.
std::uint32_t GradientPortStimulus::next_held(std::uint32_t held, std::uint64_t& draw) {
  const std::uint64_t kind = take(draw, 3);
  const std::uint32_t step = bits(draw, 4);
  if (kind == 0) {
    return any_count();
  }
  return kind == 1 ? 0 : kind < 5 ? phase_.stop + step % 3 - 1 : held - step;
}

// Packets that come into the VIQ of this port, are taken, and leave.
void GradientPortStimulus::viq(In& in) {
  std::uint64_t draw = random_.next();
  if (!rests_ && take(draw, 1) != 0) {
    in.admitted_valid = true;
    in.admitted_class = any_class(draw);
    in.admitted_blocks = any_blocks(draw);
  }
  in.taken_valid = take(draw, 1) != 0;
  in.taken_class = any_class(draw);
  draw = random_.next();
  in.taken_blocks = any_blocks(draw);
  if (!rests_ && take(draw, 1) != 0) {
    in.released_valid = true;
    in.released_class = any_class(draw);
    in.released_blocks = any_blocks(draw);
  }
}

void GradientPortStimulus::messages(In& in) {
  std::uint64_t draw = random_.next();
  if (take(draw, 2) == 0) {
    in.heard_valid = in.heard_credit = true;
    in.heard_class = any_class(draw);
  }
  const reference::GradientSender& sender = block_.gate(in.heard_class).sender();
  if (take(draw, 3) != 0) {  // else as the port draws it
    in.heard_fccl = (sender.sent() - next_held(sender.held(), draw)) & config_.credits().most();
  }
  if (take(draw, 3) == 0) {
    in.period |= 1U << any_class(draw);
  }
}

void GradientPortStimulus::outputs(In& in) {
  std::uint64_t draw = random_.next();
  in.wants = take(draw, 2) != 0;
  in.wants_class = any_class(draw);
  in.wants_blocks = any_blocks(draw);
  in.wants_depth = next_depth(block_.gate(in.wants_class).sender().held(), draw);
  if (take(draw, 2) != 0) {
    in.shown = in.wants_class;
  }
  if (take(draw, 5) == 0) {
    in.stop = any_count();
  }
}

}  // namespace weir::cosim

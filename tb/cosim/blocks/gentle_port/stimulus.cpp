// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gentle_port/stimulus.h"

#include "tb/cosim/blocks/equipped_port/limited_port.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

using reference::GentlePortInputs;

namespace {

constexpr std::uint64_t kPhase = 80;  // cycles
constexpr std::uint32_t kMostDepth = (std::uint32_t{1} << reference::kPortDepthBits) - 1;

}  // namespace

GentlePortStimulus::GentlePortStimulus(std::uint64_t seed, const reference::GentlePortConfig& config)
    : around_(seed, config), random_(seed, "gentle_port_stimulus") {}

void GentlePortStimulus::fill(std::span<GentlePortInputs> cycles) {
  around_.fill(
      cycles, kPhase, phase_, [this] { draw_phase(); }, [this](In& in) { stages(in); });
}

void GentlePortStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_ = {};
  draw_limiters(phase_, draw);
  phase_.log2_span = bits(draw, 5);
  phase_.stages = take(draw, 1) != 0 ? 31 : bits(draw, 5);
  phase_.bm = take(draw, 1) != 0 ? std::uint32_t{1} << bits(draw, 5) % 26 : bits(draw, 26);
  tick_bits_ = draw_tick_bits(draw);
}

// Of the rest below Bm a power of two, or one beside it; or any depth.
std::uint32_t GentlePortStimulus::near_a_threshold(std::uint64_t draw) const {
  const std::uint32_t power = std::uint32_t{1} << take(draw, 5) % reference::kPortDepthBits;
  const std::uint32_t beside = bits(draw, 2);
  return (take(draw, 2) == 0 ? bits(draw, 25) : phase_.bm - power + beside - 2) & kMostDepth;
}

void GentlePortStimulus::stages(In& in) {
  std::uint64_t draw = random_.next();
  if (take(draw, 2) != 0) {
    in.admitted_depth = near_a_threshold(random_.next());
    in.released_depth = near_a_threshold(random_.next());
  }
  if (take(draw, 1) != 0) {  // stages, most of them low
    const std::uint64_t low = 0x0001'0003'0001'001fU;
    in.heard_times_0_3 = random_.next() & low;
    in.heard_times_4_7 = random_.next() & (low << 32 | low >> 32);
  }
  if (take(draw, 2) == 0) {
    in.released_class = in.admitted_class;
  }
  draw_sent(in, draw, tick_bits_);
  in.tick = take(draw, 2) != 0;
}

}  // namespace weir::cosim

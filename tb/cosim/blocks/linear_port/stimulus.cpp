// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_port/stimulus.h"

#include <algorithm>

#include "tb/cosim/blocks/equipped_port/limited_port.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

using reference::LinearPortInputs;

namespace {

constexpr std::uint64_t kPhase = 160;  // cycles: some divisions

}  // namespace

LinearPortStimulus::LinearPortStimulus(std::uint64_t seed, const reference::LinearPortConfig& config)
    : around_(seed, config), random_(seed, "linear_port_stimulus"), config_(config), block_(config) {}

void LinearPortStimulus::fill(std::span<LinearPortInputs> cycles) {
  around_.fill(
      cycles, kPhase, phase_, [this] { draw_phase(); },
      [this](In& in) {
        messages(in);
        block_.clock(in);
      });
}

void LinearPortStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_ = {};
  draw_limiters(phase_, draw);
  tick_bits_ = draw_tick_bits(draw);
  rare_ = take(draw, 1) != 0;
  phase_.linear_range = 1 + random_.below((std::uint64_t{2} << random_.below(config_.rate().room_bits())) - 1);
}

// What a message leaves of the credit is often at the range of the phase or beside it, sometimes nothing or more than a
// count can express.
void LinearPortStimulus::messages(In& in) {
  std::uint64_t draw = random_.next();
  if (rare_ && take(draw, 4) != 0) {
    in.heard_valid = in.heard_valid && !in.heard_credit;
  }
  const std::uint32_t most = config_.credits().most();
  const std::uint64_t kind = take(draw, 3);
  auto room = static_cast<std::uint32_t>(phase_.linear_range >> config_.block_shift) + bits(draw, 2) - 1;
  if (kind == 1) {
    room = (take(draw, 1) != 0 ? 0 : config_.credits().half()) + bits(draw, 2) - 1;
  } else if (kind > 5) {
    room = static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << random_.below(config_.counter_bits + 1)));
  }
  if (kind != 0) {  // else as the port draws it
    in.heard_fccl = (block_.credits(in.heard_class).fctbs() + room) & most;
  }
  if (take(draw, 5) == 0) {
    in.linear_range = 1 + random_.below((std::uint64_t{1} << config_.rate().room_bits()) - 1);
  }
  draw_sent(in, draw, tick_bits_);
  in.tick = take(draw, 2) != 0;
}

}  // namespace weir::cosim

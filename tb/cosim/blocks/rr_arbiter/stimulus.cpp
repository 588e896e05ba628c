// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rr_arbiter/stimulus.h"

namespace weir::cosim {

using reference::RrArbiterInputs;
using reference::RrArbiterOutputs;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles

}  // namespace

RrArbiterStimulus::RrArbiterStimulus(std::uint64_t seed, const reference::RrArbiterConfig& config)
    : random_(seed, "rr_arbiter_stimulus"), block_(config), all_(config.all()), inputs_(config.inputs) {}

void RrArbiterStimulus::fill(std::span<RrArbiterInputs> cycles) {
  for (RrArbiterInputs& cycle : cycles) {
    if (phase_left_ == 0) {
      draw_phase();
    }
    --phase_left_;
    std::uint64_t draw = random_.next();
    cycle.rst_n = take(draw, 10) != 0;
    cycle.accept = take(draw, 2) != 0;
    cycle.lock = take(draw, 3) < lock_of_8_;
    const RrArbiterOutputs now = block_.evaluate({});
    standing_ |= next_requests(now);
    cycle.req = standing_;
    const RrArbiterOutputs out = block_.clock(cycle);
    standing_ = stands_ ? cycle.accept ? standing_ & ~out.grant : standing_ : 0;
  }
}

void RrArbiterStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_left_ = kPhase;
  stands_ = take(draw, 1) != 0;
  const std::uint64_t lock = take(draw, 2);
  lock_of_8_ = lock == 0 ? 0 : lock == 3 ? 7 : 3;
}

std::uint64_t RrArbiterStimulus::next_requests(const RrArbiterOutputs& now) {
  std::uint64_t draw = random_.next();
  const std::uint64_t kind = take(draw, 4);
  const unsigned beside = static_cast<unsigned>(now.pointer + inputs_ + take(draw, 2) - 2) % inputs_;
  const std::uint64_t owner = std::uint64_t{1} << now.owner;
  switch (kind) {
    case 0:
    case 1:
      return 0;
    case 2:
      return all_;
    case 3:
      return all_ & ~(std::uint64_t{1} << beside);
    case 4:
    case 5:
      return std::uint64_t{1} << beside;
    case 6:
      return owner;
    case 7:
      return all_ & ~owner;
    case 8:
    case 9:
      return std::uint64_t{1} << random_.below(inputs_);
    case 10:
      return all_ & ~(std::uint64_t{1} << random_.below(inputs_));
    case 11:
    case 12:
      return random_.next() & all_;
    default:
      return random_.next() & random_.next() & random_.next() & all_;
  }
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/islip/stimulus.h"

namespace weir::cosim {

using reference::IslipInputs;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles

}  // namespace

IslipStimulus::IslipStimulus(std::uint64_t seed, const reference::IslipConfig& config)
    : random_(seed, "islip_stimulus"),
      block_(config),
      inputs_(config.inputs),
      all_(~std::uint64_t{0} >> (64 - config.inputs * config.inputs)) {}

void IslipStimulus::fill(std::span<IslipInputs> cycles) {
  for (IslipInputs& cycle : cycles) {
    if (phase_left_ == 0) {
      draw_phase();
    }
    --phase_left_;
    std::uint64_t draw = random_.next();
    cycle.rst_n = take(draw, 10) != 0;
    cycle.take = take(draw, 3) < taken_of_8_;
    standing_ |= next_requests();
    cycle.req = {standing_};
    const reference::IslipOutputs out = block_.clock(cycle);
    standing_ = stands_ ? cycle.take ? standing_ & ~out.match[0] : standing_ : 0;
  }
}

void IslipStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_left_ = kPhase;
  stands_ = take(draw, 1) != 0;
  const std::uint64_t taken = take(draw, 2);
  taken_of_8_ = taken == 0 ? 4 : taken == 1 ? 7 : 8;
}

std::uint64_t IslipStimulus::next_requests() {
  std::uint64_t draw = random_.next();
  const std::uint64_t row = ~std::uint64_t{0} >> (64 - inputs_);
  const std::uint64_t pair = std::uint64_t{1} << random_.below(std::uint64_t{inputs_} * inputs_);
  switch (take(draw, 4)) {
    case 0:
    case 1:
      return 0;
    case 2:
      return all_;
    case 3:
      return all_ & ~pair;
    case 4:
    case 5:
      return pair;
    case 6:  // all inputs for an output
      return row << random_.below(inputs_) * inputs_;
    case 7: {  // an input for all outputs
      std::uint64_t column = 0;
      for (unsigned output = 0; output < inputs_; ++output) {
        column |= std::uint64_t{1} << output * inputs_;
      }
      return column << random_.below(inputs_);
    }
    case 8:
    case 9:
      return random_.next() & all_;
    case 10:
    case 11:
      return random_.next() & random_.next() & all_;
    case 12:
      return (random_.next() | random_.next()) & all_;
    default:
      return random_.next() & random_.next() & random_.next() & all_;
  }
}

}  // namespace weir::cosim

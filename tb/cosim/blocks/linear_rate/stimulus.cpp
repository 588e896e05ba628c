// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_rate/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::LinearRateInputs;

LinearRateStimulus::LinearRateStimulus(std::uint64_t seed, const reference::LinearRateConfig& config)
    : random_(seed, "linear_rate_stimulus"), block_(config), config_(config) {}

void LinearRateStimulus::fill(std::span<LinearRateInputs> cycles) {
  const std::uint32_t most = static_cast<std::uint32_t>((std::uint64_t{1} << config_.counter_bits) - 1);
  for (LinearRateInputs& cycle : cycles) {
    std::uint64_t draw = random_.next();
    cycle = {.rst_n = take(draw, 10) != 0};
    const std::uint64_t when = take(draw, 5);
    cycle.message = when == 0 || (!block_.evaluate(cycle).busy && when < 24);
    cycle.fctbs = static_cast<std::uint32_t>(take(draw, 32)) & most;
    const std::uint64_t kind = take(draw, 3);
    const std::uint64_t step = take(draw, 3);
    std::uint64_t room = random_.below(std::uint64_t{1} << random_.below(config_.counter_bits + 1));  // blocks
    cycle.range = 1 + random_.below(std::uint64_t{1} << random_.below(config_.room_bits()));
    if (kind == 0) {  // at the range and beside it
      cycle.range = std::max<std::uint64_t>(1, (room << config_.block_shift) + step - 3);
    } else if (kind == 1) {  // nothing left, and what a count can no longer express
      room = (step < 4 ? 0 : std::uint64_t{1} << (config_.counter_bits - 1)) + step % 4 - 1;
    } else if (kind == 2) {  // a multiple of the room
      cycle.range = std::max<std::uint64_t>(1, room << (config_.block_shift + step % 3)) + step / 3;
    }
    cycle.range &= (std::uint64_t{1} << config_.room_bits()) - 1;
    cycle.range = std::max<std::uint64_t>(1, cycle.range);
    cycle.fccl = (cycle.fctbs + static_cast<std::uint32_t>(room)) & most;
    block_.clock(cycle);
  }
}

}  // namespace weir::cosim

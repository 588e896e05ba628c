// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/egress_scheduler/stimulus.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::EgressSchedulerInputs;
using reference::kScheduledClasses;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles

}  // namespace

EgressSchedulerStimulus::EgressSchedulerStimulus(std::uint64_t seed, const reference::EgressSchedulerConfig& config)
    : random_(seed, "egress_scheduler_stimulus"), config_(config), block_(config) {}

void EgressSchedulerStimulus::fill(std::span<EgressSchedulerInputs> cycles) {
  for (EgressSchedulerInputs& cycle : cycles) {
    if (phase_left_ == 0) {
      draw_phase();
    }
    --phase_left_;
    std::uint64_t draw = random_.next();
    cycle = {.rst_n = take(draw, 8) != 0};
    cycle.ready = take(draw, 3) != 0;
    cycle.port_open = take(draw, 2) != 0 ? 255U : static_cast<std::uint32_t>(take(draw, 8));
    cycle.strict = strict_ ^ (take(draw, 4) == 0 ? static_cast<std::uint32_t>(take(draw, 8)) : 0U);
    settings(cycle);
    hold(cycle, next_may(random_.next()));
    lengths(cycle);
    block_.clock(cycle);
  }
}

void EgressSchedulerStimulus::draw_phase() {
  std::uint64_t draw = random_.next();
  phase_left_ = kPhase;
  const auto strict = static_cast<std::uint32_t>(take(draw, 8));
  const auto fewer = static_cast<std::uint32_t>(take(draw, 8));
  const std::uint32_t masks[] = {0, 0, strict & fewer, strict};
  strict_ = masks[take(draw, 2)];
  weights_ = random_.next();
  quantum_ = any_below(config_.length_bits);
}

// Below 2^n for an n that is drawn.
std::uint32_t EgressSchedulerStimulus::any_below(unsigned bits) {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << random_.below(bits + 1)));
}

// A single bit, all bits below one, or those from it up.
std::uint32_t EgressSchedulerStimulus::any_bit_pattern(unsigned bits) {
  const std::uint32_t all = (std::uint32_t{1} << bits) - 1;
  const std::uint32_t bit = std::uint32_t{1} << random_.below(bits);
  const std::uint32_t patterns[] = {bit, bit - 1, all & ~(bit - 1), all};
  return patterns[random_.below(4)];
}

void EgressSchedulerStimulus::settings(EgressSchedulerInputs& in) {
  in.weights = weights_;
  in.quantum = quantum_;
  std::uint64_t draw = random_.next();
  if (take(draw, 1) == 0) {
    in.quantum = take(draw, 1) == 0 ? any_below(config_.length_bits) : any_bit_pattern(config_.length_bits);
  }
  if (take(draw, 1) == 0) {
    for (std::size_t c = 0; c < kScheduledClasses; ++c) {
      set_scheduled_weight(config_, in, c,
                           take(draw, 1) == 0 ? any_below(config_.weight_bits) : any_bit_pattern(config_.weight_bits));
    }
  }
  in.weights &= (std::uint64_t{2} << (kScheduledClasses * config_.weight_bits - 1)) - 1;
}

// The classes that are to be able to go.
std::uint32_t EgressSchedulerStimulus::next_may(std::uint64_t draw) {
  const std::uint64_t kind = take(draw, 3);
  const auto some = static_cast<std::uint32_t>(take(draw, 8));
  const auto fewer = static_cast<std::uint32_t>(take(draw, 8));
  const std::uint32_t in_turn = 1U << block_.turn();
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return 1U << (some % kScheduledClasses);
    case 2:
      return in_turn;
    case 3:
      return some | in_turn;
    case 4:
      return some & ~in_turn;
    case 5:
      return 255;
    case 6:
      return some & fewer;
    default:
      return some;
  }
}

// All others may not, each for a reason or for several.
void EgressSchedulerStimulus::hold(EgressSchedulerInputs& in, std::uint32_t may) {
  std::uint64_t draw = random_.next();
  const auto mask = [&] { return static_cast<std::uint32_t>(take(draw, 8)); };
  const std::uint32_t low = mask();
  const std::uint32_t high = mask();
  const std::uint32_t others = 255 & ~may;
  const auto further = [&] {
    const std::uint32_t one = mask();
    return others & one & mask();
  };
  in.waiting = 255 & ~((others & ~low & ~high) | further());
  in.blocked = (others & low & ~high) | further();
  draw = random_.next();
  in.credit = 255 & ~((others & ~low & high) | further());
  in.open = 255 & ~((others & low & high) | further());
}

// A length from which `at` is not far, or which leaves a power of two of it, or one less.
std::uint32_t EgressSchedulerStimulus::aimed(std::uint32_t at) {
  std::uint64_t draw = random_.next();
  const std::uint64_t kind = take(draw, 3);
  const std::uint32_t bit = std::uint32_t{1} << random_.below(config_.length_bits);
  const std::uint32_t far_bit = std::uint32_t{1} << random_.below(config_.deficit_bits());
  const std::uint32_t aims[] = {at, at + 1, at - 1, at ^ bit, at - far_bit, at - (far_bit - 1), far_bit - 1, bit};
  const std::uint32_t aim = aims[kind];
  return aim <= config_.longest() ? aim : any_below(config_.length_bits);
}

void EgressSchedulerStimulus::lengths(EgressSchedulerInputs& in) {
  for (std::size_t c = 0; c < kScheduledClasses; ++c) {
    set_scheduled_length(config_, in, c, any_below(config_.length_bits));
  }
  const std::size_t turn = block_.turn();
  set_scheduled_length(config_, in, turn, aimed(block_.deficit(turn)));
  const std::uint32_t may = in.may() & ~in.strict;
  const std::uint32_t above = may & (~std::uint32_t{0} << (turn + 1));
  const std::uint32_t behind = above != 0 ? above : may;
  if (behind == 0) {
    return;
  }
  const auto next = static_cast<std::size_t>(std::countr_zero(behind));
  const std::uint32_t rest = block_.deficit(next);
  const std::uint64_t kind = random_.below(4);
  if (next != turn || kind == 0) {
    set_scheduled_length(config_, in, next,
                         aimed(kind < 2 ? rest : rest + scheduled_weight(config_, in, next) * in.quantum));
  }
}

}  // namespace weir::cosim

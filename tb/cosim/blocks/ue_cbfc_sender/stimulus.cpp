// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_sender/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::UeCbfcSenderInputs;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles
constexpr std::uint64_t kLongPhase = 4'096;

}  // namespace

UeCbfcSenderStimulus::UeCbfcSenderStimulus(std::uint64_t seed, const reference::UeCbfcSenderConfig& config)
    : random_(seed, "ue_cbfc_sender_stimulus"), block_(config), config_(config) {}

void UeCbfcSenderStimulus::fill(std::span<UeCbfcSenderInputs> cycles) {
  for (UeCbfcSenderInputs& cycle : cycles) {
    if (in_phase_ == 0) {
      begin_phase();
    }
    --in_phase_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 12) != 0;
    cycle_.frame = take(draw, 2) != 0;
    cycle_.cf = take(draw, 1) == 0;
    cycle_.tick = take(draw, 1) == 0;
    cycle_.cc_take = take(draw, 2) == 0;
    cycle_.set = take(draw, 3) == 0;
    cycle_.set_enable = take(draw, 3) < crowded_;
    cycle_.set_clear = take(draw, 3) == 0;
    cycle_.frame_vc = any_vc(draw);
    cycle_.frame_credits = some_credits(draw);
    draw = random_.next();
    cycle_.cf_vc = any_vc(draw);
    cycle_.set_vc = any_vc(draw);
    cycle_.read_vc = any_vc(draw);
    cycle_.frame_mode = static_cast<std::uint8_t>(take(draw, 2));
    cycle_.frame_exponent = static_cast<std::uint8_t>(take(draw, 4));
    cycle_.frame_reserved = near(block_.channel(cycle_.frame_vc).used, draw);
    draw = random_.next();
    cycle_.cf_reserved = near(block_.channel(cycle_.cf_vc).used, draw);
    cycle_.set_reserved = near(block_.channel(cycle_.set_vc).used, draw);
    aim_limit();
    aim_pool();
    aim_cf();
    aim_timer();
    if (runs_on_) {
      run_on();
    }
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

void UeCbfcSenderStimulus::begin_phase() {
  std::uint64_t draw = random_.next();
  runs_on_ = take(draw, 6) == 0;
  in_phase_ = runs_on_ ? kLongPhase : kPhase;
  hot_ = static_cast<std::uint8_t>(take(draw, config_.vc_bits));
  crowded_ = take(draw, 3) + 1;
  cycle_.pool = take(draw, 1) != 0;
  cycle_.cf_delta = static_cast<std::uint8_t>(take(draw, 2));
}

// The largest frames of one channel, which the other end frees.
void UeCbfcSenderStimulus::run_on() {
  cycle_.rst_n = true;
  cycle_.set = block_.channel(hot_).enabled ? cycle_.set && cycle_.set_vc != hot_ : true;
  if (!block_.channel(hot_).enabled) {
    cycle_.set_vc = hot_;
    cycle_.set_enable = true;
  }
  cycle_.frame = true;
  cycle_.frame_vc = hot_;
  cycle_.frame_credits = config_.most_of_a_frame();
  cycle_.pool = false;
  cycle_.frame_limit = config_.most();
  if (cycle_.cf_vc == hot_) {
    const auto& channel = block_.channel(hot_);
    cycle_.cf_freed = (channel.freed + std::min(channel.used, config_.most_on_wire() / 2)) & config_.most_on_wire();
  }
}

std::uint8_t UeCbfcSenderStimulus::any_vc(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 2);
  const auto any = static_cast<std::uint8_t>(take(draw, config_.vc_bits));
  return kind == 0 ? any : hot_;
}

// Takes 20 bits off the draw.
std::uint32_t UeCbfcSenderStimulus::some_credits(std::uint64_t& draw) const {
  const std::uint64_t magnitude = take(draw, 4) % (config_.credits_bits + 1);
  const std::uint64_t value = take(draw, 16) & ((std::uint64_t{1} << magnitude) - 1);
  return std::max(1U, static_cast<std::uint32_t>(value));
}

// A value of a setting: that one, one beside it, half of it, none, or the most; takes 5 bits off the draw.
std::uint32_t UeCbfcSenderStimulus::near(std::uint64_t value, std::uint64_t& draw) const {
  const auto aimed = static_cast<std::uint32_t>(std::min<std::uint64_t>(value, config_.most()));
  const std::uint64_t kind = take(draw, 3);
  const auto step = static_cast<std::uint32_t>(take(draw, 2));
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return config_.most();
    case 2:
      return aimed / 2;
    default:
      return (aimed + step - 1) & config_.most();
  }
}

void UeCbfcSenderStimulus::aim_limit() {
  std::uint64_t draw = random_.next();
  const std::uint64_t used = std::uint64_t{block_.channel(cycle_.frame_vc).used} + cycle_.frame_credits;
  const std::uint64_t shared = used - std::min<std::uint64_t>(used, cycle_.frame_reserved);
  cycle_.frame_limit = near(cycle_.pool ? shared : used, draw);
}

// Shared credits that are free: what the frame asks for more, or what its exponent makes of it.
void UeCbfcSenderStimulus::aim_pool() {
  std::uint64_t draw = random_.next();
  const std::uint64_t used = block_.channel(cycle_.frame_vc).used;
  const std::uint64_t then = used + cycle_.frame_credits;
  const std::uint64_t shared = then - std::min<std::uint64_t>(then, cycle_.frame_reserved);
  const std::uint64_t more = shared - (used - std::min<std::uint64_t>(used, cycle_.frame_reserved));
  const unsigned exponent = cycle_.frame_exponent;
  const std::uint64_t wanted = exponent >= 8 ? shared << (16U - exponent) : shared >> exponent;
  cycle_.pool_shared = near(block_.shared_used() + (take(draw, 1) != 0 ? more : std::max(more, wanted)), draw);
}

void UeCbfcSenderStimulus::aim_cf() {
  std::uint64_t draw = random_.next();
  const auto& channel = block_.channel(cycle_.cf_vc);
  const std::uint64_t kind = take(draw, 3);
  const auto beside = static_cast<std::uint32_t>(take(draw, 2));
  const std::uint32_t half = config_.most_on_wire() / 2 + 1;
  std::uint32_t step = 0;
  switch (kind) {
    case 0:
      step = static_cast<std::uint32_t>(draw);
      break;
    case 1:
      step = half + beside - 1;
      break;
    case 2:
      step = std::uint32_t{1} << (take(draw, 5) % config_.wire_bits);
      break;
    case 3:
      step = beside - 1;
      break;
    case 4:
      step = channel.used;
      break;
    default:
      step = channel.used == 0 ? 0 : static_cast<std::uint32_t>(draw) % (channel.used + 1);
      break;
  }
  cycle_.cf_freed = (channel.freed + step) & config_.most_on_wire();
}

void UeCbfcSenderStimulus::aim_timer() {
  std::uint64_t draw = random_.next();
  const std::uint64_t bits = take(draw, 5) % (config_.timer_bits + 1);
  const std::uint64_t longest = bits < 5 || take(draw, 4) == 0 ? bits : 3;
  cycle_.cc_timer = static_cast<std::uint32_t>(draw & ((std::uint64_t{1} << longest) - 1));
}

}  // namespace weir::cosim

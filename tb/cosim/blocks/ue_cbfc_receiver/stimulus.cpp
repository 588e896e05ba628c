// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_receiver/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::UeCbfcReceiverInputs;

namespace {

constexpr std::uint64_t kPhase = 64;  // cycles

}  // namespace

UeCbfcReceiverStimulus::UeCbfcReceiverStimulus(std::uint64_t seed, const reference::UeCbfcReceiverConfig& config)
    : random_(seed, "ue_cbfc_receiver_stimulus"), block_(config), config_(config) {}

void UeCbfcReceiverStimulus::fill(std::span<UeCbfcReceiverInputs> cycles) {
  for (UeCbfcReceiverInputs& cycle : cycles) {
    if (in_phase_ == 0) {
      begin_phase();
    }
    --in_phase_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 12) != 0;
    cycle_.accepted = take(draw, 1) == 0;
    cycle_.cc = take(draw, 1) == 0;
    cycle_.cf_take = take(draw, 2) == 0;
    cycle_.set = take(draw, 3) == 0;
    cycle_.set_enable = take(draw, 3) < crowded_;
    cycle_.set_clear = take(draw, 3) == 0;
    cycle_.accepted_vc = any_vc(draw);
    cycle_.accepted_credits = some_credits(draw);
    draw = random_.next();
    cycle_.cc_vc = any_vc(draw);
    cycle_.set_vc = any_vc(draw);
    cycle_.read_vc = any_vc(draw);
    frees(random_.next());
    cycle_.cc_consumed = next_consumed(random_.next());
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

void UeCbfcReceiverStimulus::begin_phase() {
  std::uint64_t draw = random_.next();
  in_phase_ = kPhase;
  hot_ = static_cast<std::uint8_t>(take(draw, config_.vc_bits));
  crowded_ = take(draw, 3) + 1;
  cycle_.cc_signed = take(draw, 1) != 0;
}

std::uint8_t UeCbfcReceiverStimulus::any_vc(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 2);
  const auto any = static_cast<std::uint8_t>(take(draw, config_.vc_bits));
  return kind == 0 ? any : hot_;
}

// At least 1; takes 20 bits off the draw.
std::uint32_t UeCbfcReceiverStimulus::some_credits(std::uint64_t& draw) const {
  const std::uint64_t magnitude = take(draw, 4) % (config_.credits_bits + 1);
  const std::uint64_t value = take(draw, 16) & ((std::uint64_t{1} << magnitude) - 1);
  return std::max(1U, static_cast<std::uint32_t>(value));
}

void UeCbfcReceiverStimulus::frees(std::uint64_t draw) {
  cycle_.freed_vc = any_vc(draw);
  const auto& channel = block_.channel(cycle_.freed_vc);
  const std::uint32_t held = (channel.consumed - channel.freed) & config_.most();
  cycle_.freed_credits = std::max(1U, std::min(held, some_credits(draw)));
  cycle_.freed = held > 0 && take(draw, 1) == 0 && cycle_.rst_n;
}

std::uint32_t UeCbfcReceiverStimulus::next_consumed(std::uint64_t draw) const {
  const std::uint64_t kind = take(draw, 3);
  const auto step = static_cast<std::uint32_t>(take(draw, 4));
  const std::uint32_t half = config_.most() / 2 + 1;
  std::uint32_t from = block_.channel(cycle_.cc_vc).consumed;
  if (cycle_.accepted && cycle_.accepted_vc == cycle_.cc_vc && take(draw, 2) != 0) {
    from += cycle_.accepted_credits;
  }
  switch (kind) {
    case 0:
      return static_cast<std::uint32_t>(draw) & config_.most();
    case 1:  // as far as can be, and one to either side
    case 2:
      return (from + half + step % 3 - 1) & config_.most();
    case 3:
      return (from + (std::uint32_t{1} << (take(draw, 5) % config_.counter_bits))) & config_.most();
    case 4:  // near where counts come round
      return (0U - step) & config_.most();
    default:  // nothing, or a little, lost; or behind
      return (from + step % 5 - 1) & config_.most();
  }
}

}  // namespace weir::cosim

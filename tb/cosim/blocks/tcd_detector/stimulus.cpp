// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/tcd_detector/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::TcdDetectorInputs;
using reference::TcdState;

namespace {

constexpr std::uint64_t kSettingsCycles = 256;

constexpr std::uint32_t most_of(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

}  // namespace

TcdDetectorStimulus::TcdDetectorStimulus(std::uint64_t seed, const reference::TcdDetectorConfig& config)
    : random_(seed, "tcd_detector_stimulus"), block_(config), stamp_bits_(config.stamp_bits), q_bits_(config.q_bits) {}

void TcdDetectorStimulus::fill(std::span<TcdDetectorInputs> cycles) {
  for (TcdDetectorInputs& cycle : cycles) {
    if (settings_left_ == 0) {
      next_settings();
    }
    --settings_left_;
    std::uint64_t draw = random_.next();
    cycle_.now = next_now(draw);
    cycle_.behind = next_behind(draw);
    cycle_.rst_n = take(draw, 10) != 0;
    cycle_.sweep = take(draw, 2) == 0;
    cycle_.off_end = take(draw, 3) == 0;
    cycle_.departs = take(draw, 3) < 5;
    cycle_.red_mark = take(draw, 1) != 0;
    cycle_.paused = take(draw, 2) == 0;
    cycle_.ecn = static_cast<std::uint8_t>(take(draw, 2));
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

// Below 2^n for an n that is drawn, too; now and then one bit alone, or all.
std::uint32_t TcdDetectorStimulus::any_magnitude(unsigned bits) {
  const std::uint64_t kind = random_.below(16);
  if (kind == 0) {
    return most_of(bits);
  }
  if (kind == 1) {
    return std::uint32_t{1} << random_.below(bits);
  }
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (1 + random_.below(bits))));
}

void TcdDetectorStimulus::next_settings() {
  settings_left_ = kSettingsCycles;
  cycle_.longest_on = any_magnitude(stamp_bits_);
  cycle_.period = any_magnitude(stamp_bits_);
  cycle_.low_threshold = any_magnitude(q_bits_);
  cycle_.rise = any_magnitude(q_bits_);
  cycle_.band = any_magnitude(q_bits_);
  cycle_.hard_level = random_.below(2) == 0 ? most_of(q_bits_) : any_magnitude(q_bits_);
  cycle_.sticky = random_.below(2) == 0;
  cycle_.hold = random_.below(4) != 0;
  cycle_.undetermined = static_cast<std::uint8_t>(random_.below(4));
}

// Takes at most 20 bits off the draw and what the stamp has.
std::uint32_t TcdDetectorStimulus::next_now(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 3);
  const auto far = static_cast<std::uint32_t>(take(draw, 12));
  std::uint32_t now = cycle_.now;
  if (kind == 0) {
    now += far << (stamp_bits_ > 12 ? stamp_bits_ - 12 : 0);
  } else if (kind <= 2) {  // one before the end of the span, at it, one after
    const std::uint32_t span = block_.queue().samples() ? cycle_.period : cycle_.longest_on;
    now = block_.stamp() + span + far % 3 - 1;
  } else if (kind <= 5) {
    now += 1;
  } else if (kind == 6) {
    now += far % 16;
  }
  return now & most_of(stamp_bits_);
}

// Takes at most 15 bits off the draw.
std::uint32_t TcdDetectorStimulus::next_behind(std::uint64_t& draw) const {
  const std::uint64_t kind = take(draw, 3);
  const auto step = static_cast<std::int64_t>(take(draw, 12));
  const std::int64_t most = most_of(q_bits_);
  const std::int64_t sample = block_.queue().sample().count();
  const std::int64_t beside = step % 3 - 1;
  std::int64_t behind = 0;
  switch (kind) {
    case 0:  // any
      behind = (step << q_bits_) >> 12;
      break;
    case 1:
      behind = cycle_.low_threshold + beside;
      break;
    case 2:
      behind = sample + cycle_.rise + beside;
      break;
    case 3:
      behind = sample - cycle_.band + beside;
      break;
    case 4:
      behind = cycle_.hard_level + beside;
      break;
    case 5:
      behind = sample + step % 5 - 2;
      break;
    default:  // a frame comes or goes
      behind = std::int64_t{cycle_.behind} + step - 2048;
  }
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(behind, 0, most));
}

}  // namespace weir::cosim

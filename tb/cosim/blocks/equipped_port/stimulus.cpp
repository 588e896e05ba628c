// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/equipped_port/stimulus.h"

#include "tb/cosim/stimulus.h"

namespace weir::cosim {

using reference::EquippedPortInputs;

namespace {

constexpr std::uint64_t kPhase = 96;  // cycles

std::uint32_t most_of(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

}  // namespace

EquippedPortStimulus::EquippedPortStimulus(std::uint64_t seed, const reference::EquippedPortConfig& config)
    : port_(seed, config), random_(seed, "equipped_port_stimulus"), config_(config), block_(config) {}

void EquippedPortStimulus::fill(std::span<EquippedPortInputs> cycles) {
  of_port_.resize(cycles.size());
  port_.fill(of_port_);
  for (std::size_t n = 0; n < cycles.size(); ++n) {
    if (phase_left_ == 0) {
      draw_phase();
    }
    --phase_left_;
    In in = phase_;
    static_cast<reference::LosslessPortInputs&>(in) = of_port_[n];
    if (flows_) {  // nothing of its own is due
      in.admitted_valid = in.released_valid = in.init = false;
      in.above = in.below = in.period = 0;
      in.mac_ready = true;
      in.open = in.port_open = kAllClasses;
    }
    std::uint64_t draw = random_.next();
    in.now = now_ = next_now(draw);
    draw = random_.next();
    in.ecn = bits(draw, 16);
    in.red_mark = bits(draw, 8);
    in.paused = bits(draw, 8) & bits(draw, 8);
    in.shown = bits(draw, 3);
    queues(in);
    block_.clock(in);
    cycles[n] = in;
  }
}

void EquippedPortStimulus::draw_phase() {
  phase_left_ = kPhase;
  std::uint64_t draw = random_.next();
  flows_ = take(draw, 2) != 0;
  phase_ = {};
  phase_.longest_on = take(draw, 1) != 0 ? bits(draw, 4) : any_magnitude(config_.stamp_bits);
  phase_.sample_period = take(draw, 1) != 0 ? bits(draw, 4) : any_magnitude(config_.stamp_bits);
  phase_.low_threshold = any_magnitude(config_.q_bits);
  phase_.rise = any_magnitude(config_.q_bits);
  phase_.band = any_magnitude(config_.q_bits);
  phase_.hard_level = take(draw, 1) != 0 ? most_of(config_.q_bits) : any_magnitude(config_.q_bits);
  phase_.sticky = take(draw, 1) != 0;
  phase_.hold = take(draw, 1) != 0;
  phase_.undetermined = bits(draw, 2);
}

std::uint32_t EquippedPortStimulus::any_magnitude(unsigned bits) {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (1 + random_.below(bits))));
}

// One tick on, none, some, or beside the end of the span of a class.
std::uint32_t EquippedPortStimulus::next_now(std::uint64_t draw) const {
  const std::uint64_t kind = take(draw, 3);
  const std::size_t c = take(draw, 3);
  std::uint32_t now = now_;
  if (kind == 0) {
    const bool samples = block_.detector(c).queue().samples();
    now = block_.detector(c).stamp() + (samples ? phase_.sample_period : phase_.longest_on) + bits(draw, 2) - 1;
  } else if (kind < 5) {
    now += 1;
  } else if (kind == 5) {
    now += bits(draw, 4);
  }
  return now & most_of(config_.stamp_bits);
}

// With a packet of this length behind which as much waits as at some level, or beside it.
std::uint64_t EquippedPortStimulus::next_depth(std::uint32_t c, std::uint64_t length, std::uint64_t draw) const {
  const auto sample = static_cast<std::uint64_t>(block_.detector(c).queue().sample().count());
  const std::uint64_t beside = take(draw, 2);
  const std::uint64_t levels[] = {
      phase_.low_threshold, sample + phase_.rise, sample - phase_.band, phase_.hard_level, sample,
      take(draw, 24),       take(draw, 12),       sample + 100};
  return (levels[take(draw, 3)] + beside - 1 + length) & most_of(config_.q_bits);
}

void EquippedPortStimulus::queues(In& in) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    set_queue_depth(config_, in, c, next_depth(c, reference::waiting_length(in, c), random_.next()));
  }
}

}  // namespace weir::cosim

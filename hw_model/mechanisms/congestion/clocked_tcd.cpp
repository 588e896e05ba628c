// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/clocked_tcd.h"

#include <algorithm>
#include <utility>

namespace weir::congestion {

using reference::TcdDetectorInputs;
using reference::TcdDetectorOutputs;

ClockedTcd::ClockedTcd(std::unique_ptr<reference::TcdBlock> block, const SweepConfig& sweep, unsigned place, Time tick,
                       const TcdDetectorInputs& settings)
    : block_(std::move(block)),
      port_(dynamic_cast<reference::PortDetector<TcdDetectorInputs>*>(block_.get())),
      sweep_(sweep),
      place_(place),
      last_tick_((std::uint32_t{1} << block_->widths().stamp_bits) - 1),
      switch_bits_((std::uint32_t{1} << sweep.width) - 1),
      deepest_((std::uint32_t{1} << block_->widths().q_bits) - 1),
      settings_(settings) {
  if (port_ != nullptr) {
    port_->ticks(tick);
    port_->set(built(settings_), 0);
  }
}

void ClockedTcd::off_ends(std::uint64_t tick, const TcdDetectorOutputs& model) {
  if (port_ != nullptr) {
    clock(tick, off_end());
    return;
  }
  clock_off_end();
  off_end_waits_ = true;
  off_end_tick_ = tick;
  off_end_model_ = model;
}

TcdDetectorInputs ClockedTcd::off_end() const {
  TcdDetectorInputs in = settings_;
  in.off_end = true;
  return in;
}

void ClockedTcd::clock_off_end() {
  if (!std::exchange(off_end_waits_, false))
    return;
  const TcdDetectorInputs in = off_end();
  off_end_model_.ecn = in.ecn;
  play(off_end_tick_, in, off_end_model_);
}

TcdDetectorOutputs ClockedTcd::departs(std::uint64_t tick, const TcdDetectorInputs& inputs,
                                       const TcdDetectorOutputs& model) {
  if (!off_end_waits_ || off_end_tick_ != tick) {
    clock_off_end();
    return play(tick, inputs, model);
  }
  off_end_waits_ = false;
  TcdDetectorInputs in = inputs;
  in.off_end = true;
  TcdDetectorOutputs before = off_end_model_;
  before.ce = model.ce;
  before.ue = model.ue;
  before.ecn = model.ecn;
  return play(tick, in, before);
}

void ClockedTcd::set(std::uint64_t tick, const TcdDetectorInputs& settings) {
  clock_off_end();
  sweep_until(tick + 1);
  settings_ = settings;
  if (port_ != nullptr)
    port_->set(built(settings_), tick);
}

void ClockedTcd::reset() {
  off_end_waits_ = false;
  TcdDetectorInputs in = settings_;
  in.rst_n = false;
  clock(0, in);
  may_run_ = false;
}

// The block's outputs are the registers before a cycle's edge, so that the first cycle shows until when the span runs.
void ClockedTcd::sweep_until(std::uint64_t tick) {
  if (may_run_ && next_tick_ < tick && port_ == nullptr) {
    const std::uint64_t first = next_tick_;
    const TcdDetectorOutputs now = clock_idle(first, sweep_.next_look(first, place_) == first);
    const bool samples = now.held || now.state == static_cast<std::uint8_t>(reference::TcdState::kReleased);
    const std::uint32_t span = samples ? settings_.period : settings_.longest_on;
    const std::uint32_t age = (static_cast<std::uint32_t>(first) - now.stamp) & last_tick_;
    const std::uint64_t look = sweep_.next_look(std::max(first + 1, first + span - std::min(age, span)), place_);
    if (now.running && look < tick)
      clock_idle(look, true);
    may_run_ = now.running && look >= tick;
  }
  next_tick_ = std::max(next_tick_, tick);
}

TcdDetectorOutputs ClockedTcd::clock_idle(std::uint64_t tick, bool sweep) {
  TcdDetectorInputs in = settings_;
  in.sweep = sweep;
  return clock(tick, in);
}

// Numbers as the ports have them. A level beyond the deepest queue is never reached.
TcdDetectorInputs ClockedTcd::built(TcdDetectorInputs in) const {
  for (std::uint32_t* depth : {&in.behind, &in.low_threshold, &in.rise, &in.band, &in.hard_level})
    *depth = std::min(*depth, deepest_);
  return in;
}

TcdDetectorOutputs ClockedTcd::clock(std::uint64_t tick, TcdDetectorInputs in) {
  in.now = static_cast<std::uint32_t>(tick) & last_tick_;
  return block_->clock(built(in));
}

TcdDetectorOutputs ClockedTcd::play(std::uint64_t tick, TcdDetectorInputs inputs, const TcdDetectorOutputs& model) {
  sweep_until(tick);
  inputs.sweep = next_tick_ == tick && sweep_.next_look(tick, place_) == tick;
  next_tick_ = tick + 1;
  may_run_ = true;
  const TcdDetectorOutputs out = clock(tick, inputs);
  TcdDetectorOutputs wanted = model;
  wanted.stamp |= out.stamp & ~switch_bits_;
  wanted.running = out.running;  // the model knows of no sweep
  block_->compare(out, wanted);
  return out;
}

}  // namespace weir::congestion

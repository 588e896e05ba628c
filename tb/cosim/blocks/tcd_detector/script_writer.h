// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a TCD detector into a given state and query it.

#pragma once

#include "hw_model/cycle_models/tcd_detector_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class TcdWriter : public ScriptWriter<TcdWriter, reference::TcdDetectorInputs> {
 public:
  using State = reference::TcdState;

  // Wanted contents of the registers.
  struct Place {
    State state = State::kNonCongestion;
    std::uint32_t stamp = 0;
    std::uint32_t sample = 1000;  // of a released queue, >= 1
    bool seen = false;            // of a released queue
    bool held = false;            // in state 1 by that sample
    bool swept = false;           // the span does not run
  };

  explicit TcdWriter(const reference::TcdDetectorConfig& config)
      : ticks_((std::uint32_t{1} << config.stamp_bits) - 1),
        most_((std::uint32_t{1} << config.q_bits) - 1),
        stamp_bits_(config.stamp_bits),
        q_bits_(config.q_bits) {}

  std::uint32_t ticks() const { return ticks_; }  // the highest tick
  std::uint32_t most() const { return most_; }    // the highest depth, bytes
  unsigned stamp_bits() const { return stamp_bits_; }
  unsigned q_bits() const { return q_bits_; }
  std::uint32_t tick(std::uint64_t of) const { return static_cast<std::uint32_t>(of) & ticks_; }

  // Adds a cycle with the hard level out of reach.
  void add(In in) {
    in.hard_level = most_;
    cycles_.push_back(in);
  }
  void add_with_level(const In& in) { cycles_.push_back(in); }
  void idle(std::uint32_t now = 0, int cycles = 1) {
    cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), In{.now = now});
  }

  // Brings the registers to `place`, starting from a reset.
  void to(const Place& place) {
    reset();
    const bool samples = place.held || place.state == State::kReleased;
    if (!samples && place.state != State::kUndetermined) {
      if (place.state == State::kCongestion) {
        add({.departs = true, .red_mark = true, .ecn = 1});
      }
      if (!place.swept) {
        add({.off_end = true, .now = place.stamp});
      }
      return;
    }
    add({.off_end = true, .departs = true, .ecn = 1, .undetermined = 2, .now = place.stamp});
    if (samples) {
      const In sampled{.departs = true, .ecn = 1, .now = place.stamp, .behind = place.sample};
      add(sampled);  // a span of 0 is over
      if (place.held) {
        In declared = sampled;
        declared.paused = declared.hold = true;
        add(declared);
      }
      if (place.seen) {
        add({.departs = true,
             .paused = true,
             .sticky = true,
             .ecn = 1,
             .now = place.stamp,
             .period = ticks_,
             .behind = place.sample});
      }
    }
    if (place.swept) {
      add({.sweep = true, .now = place.stamp});
    }
  }

 private:
  std::uint32_t ticks_;
  std::uint32_t most_;
  unsigned stamp_bits_;
  unsigned q_bits_;
};

}  // namespace weir::cosim

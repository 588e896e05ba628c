// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCD's state machine of one queue, without its time stamp: the decision when a packet departs (Y. Zhang et al.,
// Congestion Detection in Lossless Networks, SIGCOMM '21, section 4). The detector of the switch and the cycle model of
// the RTL both call it. mechanisms/congestion/tcd.h gives its purpose, docs/reference/tcd_detector.md the hardware.
//
// The rules for 2 -> 1 are one comparison: the queue has risen beyond `rise`, or stands within `band` while a pause
// counts. In a rule without pauses no pause ever counts; in the rule "has not fallen" a pause always counts and `band`
// is 0.
//
// With `hold` a queue that the rule has declared congested is still sampled: every packet is congested from a sample
// that says so to the next one that does not, and in between the queue's length alone does not mark.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

enum class TcdState : std::uint8_t { kNonCongestion, kCongestion, kUndetermined, kReleased };

// Thresholds in bytes that wait behind the departing packet.
struct TcdLevels {
  Bytes low_threshold;  // at or below it a released queue is not congested
  Bytes rise;           // beyond which a queue has risen
  Bytes band;           // within which a queue stands
  bool sticky = true;   // true: a pause counts from when it is seen to the next sample; false: only at the sample
  bool hold = true;     // what a sample declares holds until a sample that does not declare it
};

// What happens to the time stamp.
enum class TcdSpan : std::uint8_t { kKept, kBegun, kEnded };

struct TcdDecision {
  bool congested = false;  // the packet is to get CE
  TcdSpan span = TcdSpan::kKept;
};

class TcdQueue {
 public:
  TcdState state() const { return state_; }
  Bytes sample() const { return sample_; }
  bool pause_seen() const { return pause_seen_; }
  // True in state 1 if a sample led to it; the queue is then still sampled.
  bool held() const { return held_; }

  // True if the running span is T, false if it is max(T_on).
  bool samples() const { return held_ || state_ == TcdState::kReleased; }

  // An OFF period has ended and the span of max(T_on) begins: a queue that was being sampled is undetermined again.
  void off_ends() {
    if (samples()) {
      state_ = TcdState::kUndetermined;
      held_ = false;
    }
  }

  // A packet departs and leaves `behind` bytes; `runs`: the span is not over. `marks()` says whether the queue's length
  // alone marks the packet, and is called in states 0 and 1 only, for a queue that is not held; `pauses()` says whether
  // a pause counts now, and is called for a sampled queue only.
  template <class Marks, class Pauses>
  TcdDecision departs(Bytes behind, bool runs, const TcdLevels& levels, Marks marks, Pauses pauses) {
    if (runs && !samples()) {
      state_ = TcdState::kUndetermined;
      pause_seen_ = false;
      return {};
    }
    if (state_ == TcdState::kNonCongestion || (state_ == TcdState::kCongestion && !held_)) {
      const bool marked = marks();
      state_ = marked ? TcdState::kCongestion : TcdState::kNonCongestion;
      return {.congested = marked};
    }
    if (behind <= levels.low_threshold) {
      state_ = TcdState::kNonCongestion;
      held_ = false;
      return {.span = TcdSpan::kEnded};
    }
    if (state_ == TcdState::kUndetermined) {
      state_ = TcdState::kReleased;
      return {.span = take_sample(behind)};
    }
    const bool pause = pauses();
    pause_seen_ = pause_seen_ || pause;
    if (runs) {
      return {.congested = held_};
    }
    held_ = false;
    if (behind > sample_ + levels.rise || ((levels.sticky ? pause_seen_ : pause) && behind + levels.band >= sample_)) {
      state_ = TcdState::kCongestion;
      held_ = levels.hold;
      return {.congested = true, .span = held_ ? take_sample(behind) : TcdSpan::kEnded};
    }
    state_ = TcdState::kReleased;
    return {.span = take_sample(behind)};
  }

  bool operator==(const TcdQueue&) const = default;

 private:
  TcdSpan take_sample(Bytes behind) {
    sample_ = behind;
    pause_seen_ = false;
    return TcdSpan::kBegun;
  }

  TcdState state_ = TcdState::kNonCongestion;
  Bytes sample_;             // queue length at the last sample
  bool pause_seen_ = false;  // since the sample
  bool held_ = false;
};

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What TCD decides when a packet departs (Y. Zhang et al., Congestion Detection in Lossless Networks, SIGCOMM '21,
// section 4): the state machine of one queue, without its time stamp. The detector of the switch and the cycle model of
// the RTL both ask here. mechanisms/congestion/tcd.h says what it is for, docs/reference/tcd_detector.md what to build.
//
// The rules for 2 -> 1 are one comparison: risen beyond `rise`, or standing within `band` while a pause counts. Where a
// rule has no pauses none ever counts; "has not fallen" is one that counts always, and no band.
//
// With `hold` a queue that the rule has declared congested goes on being sampled: every packet is congested from a
// sample that says so to the next that does not, and the queue's length alone is not asked meanwhile.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

enum class TcdState : std::uint8_t { kNonCongestion, kCongestion, kUndetermined, kReleased };

// In bytes that wait behind the packet that departs.
struct TcdLevels {
  Bytes low_threshold;  // at or below it a released queue is not congested
  Bytes rise;           // beyond which a queue has risen
  Bytes band;           // within which a queue stands
  bool sticky = true;   // a pause counts from when it was seen until the next sample, else at the sample alone
  bool hold = true;     // what a sample declares holds until one that does not
};

// What becomes of the time stamp.
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
  // In state 1 because a sample said so, and sampled still.
  bool held() const { return held_; }

  // Whether the span that runs is T, else max(T_on).
  bool samples() const { return held_ || state_ == TcdState::kReleased; }

  // An OFF period has ended, and the span of max(T_on) begins: a release begins anew.
  void off_ends() {
    if (samples()) {
      state_ = TcdState::kUndetermined;
      held_ = false;
    }
  }

  // A packet departs and leaves `behind` bytes; `runs`: the span is not over. `marks()` says whether its length alone
  // marks it, and is asked in states 0 and 1 only, of a queue that is not held; `pauses()` whether a pause counts now,
  // asked of a queue that is sampled only.
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
  Bytes sample_;             // when a queue that is sampled was last looked at
  bool pause_seen_ = false;  // since the sample
  bool held_ = false;
};

}  // namespace weir::reference

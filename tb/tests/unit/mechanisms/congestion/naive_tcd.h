// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCD a second time, of one queue, for comparison: written from the rules in words, with real numbers, two times of any
// size and no sweep; it shares nothing with the detector. A fault may be planted in it, which the comparison must find.

#pragma once

#include "tb/tests/unit/switch_kit.h"

namespace weir::congestion {

enum class Fault {
  kNone,
  kOnPeriodAtItsEnd,    // T_on = max(T_on) is still undetermined
  kPeriodAtItsEnd,      // a sample is due only after T
  kOverwritesCe,        // UE takes the place of CE
  kStickyOverSamples,   // the pause is remembered over a sample
  kPauseAtTheSample,    // only that of the sample's instant counts
  kLowThresholdOut,     // at the low threshold it still drains
  kRiseAtTwoMtu,        // 2 MTU are a rise
  kBandOut,             // the band's end is a fall
  kTrendAcrossOff,      // an OFF period that no departure saw leaves the sample
  kMarksWhileDraining,  // what drains is marked by its length
  kOffAtTheStart,       // it was OFF until 0
  kStampWraps,          // T_on modulo 2^width
  kForgetsAtOnce,       // what was declared is judged by its length again
  kHoldsForEver,        // what was declared stays so until it is at the low threshold
  kHoldsOverOff,        // an OFF period leaves what was declared
};
inline constexpr Fault kLastFault = Fault::kHoldsOverOff;

struct NaiveRule {
  double longest_on_us = 0;
  double period_us = 0;
  double low = 0;   // bytes, as all below
  double rise = 0;  // a rise is more
  double band = 0;  // standing: not fallen by more
  double hard = 0;  // 0: none
  double threshold = 0;
  bool flat_while_pausing = false;
  bool flat_always = false;  // not decreased
  bool hold = true;          // what was declared goes on being sampled
  double wrap_us = 0;        // of kStampWraps
};

class NaiveTcd {
 public:
  explicit NaiveTcd(const NaiveRule& rule, Fault fault = Fault::kNone) : rule_(rule), fault_(fault) {
    if (fault == Fault::kOffAtTheStart) {
      off_ended_ = 0;
    }
  }

  void off_ends(double now) {
    off_ended_ = now;
    if (declared_ && fault_ != Fault::kHoldsOverOff) {
      declared_ = false;
      last_state_ = 'U';
    }
    if (fault_ != Fault::kTrendAcrossOff) {
      last_.reset();
    }
  }

  // 'c': CE, 'u': UE, '.': as it was.
  char departs(double now, double queue, bool feeder_paused, bool has_ce) {
    const char mark = decide(now, queue, feeder_paused);
    if (mark == 'c' || (rule_.hard > 0 && queue > rule_.hard)) {
      return 'c';
    }
    return mark == 'u' && has_ce && fault_ != Fault::kOverwritesCe ? '.' : mark;
  }

  std::string state() const { return last_state_ == 'U' && last_ ? "R" : std::string(1, last_state_); }

 private:
  struct Sample {
    double at;
    double queue;
  };

  bool on_off(double now) const {
    if (!off_ended_) {
      return false;
    }
    double on = now - *off_ended_;
    if (fault_ == Fault::kStampWraps) {
      while (on >= rule_.wrap_us) {
        on -= rule_.wrap_us;
      }
    }
    return fault_ == Fault::kOnPeriodAtItsEnd ? on <= rule_.longest_on_us : on < rule_.longest_on_us;
  }

  char decide(double now, double queue, bool feeder_paused) {
    if (on_off(now)) {
      last_state_ = 'U';
      last_.reset();
      paused_ = false;
      declared_ = false;
      return 'u';
    }
    if (last_state_ != 'U' && !declared_) {
      return by_length(queue);
    }
    if (queue < rule_.low || (queue == rule_.low && fault_ != Fault::kLowThresholdOut)) {
      last_state_ = '0';
      declared_ = false;
      last_.reset();
      return '.';
    }
    if (!last_) {
      last_ = Sample{now, queue};
      paused_ = false;
      return '.';
    }
    paused_ = paused_ || feeder_paused;
    const double since = now - last_->at;
    if (since < rule_.period_us || (since == rule_.period_us && fault_ == Fault::kPeriodAtItsEnd)) {
      return declared_ || (fault_ == Fault::kMarksWhileDraining && queue > rule_.threshold) ? 'c' : '.';
    }
    return sample(now, queue, feeder_paused);
  }

  char sample(double now, double queue, bool feeder_paused) {
    const double change = queue - last_->queue;
    const bool paused = fault_ == Fault::kPauseAtTheSample ? feeder_paused : paused_;
    const bool risen = change > rule_.rise || (change == rule_.rise && fault_ == Fault::kRiseAtTwoMtu);
    const bool stands = change > -rule_.band || (change == -rule_.band && fault_ != Fault::kBandOut);
    last_ = Sample{now, queue};
    if (fault_ != Fault::kStickyOverSamples) {
      paused_ = false;
    }
    if ((risen && !rule_.flat_always) || (stands && (rule_.flat_always || (rule_.flat_while_pausing && paused)))) {
      last_state_ = '1';
      declared_ = rule_.hold && fault_ != Fault::kForgetsAtOnce;
      if (!declared_) {
        last_.reset();
      }
      return 'c';
    }
    if (declared_ && fault_ == Fault::kHoldsForEver) {
      return 'c';
    }
    declared_ = false;
    last_state_ = 'U';
    return '.';
  }

  char by_length(double queue) {
    const bool congested = queue > rule_.threshold;
    last_state_ = congested ? '1' : '0';
    return congested ? 'c' : '.';
  }

  NaiveRule rule_;
  Fault fault_;
  std::optional<double> off_ended_;
  char last_state_ = '0';
  std::optional<Sample> last_;
  bool paused_ = false;
  bool declared_ = false;  // by a sample, and it goes on being sampled
};

}  // namespace weir::congestion

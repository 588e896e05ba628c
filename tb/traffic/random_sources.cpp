// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/random_sources.h"

namespace weir::traffic {
namespace {

RandomStream stream(const Demand& demand, const char* purpose) { return {demand.seed, demand.stream + purpose}; }

}  // namespace

Poisson::Poisson(const Demand& demand)
    : Source(demand),
      gaps_(stream(demand, ".gaps")),
      gap_{IntervalKind::kExponential, FrameClock(demand.frame_length, demand.rate).mean_ps()},
      next_(kNever) {}

Time Poisson::wake(Time now) {
  if (now >= demand_.stop) {
    return kNever;
  }
  if (next_ == kNever) {
    next_ = now + gap_.draw(gaps_);
  }
  while (next_ <= now) {
    ++due_;
    if (++made_due_ == demand_.packets) {
      return kNever;
    }
    next_ += gap_.draw(gaps_);
  }
  return next_;
}

Bernoulli::Bernoulli(const Demand& demand)
    : Source(demand), slots_(stream(demand, ".slots")), clock_(demand.frame_length, demand.rate) {}

// The beginning of a slot. Slots have the length probability x frame time, counted in millionths of the frame time.
Time Bernoulli::slot_begin(std::uint64_t slot) const {
  return demand_.start + clock_.of(slot * demand_.probability_millionths, kMillion);
}

Time Bernoulli::wake(Time now) {
  while (now < demand_.stop) {
    if (slot_begin(slot_) > now) {
      return slot_begin(slot_);
    }
    const bool is_full = slots_.below(kMillion) < demand_.probability_millionths;
    ++slot_;
    due_ += is_full ? 1 : 0;
    made_due_ += is_full ? 1 : 0;
    if (is_full && made_due_ == demand_.packets) {
      break;
    }
  }
  return kNever;
}

OnOff::OnOff(const Demand& demand)
    : Source(demand),
      on_lengths_(stream(demand, ".on")),
      off_lengths_(stream(demand, ".off")),
      clock_(demand.frame_length, demand.rate) {}

void OnOff::begin_turn(Time now) {
  if (is_on_) {
    on_before_ += turn_end_ - turn_begin_;
  }
  if (!started_) {
    started_ = true;
    const double on = demand_.on.mean_ps;
    is_on_ = on_lengths_.unit() < on / (on + demand_.off.mean_ps);
  } else {
    is_on_ = !is_on_;
  }
  turn_begin_ = now;
  turn_end_ = now + (is_on_ ? demand_.on.draw(on_lengths_) : demand_.off.draw(off_lengths_));
}

Time OnOff::wake(Time now) {
  if (!started_) {
    begin_turn(now);
  }
  while (now < demand_.stop) {
    const Time due = is_on_ ? turn_begin_ + (clock_.of(made_due_) - on_before_) : kNever;
    if (due < turn_end_ && due > now) {
      return due;
    }
    if (due < turn_end_) {
      ++due_;
      if (++made_due_ == demand_.packets) {
        break;
      }
    } else if (turn_end_ > now) {
      return turn_end_;
    } else {
      begin_turn(turn_end_);
    }
  }
  return kNever;
}

}  // namespace weir::traffic

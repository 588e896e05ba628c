// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Packets at random times. What each draws comes from streams of the flow's own, a stream a purpose.

#pragma once

#include <cstdint>

#include "hw_model/base/random_stream.h"
#include "tb/traffic/frame_clock.h"
#include "tb/traffic/source.h"

namespace weir::traffic {

// Exponential times between packets, the first after the start; their mean makes the rate.
class Poisson final : public Source {
 public:
  explicit Poisson(const Demand& demand);
  Time wake(Time now) override;

 private:
  RandomStream gaps_;
  IntervalDistribution gap_;
  Time next_;
  std::uint64_t made_due_ = 0;
};

// Slots of probability x frame_length / rate, from the start on; each has a packet, due at its beginning, with that
// probability.
class Bernoulli final : public Source {
 public:
  explicit Bernoulli(const Demand& demand);
  Time wake(Time now) override;

 private:
  Time slot_begin(std::uint64_t slot) const;

  RandomStream slots_;
  FrameClock clock_;
  std::uint64_t slot_ = 0;  // the next with a packet
  std::uint64_t made_due_ = 0;
};

// Turns of random length, on and off. A packet is due wherever the time spent on is a multiple of frame_length / rate:
// what one turn has left over counts in the next. The first turn is on with the probability that any moment is.
class OnOff final : public Source {
 public:
  explicit OnOff(const Demand& demand);
  Time wake(Time now) override;

 private:
  void begin_turn(Time now);

  RandomStream on_lengths_;
  RandomStream off_lengths_;
  FrameClock clock_;
  bool started_ = false;
  bool is_on_ = false;
  Time turn_begin_;
  Time turn_end_;
  Time on_before_;  // this turn
  std::uint64_t made_due_ = 0;
};

}  // namespace weir::traffic

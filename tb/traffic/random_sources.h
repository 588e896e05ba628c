// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Sources of packets at random times. All draws are from streams of the flow's own, one stream per purpose.

#pragma once

#include <cstdint>

#include "hw_model/base/random_stream.h"
#include "tb/traffic/frame_clock.h"
#include "tb/traffic/source.h"

namespace weir::traffic {

// Exponential times between packets, the first one after the start; their mean gives the rate.
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

// Slots of length probability x frame_length / rate, from the start on. Each slot has, with the given probability, a
// packet due at its beginning.
class Bernoulli final : public Source {
 public:
  explicit Bernoulli(const Demand& demand);
  Time wake(Time now) override;

 private:
  Time slot_begin(std::uint64_t slot) const;

  RandomStream slots_;
  FrameClock clock_;
  std::uint64_t slot_ = 0;  // the next slot with a packet
  std::uint64_t made_due_ = 0;
};

// Alternating on and off periods of random lengths. A packet is due whenever the accumulated on time reaches a multiple
// of frame_length / rate, so the rest of one period counts in the next. The first is on with the long-run probability.
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
  Time on_before_;  // on time before this period
  std::uint64_t made_due_ = 0;
};

}  // namespace weir::traffic

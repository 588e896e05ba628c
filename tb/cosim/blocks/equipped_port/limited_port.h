// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the kinds of port whose classes have rate limiters share: the ports of the limiters' inputs, and a writer of
// cycles that bring limiters into a given state and show it.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/limited_port.h"
#include "tb/cosim/blocks/equipped_port/around_port.h"
#include "tb/cosim/ports_of_whole.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

template <class In>
void add_limited(std::vector<PortOf<In>>& inputs) {
  add(inputs, "rounding_i", 2, &In::rounding);
  add(inputs, "clamp_i", 1, &In::clamp);
  add(inputs, "sent_ticks_i", reference::kRLTickBits, &In::sent_ticks);
  add(inputs, "sent_subticks_i", reference::kSubtickBits, &In::sent_subticks);
  add(inputs, "sent_phase_i", reference::kSubtickBits, &In::sent_phase);
}

// Settings of the limiters, half of the time with residual rounding.
inline void draw_limiters(reference::LimitedPortInputs& phase, std::uint64_t& draw) {
  phase.rounding = take(draw, 1) != 0 ? 3 : bits(draw, 2);
  phase.clamp = take(draw, 1) != 0;
}

// Bits of the ticks that packets take: few, or all.
inline unsigned draw_tick_bits(std::uint64_t& draw) {
  return take(draw, 2) == 0 ? reference::kRLTickBits : bits(draw, 2);
}

// The packet that has left took ticks of so many bits.
inline void draw_sent(reference::LimitedPortInputs& in, std::uint64_t& draw, unsigned tick_bits) {
  in.sent_ticks = bits(draw, tick_bits);
  in.sent_subticks = bits(draw, 8) % reference::kSubticks;
  in.sent_phase = bits(draw, 8) % reference::kSubticks;
}

template <class Writer, class Input>
class LimitedPortWriter : public AroundPortWriter<Writer, Input> {
 public:
  using In = Input;
  static constexpr std::uint32_t kMostTicks = (1U << reference::kRLTickBits) - 1;
  static constexpr std::uint32_t kMostSubticks = reference::kSubticks - 1;

  explicit LimitedPortWriter(const reference::EquippedPortConfig& config) : AroundPortWriter<Writer, Input>(config) {}

  // A packet of class c has left that took so long.
  In sent(std::uint32_t c, std::uint32_t ticks, std::uint32_t subticks = 0, std::uint32_t phase = 0) const {
    In in = this->of(this->lossless().sent(c));
    in.sent_ticks = ticks;
    in.sent_subticks = subticks;
    in.sent_phase = phase;
    return this->shown(in, c);
  }

  // Limiters hold each set of these classes, while each class asks by itself, then all: `hold(c)` brings the cycles
  // after which class c waits for its limiter, for so many ticks.
  template <class Hold>
  void hold_each_set(std::uint32_t classes, std::uint64_t ticks, Hold hold) {
    for (std::uint32_t set = 0; set <= classes; ++set) {
      if ((set & ~classes) != 0) {
        continue;
      }
      for (std::uint32_t c = 0; c < kClasses; ++c) {
        if ((set >> c & 1U) != 0) {
          hold(c);
        }
      }
      for (std::uint32_t c = 0; c < kClasses; ++c) {
        this->add(this->goes(c));
      }
      this->add(this->ready(this->waits(this->kAll)));
      this->idle(ticks);
    }
  }
};

}  // namespace weir::cosim

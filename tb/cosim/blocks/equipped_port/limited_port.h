// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the kinds of port whose classes have rate limiters share: the ports of the limiters' inputs, and a writer of
// cycles that bring limiters into a given state and show it.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/limited_port.h"
#include "tb/cosim/blocks/equipped_port/script_writer.h"
#include "tb/cosim/blocks/lossless_port/script_writer.h"
#include "tb/cosim/ports_of_whole.h"
#include "tb/cosim/script_writer.h"
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

// `Writer` gives a cycle its own settings: set(In&).
template <class Writer, class Input>
class LimitedPortWriter : public ScriptWriter<Writer, Input> {
 public:
  using In = Input;
  static constexpr std::uint32_t kAll = 255;
  static constexpr std::uint32_t kMostTicks = (1U << reference::kRLTickBits) - 1;
  static constexpr std::uint32_t kMostSubticks = reference::kSubticks - 1;

  explicit LimitedPortWriter(const reference::EquippedPortConfig& config) : lossless_(config), port_(config) {}

  // A cycle of the port, with residual rounding and clamp.
  In of(const reference::EquippedPortInputs& port) const {
    In in;
    static_cast<reference::EquippedPortInputs&>(in) = port;
    in.rounding = 3;
    in.clamp = true;
    static_cast<const Writer*>(this)->set(in);
    return in;
  }
  In of(const reference::LosslessPortInputs& port) const { return of(port_.of(port)); }
  In still() const { return of(port_.still()); }
  void idle(std::uint64_t cycles = 1) { this->cycles_.insert(this->cycles_.end(), cycles, still()); }
  void reset() {
    In in = still();
    in.rst_n = false;
    this->add(in);
  }
  // A reset and its release; PFC for these classes.
  void wake(std::uint32_t pfc = 0) {
    reset();
    idle(2);
    this->add(of(lossless_.written(LosslessPortWriter::kLossless, pfc)));
  }
  In shown(In in, std::uint32_t c) const {
    in.shown = c;
    return in;
  }
  void show(std::uint32_t c, std::uint64_t cycles = 1) {
    this->cycles_.insert(this->cycles_.end(), cycles, shown(still(), c));
  }
  In ready(In in) const {
    in.mac_ready = true;
    return in;
  }
  // The MAC takes what is due.
  void drain(int cycles) {
    this->cycles_.insert(this->cycles_.end(), static_cast<std::size_t>(cycles), ready(still()));
  }
  // A packet of class c has left that took so long.
  In sent(std::uint32_t c, std::uint32_t ticks, std::uint32_t subticks = 0, std::uint32_t phase = 0) const {
    In in = of(lossless_.sent(c));
    in.sent_ticks = ticks;
    in.sent_subticks = subticks;
    in.sent_phase = phase;
    return shown(in, c);
  }
  In waits(std::uint32_t classes) const { return of(port_.waits(classes)); }
  In goes(std::uint32_t c) const { return shown(ready(waits(1U << c)), c); }

  const LosslessPortWriter& lossless() const { return lossless_; }
  const EquippedPortWriter& port() const { return port_; }

 private:
  LosslessPortWriter lossless_;
  EquippedPortWriter port_;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the detectors of a port into a given state and show it.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "hw_model/cycle_models/word_fields.h"
#include "tb/cosim/blocks/lossless_port/script_writer.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class EquippedPortWriter : public ScriptWriter<EquippedPortWriter, reference::EquippedPortInputs> {
 public:
  using State = reference::TcdState;
  static constexpr std::uint32_t kAll = 255;
  static constexpr std::uint32_t kRound = kClasses;  // ticks of the sweep
  static constexpr std::uint32_t kSpan = 20;         // ticks: max(T_on)
  static constexpr std::uint32_t kPeriod = 10;       // ticks: T
  static constexpr std::uint32_t kSample = 1000;
  static constexpr std::uint16_t kPause = 50;  // quanta

  explicit EquippedPortWriter(const reference::EquippedPortConfig& config)
      : port_(config),
        config_(config),
        ticks_((std::uint32_t{1} << config.stamp_bits) - 1),
        most_((std::uint32_t{1} << config.q_bits) - 1) {}

  unsigned q_bits() const { return config_.q_bits; }
  std::uint32_t most() const { return most_; }  // the highest depth
  // Time goes on.
  void pass(std::uint32_t ticks) { now_ = (now_ + ticks) & ticks_; }
  // The next tick at which the sweep looks at the class of this place.
  void pass_to(std::uint32_t place) { pass((place - now_) % kClasses); }
  void pass_to_tick(std::uint32_t tick) { now_ = tick & ticks_; }
  // The most ticks that a span may last.
  std::uint32_t longest() const { return ticks_ + 1 - kRound; }

  // A cycle of the port, with levels that no queue reaches, and a packet of each class that knows code points.
  In of(const reference::LosslessPortInputs& port) const {
    In in;
    static_cast<reference::LosslessPortInputs&>(in) = port;
    in.now = now_;
    in.ecn = 0x5555;
    in.longest_on = kSpan;
    in.sample_period = kPeriod;
    in.low_threshold = 100;
    in.rise = in.hard_level = most_;
    in.undetermined = 2;
    in.strict = kAll;
    return in;
  }
  In still() const { return of(port_.still()); }
  void idle(std::uint64_t cycles = 1) { cycles_.insert(cycles_.end(), cycles, still()); }
  void reset() {
    In in = still();
    in.rst_n = false;
    add(in);
  }
  // A reset and its release.
  void wake() {
    reset();
    idle(2);
  }
  void show(std::uint32_t c) {
    In in = still();
    in.shown = c;
    add(in);
  }
  // A cycle with what the next one shows of class c.
  void shown(In in, std::uint32_t c) {
    in.shown = c;
    add(in);
    in.mac_ready = in.heard_valid = false;
    in.waiting = 0;
    add(in);
  }

  void set_queue(In& in, std::uint32_t c, std::uint32_t depth, std::uint32_t length) const {
    reference::set_queue_depth(config_, in, c, depth);
    reference::put_field(c < 4 ? in.lengths_0_3 : in.lengths_4_7, reference::kSchedulerLengthBits, c % 4, length);
  }
  void set_head(In& in, std::uint32_t c, std::uint32_t blocks) const {
    reference::put_field(c < 4 ? in.head_blocks_0_3 : in.head_blocks_4_7, config_.blocks_bits, c % 4, blocks);
  }
  In waits(std::uint32_t classes) const { return of(port_.waits(classes)); }
  // A packet of class c goes, behind which so many bytes wait.
  In goes(std::uint32_t c, std::uint32_t behind) const {
    In in = of(port_.ready(port_.waits(1U << c)));
    set_queue(in, c, behind + 64, 64);
    return in;
  }
  // The peer holds class c for so many quanta; 0: no more.
  In heard(std::uint32_t c, std::uint16_t quanta) const {
    return of(port_.frame(1U << c, static_cast<std::uint16_t>(quanta - 8 * c)));
  }
  // From now on class c has credits for no packet of a block.
  In exhausted(std::uint32_t c) const { return of(port_.message(c, 0)); }
  // A packet of class c lacks credits, if these are exhausted.
  In lacks(std::uint32_t c) const {
    In in = waits(1U << c);
    set_head(in, c, 1);
    return in;
  }
  In all_lack() const {
    In in = waits(kAll);
    for (std::uint32_t c = 0; c < kClasses; ++c) {
      set_head(in, c, 1);
    }
    return in;
  }

  // An OFF period, whose end is in the next cycle.
  void off(std::uint32_t c) {
    add(heard(c, kPause));
    idle();
    add(heard(c, 0));
  }
  // Brings the detector of class c into a state, after a reset.
  void to(std::uint32_t c, State state) {
    wake();
    if (state == State::kCongestion) {
      In in = goes(c, 300);
      in.red_mark = 1U << c;
      add(in);
    }
    if (state == State::kUndetermined || state == State::kReleased) {
      off(c);
      add(goes(c, 300));
    }
    if (state == State::kReleased) {
      pass(kSpan);
      add(goes(c, kSample));
    }
  }

 private:
  LosslessPortWriter port_;
  reference::EquippedPortConfig config_;
  std::uint32_t ticks_;
  std::uint32_t most_;
  std::uint32_t now_ = 7;
};

}  // namespace weir::cosim

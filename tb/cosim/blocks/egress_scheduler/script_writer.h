// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the egress scheduler into a given state and let classes go.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class EgressSchedulerWriter : public ScriptWriter<EgressSchedulerWriter, reference::EgressSchedulerInputs> {
 public:
  static constexpr std::size_t kClasses = reference::kScheduledClasses;
  static constexpr std::uint32_t kAll = 255;

  explicit EgressSchedulerWriter(const reference::EgressSchedulerConfig& config) : config_(config) {}

  const reference::EgressSchedulerConfig& config() const { return config_; }
  std::uint32_t longest() const { return config_.longest(); }
  std::uint32_t heaviest() const { return config_.heaviest(); }
  // The largest deficit that a turn leaves.
  std::uint32_t most() const { return longest() * heaviest() - 1; }

  void idle(int cycles = 1) { cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), In{}); }

  // Packets of one length in all classes, of which `may` may go; the others are blocked.
  In of(std::uint32_t may, std::uint32_t length, std::uint32_t weight = 1, std::uint32_t quantum = 200) const {
    In in{.waiting = kAll,
          .blocked = kAll & ~may,
          .credit = kAll,
          .open = kAll,
          .port_open = kAll,
          .ready = true,
          .quantum = quantum};
    for (std::size_t c = 0; c < kClasses; ++c) {
      set_scheduled_length(config_, in, c, length);
      set_scheduled_weight(config_, in, c, weight);
    }
    return in;
  }
  void length(In& in, std::size_t c, std::uint32_t length) const { set_scheduled_length(config_, in, c, length); }
  void weight(In& in, std::size_t c, std::uint32_t weight) const { set_scheduled_weight(config_, in, c, weight); }

  // The class, which has less than a byte, is in turn and has this deficit; the others keep theirs.
  void give(std::size_t c, std::uint32_t deficit) {
    if (deficit == 0) {
      add(of(1U << c, 0));
      return;
    }
    const std::uint32_t weight = deficit / longest() + 1;
    const std::uint32_t quantum = deficit / weight + 1;
    add(of(1U << c, weight * quantum - deficit, weight, quantum));
  }
  // A reset, before which the registers show.
  void anew() {
    idle();
    reset();
  }
  // From a reset on. The class in turn is the last to get its deficit.
  void to(std::size_t turn, const std::array<std::uint32_t, kClasses>& deficits) {
    anew();
    for (std::size_t c = 0; c < kClasses; ++c) {
      if (c != turn && deficits[c] > 0) {
        give(c, deficits[c]);
      }
    }
    give(turn, deficits[turn]);
  }
  // One deficit, of the class in turn.
  void to(std::size_t turn, std::uint32_t deficit) {
    std::array<std::uint32_t, kClasses> deficits{};
    deficits[turn] = deficit;
    to(turn, deficits);
  }

  // What a cycle may bring, in the order of the number; at last a reset beside a grant. From the state of to(2, ...) in
  // which classes 2 and 5 have deficits.
  static constexpr unsigned kEvents = 10;
  In event(unsigned which) const {
    In in = of(kAll, 90);
    switch (which) {
      case 0:  // a strict class goes, while the class in turn is empty
        in.strict = 0x40;
        in.waiting = 0xfb;
        break;
      case 1:  // the turn goes on, though another may go
        in = of(0x24, 9);
        break;
      case 2:  // the turn of another class, with a quantum
        in = of(0x08, 90);
        break;
      case 3:  // of another class that has kept enough
        in = of(0x20, 9);
        break;
      case 4:  // the class in turn is empty and loses its deficit
        in = of(0x20, 80);
        in.waiting = 0x20;
        in.strict = 0x04;
        break;
      case 5:  // more than the quantum
        in = of(0x50, 120, 1, 50);
        break;
      case 6:  // the port's shaper stops it
        in.port_open = 0;
        in.waiting = 0xfb;
        break;
      case 7:  // the port is busy
        in.ready = false;
        in.waiting = 0xfb;
        break;
      case 8:  // a new turn of the class in turn
        in = of(0x04, 100);
        break;
      default:
        in.rst_n = false;
        break;
    }
    return in;
  }
  void to_events() { to(2, {0, 0, 60, 0, 0, 75, 0, 0}); }

 private:
  reference::EgressSchedulerConfig config_;
};

}  // namespace weir::cosim

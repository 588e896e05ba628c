// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two ports at the ends of a link, and what passes between them: what a test of a whole port in RTL plays.

#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/block.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/one_of_two_ports.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::lossless_port_in_switch_test {

class Link {
 public:
  Link(const Setting& setting, const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "lossless_port_in_switch_test"),
        setting_(setting),
        ends_{Port(setting, factories, 0), Port(setting, factories, 1)} {}

  // What the ends write, send and hold, as numbers.
  std::vector<std::uint64_t> play(int steps) {
    std::vector<std::uint64_t> said;
    for (int step = 0; step < steps; ++step) {
      pass(random_.below(3) == 0 ? Time(0) : some_of_a_quantum());
      if (limits(setting_) && random_.below(4) == 0)
        wait(ends_[random_.below(2)].next_start(now_), said);
      if (random_.below(200) == 0)
        pass(pause_time(setting_.pause_quanta, setting_.rate) * static_cast<std::int64_t>(random_.below(3)));
      act(random_.below(2), said);
    }
    for (const Port& end : ends_) {
      for (const FakePort::GateChange& gate : end.gates())
        said.insert(said.end(), {gate.c.index(), static_cast<std::uint64_t>(gate.at.count())});
    }
    return said;
  }

 private:
  Time some_of_a_quantum() {
    return Time(pause_time(1, setting_.rate).count() * static_cast<std::int64_t>(random_.below(6)) / 5);
  }
  void pass(Time span) {
    now_ += span;
    for (Port& end : ends_)
      end.run(now_);
  }
  // With `walks` messages that come change rates while classes wait.
  void wait(Time until, std::vector<std::uint64_t>& said) {
    while (setting_.walks) {
      const Time next = std::min(ends_[0].next_event(now_), ends_[1].next_event(now_));
      if (next >= until)
        break;
      pass(std::max(next, now_) - now_);
      go(0, said);
      go(1, said);
    }
    pass(until - now_);
  }
  // A packet leaves this end in the instant in which a wait at the other end is over: a class goes there, and hears of
  // a stage in the same instant.
  void leave_as_a_wait_ends(std::size_t at, ClassId c, std::vector<std::uint64_t>& said) {
    wait(ends_[1 - at].next_start(now_), said);
    go(1 - at, said);
    ends_[at].leave(c, now_);
    go(at, said);
  }
  void go(std::size_t at, std::vector<std::uint64_t>& said) {
    ends_[at].act(ends_[1 - at], random_, said, now_);
    said.push_back(ends_[at].held());
  }
  void act(std::size_t at, std::vector<std::uint64_t>& said) {
    Port& end = ends_[at];
    const ClassId c(random_.below(kClasses));
    switch (random_.below(8)) {
      case 0:
        return end.queue(c,
                         100_B * static_cast<std::int64_t>(1 + random_.below(15)));  // so that depths meet XOFF and XON
      case 1:
        return limits(setting_) ? leave_as_a_wait_ends(at, c, said) : end.leave(c, now_);
      case 2:
        if (end.pauses() && random_.below(200) == 0)
          random_.below(2) == 0 ? end.reset(now_) : end.engine().forget_peer(now_);
        else if (setting_.moves && random_.below(8) == 0)
          end.engine().moving_threshold()->threshold_moved(c, Bytes(static_cast<std::int64_t>(random_.below(8'000))));
        else if (setting_.detects)
          end.pause_feeder(c);
        return;
      default:
        go(at, said);
    }
  }

  RandomStream random_;
  Setting setting_;
  std::array<Port, 2> ends_;
  Time now_;
};

// The same by the models, in RTL and in lock-step.
inline void expect_what_the_models_say(std::string_view top, std::initializer_list<Setting> settings,
                                       int steps = 20'000) {
  for (const Setting& setting : settings) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const std::vector<std::uint64_t> model = Link(setting, factories_at(top, Fidelity::reference), seed).play(steps);
      EXPECT_GT(model.size(), static_cast<std::size_t>(steps) / 2);
      EXPECT_TRUE(model == Link(setting, factories_at(top, Fidelity::rtl), seed).play(steps));
      EXPECT_TRUE(model == Link(setting, factories_at(top, Fidelity::lockstep), seed).play(steps));
    }
  }
}

}  // namespace weir::cosim::lossless_port_in_switch_test

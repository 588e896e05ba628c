// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring events some cycles apart and after long times: played in lock-step and, as segments of their own,
// in the golden vectors.

#include <algorithm>

#include "tb/cosim/blocks/linear_port/linear_port.h"
#include "tb/cosim/blocks/linear_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::LinearPortInputs;
using LinearPortScript = Script<LinearPortInputs>;

constexpr std::uint64_t kFarthest = 12;  // cycles from one event to the next
constexpr std::uint32_t kClass = 5;
constexpr std::uint32_t kHeld = 7;                   // a class that its limiter holds while another's message is due
constexpr std::uint64_t kManyMessages = 65'536 + 2;  // that are divided
constexpr std::uint64_t kManyPackets = 131'072 + 2;
constexpr std::uint64_t kManyLinks = 256 + 2;
constexpr std::uint64_t kLongWait = 65'536 + 2;  // cycles

enum class Event : std::uint8_t { kHears, kEnds, kPasses, kTakes, kStarts, kComes, kAnew, kLast };

LinearPortInputs event(const LinearPortWriter& write, Event which, std::uint32_t n) {
  switch (which) {
    case Event::kHears:
      return write.heard(kClass, n);
    case Event::kEnds:
      return write.counts(kClass, n);
    case Event::kPasses:
      return write.period(1U << kClass);
    case Event::kTakes:
      return write.ready(write.still());
    case Event::kStarts:
      return write.goes(kClass);
    case Event::kComes:
      return write.admitted(kClass, n);
    default:
      return write.init();
  }
}

// An event and another some cycles later, and as long after a reset.
LinearPortScript apart(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  write.set_range(write.bytes(4));
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    for (int first = 0; first < static_cast<int>(Event::kLast); ++first) {
      for (int then = 0; then < static_cast<int>(Event::kLast); ++then) {
        write.reset();
        write.idle(cycles);
        write.add(event(write, static_cast<Event>(first), 2));
        write.idle(cycles);
        write.add(event(write, static_cast<Event>(then), 3));
        write.show(kClass);
        write.drain(2);
        write.add(write.period(1U << kClass));
        write.drain(1);
        if (first == 0 || then == 0) {
          write.settle();
          write.show(kClass);
        }
      }
    }
  }
  return write.script("apart", "each event some cycles after each other, up to 12, and as long after a reset");
}

// Something else in each cycle of a division: another message of this class or of one below or above, a packet's end, a
// new range, the link anew, a reset; and some cycles after the division.
LinearPortScript division(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= write.division() + kFarthest; ++cycles) {
    for (int what = 0; what < 8; ++what) {
      write.wake();
      write.set_range(write.bytes(7));
      write.add(write.sent(kClass, 3));
      write.add(write.heard(kClass, 3));
      write.idle(cycles);
      switch (what) {
        case 0:
        case 1:
        case 2:
          write.add(write.heard(kClass + 1 - static_cast<std::uint32_t>(what), 5));
          break;
        case 3:
          write.add(write.sent(kClass, 2));
          break;
        case 4:
          write.set_range(write.bytes(11));
          break;
        case 5:
          write.add(write.init());
          break;
        case 6:
          write.add(write.with_message(write.init(), kClass - 1, 4));
          break;
        default:
          write.wake();
          break;
      }
      write.settle();
      write.show(kClass);
      write.show(kClass, what < 3 ? write.division() : 0);
      write.show(kClass + 1);
      write.show(kClass - 1);
      write.add(write.goes(kClass));
    }
  }
  return write.script("division", "messages, packets, ranges, the link anew and resets in each cycle of a division");
}

// The link comes up in each cycle of a division while others wait, and messages come in both of its cycles; with a
// clamp, a packet of this class or of another ends in each cycle of a division whose rate makes a wait shorter.
LinearPortScript links_and_clamps(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= write.division() + 2; ++cycles) {
    write.wake();
    write.set_range(write.bytes(7));
    for (std::uint32_t n = 0; n < 3; ++n) {
      write.add(write.heard(kClass + n, 1 + n));
    }
    write.idle(cycles);
    write.add(write.with_message(write.init(), kClass - 1, 4));
    write.add(write.with_message(write.init(), kClass, 5));
    write.settle();
    for (std::uint32_t n = 0; n < 4; ++n) {
      write.show(kClass - 1 + n);
    }
    for (const std::uint32_t ends : {kClass, kClass - 1}) {
      const auto add = [&](LinearPortInputs in, std::uint64_t times = 1) {
        in.clamp = true;
        for (std::uint64_t n = 0; n < times; ++n) {
          write.add(in);
        }
      };
      write.wake();
      write.set_range(write.bytes(20));
      write.rate(kClass, 1);
      write.add(write.sent(kClass, 100));
      add(write.heard(kClass, 10));
      add(write.shown(write.still(), kClass), cycles);
      add(write.shown(write.sent(ends, 50), kClass));
      add(write.shown(write.still(), kClass), write.division() - std::min(cycles, write.division()) + 3);
    }
  }
  return write.script("links_and_clamps",
                      "the link anew in two cycles of a division; packets before and beside a rate "
                      "that makes a wait shorter");
}

// Limiters hold each set of classes.
LinearPortScript sets(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  write.wake();
  write.set_range(write.bytes(8));
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.rate(c, 1);
  }
  write.hold_each_set(config.linear, 40, [&](std::uint32_t c) { write.add(write.sent(c, 5)); });
  write.reset();
  return write.script("sets", "limiters hold each set of classes, while each class asks by itself, then all");
}

// What coverage has as an event; the last of Event: the cycle in which a rate is there.
constexpr Event kMoments[] = {Event::kHears,  Event::kEnds,   Event::kTakes, Event::kLast,
                              Event::kStarts, Event::kPasses, Event::kAnew};

// The cycle of such an event: no message keeps a packet from going, and none of the port one of GFC.
LinearPortInputs moment(const LinearPortWriter& write, Event which) {
  LinearPortInputs in = which == Event::kLast ? write.still() : event(write, which, 3);
  in.credited = which == Event::kStarts ? 0 : which == Event::kTakes ? write.config().linear : in.credited;
  return in;
}

// Each event in the cycle after each other.
LinearPortScript orders(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  write.set_range(write.bytes(4));
  for (const Event first : kMoments) {
    for (const Event then : kMoments) {
      write.wake();
      if (first == Event::kLast || then == Event::kLast) {
        write.add(write.heard(kClass + 1, 2));
        write.idle(write.division() - (first == Event::kLast ? 2 : 3));
      }
      // For one message that is taken, or two.
      write.add(write.period(first == Event::kTakes || then == Event::kTakes ? 1U << kClass | 1U : 0));
      write.add(moment(write, first));
      write.add(moment(write, then));
      write.drain(3);
      write.settle();
      write.show(kClass);
    }
  }
  return write.script("orders", "each event in the cycle after each other");
}

// In each cycle a packet of the class ends, then the link comes up, then a message of the lowest class comes, so that
// that of the class waits: what is lost once is seen.
LinearPortScript many(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  LinearPortScript script{.name = "many",
                          .exercises =
                              "131,074 packets that end in a row, 258 links, and a message that waits for "
                              "65,538 cycles behind those of a lower class"};
  write.set_range(write.bytes(4));
  write.wake();
  write.rate(kClass, 2);
  write.move_to(script);
  script.add(write.shown(write.sent(kClass, 40, 7), kClass), kManyPackets);
  script.add(write.init(), kManyLinks);
  write.rate(kClass, 3);
  write.add(write.heard(0, 2));
  write.add(write.heard(kClass, 1));  // while that of class 0 is worked on
  write.move_to(script);
  script.add(write.heard(0, 2), kLongWait);
  for (int n = 0; n < 3; ++n) {
    write.settle();
  }
  write.show(kClass);
  write.reset();
  write.move_to(script);
  return script;
}

// FCTBS stands at the last value of its count, so that FCCL of a message has come round.
LinearPortScript rounds(const reference::LinearPortConfig& config) {
  LinearPortWriter write(config);
  LinearPortScript script{.name = "rounds", .exercises = "messages whose limit has come round, while FCTBS has not"};
  write.set_range(write.bytes(64));
  write.wake();
  write.move_to(script);
  script.add(write.counts(kClass, write.longest()), write.most() / write.longest());
  write.add(write.counts(kClass, write.most() % write.longest()));
  for (const std::uint32_t fccl : {0U, 1U, 3U, 30U, write.half() - 1, write.half(), write.most()}) {
    write.rate(kClass, fccl);
  }
  write.reset();
  write.move_to(script);
  return script;
}

// Messages that are divided back to back.
void divide(LinearPortWriter& write, LinearPortScript& script, std::uint64_t messages) {
  write.wake();
  write.move_to(script);
  script.add(write.heard(kClass, 2), messages * write.division());
  write.settle();
  write.rate(kClass, 3);
  write.move_to(script);
}

}  // namespace

std::vector<LinearPortScript> LinearPortKind::scripts(const Setup& setup) {
  return {apart(setup), orders(setup), division(setup), links_and_clamps(setup),
          sets(setup),  rounds(setup), many(setup)};
}

// A message is due, rates are obeyed and a limiter holds its class for long; then everything comes in one cycle. What
// is left of that wait is not shown, since a bank of faults passes over such times.
std::vector<LinearPortScript> LinearPortKind::ages(const Setup& setup, unsigned least, unsigned most) {
  LinearPortScript script{.name = "ages",
                          .exercises = "nothing comes for more than 2^k cycles, then everything in one cycle"};
  LinearPortWriter write(setup);
  for (unsigned k = least; k <= most; ++k) {
    write.wake();
    write.set_range(write.most_range());
    write.rate(kHeld, 0);
    write.add(write.sent(kHeld, LinearPortWriter::kMostTicks));
    write.set_range(write.bytes(4));
    write.rate(kClass, 2);
    write.rate(kClass + 1, 1);
    write.add(write.period(1U << kClass));
    write.move_to(script);
    script.add(write.waits(0), stand_for(k));
    LinearPortInputs in = write.with_message(write.counts(kClass, 3), kClass, 5);
    in.sent_ticks = 3;
    in.period = 1U << kClass;
    in.waiting = 1U << kClass;
    in.mac_ready = true;
    write.add(in);
    write.add(write.goes(kClass));
    write.drain(3);
    write.settle();
    write.show(kClass, 2);
    write.add(write.goes(kClass));
    write.add(write.ready(write.waits(1U << kHeld)));
    write.move_to(script);
    if (k == kShortAge + 1) {
      divide(write, script, kManyMessages);
    }
  }
  write.reset();
  write.move_to(script);
  return {script};
}

}  // namespace weir::cosim

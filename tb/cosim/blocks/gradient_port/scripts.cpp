// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring events some cycles apart and after long times: played in lock-step and, as segments of their own,
// in the golden vectors.

#include "tb/cosim/blocks/gradient_port/gradient_port.h"
#include "tb/cosim/blocks/gradient_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::GradientPortInputs;
using GradientPortScript = Script<GradientPortInputs>;

constexpr std::uint64_t kFarthest = 12;  // cycles from one event to the next
constexpr std::uint32_t kClass = 5;
constexpr std::uint32_t kHeld = 15;  // and Bm: 20 blocks
constexpr std::uint64_t kMany = 65'536 + 2;

enum class Event : std::uint8_t {
  kTakes,
  kRefuses,
  kHears,
  kComes,
  kTaken,
  kLeaves,
  kPasses,
  kTells,
  kStarts,
  kAnew,
  kLast
};

GradientPortInputs event(const GradientPortWriter& write, Event which, std::uint32_t n) {
  switch (which) {
    case Event::kTakes:
      return write.wants(kClass, n, 90);
    case Event::kRefuses: {
      GradientPortInputs in = write.wants(kClass, n, 1);
      in.stop = 2;
      return in;
    }
    case Event::kHears:
      return write.heard(kClass, 0U - kHeld - n);
    case Event::kComes:
      return write.admitted(kClass, n);
    case Event::kTaken:
      return write.taken(kClass, n);
    case Event::kLeaves:
      return write.released(kClass, n);
    case Event::kPasses:
      return write.period(1U << kClass);
    case Event::kTells: {
      GradientPortInputs in = write.ready(write.still());
      in.credited = write.config().gradient;  // no message of another class before
      return in;
    }
    case Event::kStarts: {
      GradientPortInputs in = write.goes(kClass);
      in.credited = 0;  // no message before the packet
      return in;
    }
    default:
      return write.init();
  }
}

// What the gate of the class counts, and what its message tells.
void show(GradientPortWriter& write) {
  write.show(kClass);
  write.drain(2);
  write.add(write.period(1U << kClass));
  write.drain(1);
}

// An event and another some cycles later, and as long after a reset.
GradientPortScript apart(const reference::GradientPortConfig& config) {
  GradientPortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    for (int first = 0; first < static_cast<int>(Event::kLast); ++first) {
      for (int then = 0; then < static_cast<int>(Event::kLast); ++then) {
        write.reset();
        write.idle(cycles);
        write.add(event(write, static_cast<Event>(first), 2));
        write.idle(cycles);
        write.add(event(write, static_cast<Event>(then), 3));
        show(write);
      }
    }
  }
  return write.script("apart", "each event some cycles after each other, up to 12, and as long after a reset");
}

// Each event in the cycle after each other.
GradientPortScript orders(const reference::GradientPortConfig& config) {
  GradientPortWriter write(config);
  for (int first = 0; first < static_cast<int>(Event::kLast); ++first) {
    for (int then = 0; then < static_cast<int>(Event::kLast); ++then) {
      write.wake();
      write.held(kClass, kHeld);
      // For one message that is taken, or two.
      const auto tells = static_cast<int>(Event::kTells);
      write.add(write.period(first == tells || then == tells ? 1U << kClass | 1U : 0));
      write.add(event(write, static_cast<Event>(first), 3));
      write.add(event(write, static_cast<Event>(then), 4));
      show(write);
    }
  }
  return write.script("orders", "each event in the cycle after each other");
}

// Counts all the way round, and what is told on the way; single bits of what messages bring.
GradientPortScript counts(const reference::GradientPortConfig& config) {
  GradientPortWriter write(config);
  write.wake();
  for (std::uint64_t blocks = 0; blocks <= write.most(); blocks += write.longest()) {
    write.walk(5, write.longest());
    write.add(write.ready(write.shown(write.taken(5, write.longest()), 5)));
  }
  write.drain(2);
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (unsigned bit = 0; bit < write.config().counter_bits; ++bit) {
      for (const std::uint32_t freed : {1U << bit, write.most() ^ 1U << bit}) {
        write.add(write.heard(c, freed));
        write.show(c);
      }
    }
    write.show(kClasses - 1 - c);
    write.add(write.taken(c, 1));  // below 0, and up again
    write.idle();
    write.add(write.admitted(c, write.longest()));
    write.idle();
    for (unsigned bit = 0; bit < write.config().blocks_bits; ++bit) {  // packets of each magnitude
      write.add(
          write.with_release(write.with_wants(write.admitted(c, 1U << bit), c, 1U << bit, write.most()), c, 1U << bit));
      write.add(write.with_taking(write.period(1U << c), c, 1U << bit));
      write.add(write.ready(write.shown(write.still(), c)));
    }
    // Bits of what no output has taken.
    write.wake();
    for (std::uint64_t blocks = 0; blocks <= write.most() / 8 * 9 && write.config().counter_bits <= 16;
         blocks += write.longest()) {
      write.add(write.admitted(c, write.longest()));
    }
  }
  return write.script("counts", "counts all the way round, what is told on the way, and packets of each magnitude");
}

// In each cycle a packet is taken from the crossbar, one comes, one is taken and one leaves, news comes and a message
// is told: what is lost once is seen. Then packets that are refused.
GradientPortScript many(const reference::GradientPortConfig& config) {
  GradientPortWriter write(config);
  GradientPortScript script{.name = "many",
                            .exercises =
                                "65,538 packets in a row that are taken, come and leave, with as many messages heard "
                                "and told; as many that are refused"};
  write.wake();
  write.add(write.period(1U << kClass));
  write.move_to(script);
  GradientPortInputs all = write.with_wants(write.admitted(kClass, 3), kClass, 1, write.most());
  all = write.with_release(write.with_taking(write.with_message(all, kClass, 0), kClass, 2), kClass, 9);
  all.period = 1U << kClass;
  script.add(write.ready(all), kMany);
  write.held(kClass, write.most() / 2, kMany);
  write.move_to(script);
  GradientPortInputs refused = write.wants(kClass, 1, 1);
  refused.stop = 2;
  script.add(refused, kMany);
  show(write);
  write.reset();
  write.move_to(script);
  return script;
}

}  // namespace

std::vector<GradientPortScript> GradientPortKind::scripts(const Setup& setup) {
  return {apart(setup), orders(setup), counts(setup), many(setup)};
}

// All counts hold something, and a message is due; then everything comes in one cycle, of which each shows by itself.
std::vector<GradientPortScript> GradientPortKind::ages(const Setup& setup, unsigned least, unsigned most) {
  GradientPortScript script{.name = "ages",
                            .exercises = "nothing comes for more than 2^k cycles, then everything in one cycle"};
  GradientPortWriter write(setup);
  for (unsigned k = least; k <= most; ++k) {
    write.wake();
    write.held(kClass, kHeld);
    write.walk(kClass, 7);
    write.move_to(script);
    script.add(write.still(), stand_for(k));
    GradientPortInputs in = write.with_message(write.with_wants(write.admitted(kClass, 3), kClass, 5, 90), kClass, 4);
    in = write.with_release(write.with_taking(in, kClass, 2), kClass, 9);
    in.period = 1U << kClass;
    write.add(write.ready(in));
    write.show(kClass, 2);
    write.add(write.goes(kClass));
    write.drain(3);
    write.move_to(script);
  }
  write.reset();
  write.move_to(script);
  return {script};
}

}  // namespace weir::cosim

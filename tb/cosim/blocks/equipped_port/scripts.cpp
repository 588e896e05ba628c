// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring events some cycles apart and after long times: played in lock-step and, as segments of their own,
// in the golden vectors.

#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/equipped_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::EquippedPortInputs;
using EquippedPortScript = Script<EquippedPortInputs>;

constexpr std::uint64_t kFarthest = 12;  // cycles from one event to the next
constexpr std::uint32_t kClass = 3;
constexpr std::uint32_t kRests = 1;     // a class that rests while another is held
constexpr std::uint32_t kSpans = 5;     // and one whose span runs
constexpr unsigned kOffPeriods = 1032;  // more than 2^10, and as often for each class that is shown
constexpr std::uint64_t kPackets = 65'536 + 2;

EquippedPortInputs marked(const EquippedPortWriter& write, std::uint32_t c = kClass) {
  EquippedPortInputs in = write.goes(c, 900);
  in.red_mark = 1U << c;
  return in;
}

// A departure and the same again some cycles later, an OFF period of so many cycles, and each so long after the other
// and after a reset.
EquippedPortScript apart(const reference::EquippedPortConfig& config) {
  EquippedPortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    write.wake();
    write.idle(cycles);
    write.add(marked(write));
    write.idle(cycles);
    write.shown(marked(write), kClass);
    for (const bool departs : {false, true}) {
      write.wake();
      write.add(write.exhausted(kClass));
      write.idle(cycles);
      for (int periods = 0; periods < 2; ++periods) {
        for (std::uint64_t n = 0; n <= cycles; ++n) {
          write.add(write.lacks(kClass));
        }
        write.shown(departs ? marked(write) : write.still(), kClass);
        write.idle(cycles);
      }
      write.shown(marked(write), kClass);
      write.shown(write.lacks(kClass), kClass);
    }
  }
  // An OFF period ends so long after a departure of another class.
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    write.wake();
    write.add(write.exhausted(kClass));
    EquippedPortInputs in = write.goes(kClass + 1, 900);
    in.waiting |= 1U << kClass;
    write.set_head(in, kClass, 1);
    write.add(in);
    for (std::uint64_t n = 0; n < cycles; ++n) {
      write.add(write.lacks(kClass));
    }
    write.shown(marked(write), kClass);
  }
  return write.script("apart", "each event again up to 12 cycles later, and as long after a reset");
}

// With max(T_on) and T as long as they may be.
EquippedPortInputs long_spans(const EquippedPortWriter& write, EquippedPortInputs in) {
  in.longest_on = in.sample_period = write.longest();
  return in;
}

// The longest span of each class, a tick before its end and at the end; the last look before time wraps and the first
// behind, at a span that is over.
EquippedPortScript limits(const reference::EquippedPortConfig& config) {
  EquippedPortWriter write(config);
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (const bool samples : {false, true}) {
      for (const std::uint32_t before : {1U, 0U}) {
        if (samples) {
          write.to(c, EquippedPortWriter::State::kReleased);
        } else {
          write.wake();
          write.off(c);
          write.add(long_spans(write, write.still()));
        }
        write.pass(write.longest() - before);
        write.shown(long_spans(write, write.goes(c, 900)), c);
      }
    }
    for (const std::uint32_t look : {write.longest() + c, write.longest() + EquippedPortWriter::kRound + c}) {
      write.wake();
      write.pass_to_tick(look - EquippedPortWriter::kSpan);
      write.off(c);
      write.show(c);
      write.pass_to_tick(look);
      write.show(c);
      write.show(c);
    }
  }
  return write.script("limits", "spans of 2^STAMP_W less 8 ticks; the last look before time wraps, the first behind");
}

// More than 2^10 OFF periods of each class, and more than 2^16 packets of one.
EquippedPortScript many(const reference::EquippedPortConfig& config) {
  EquippedPortWriter write(config);
  write.wake();
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.add(write.exhausted(c));
  }
  for (unsigned n = 0; n < kOffPeriods; ++n) {
    EquippedPortInputs in = write.all_lack();
    in.shown = n % kClasses;
    write.add(in);
    write.pass(EquippedPortWriter::kSpan);
    write.show(n % kClasses);
  }
  write.wake();
  EquippedPortScript script{.name = "many",
                            .exercises = "1,032 OFF periods of each class, then 65,538 packets in a row"};
  write.move_to(script);
  script.add(marked(write), kPackets);
  write.reset();
  write.move_to(script);
  return script;
}

// A class is OFF for so many cycles, while another rests and the span of a third runs; then in one cycle the OFF period
// ends, a marked packet goes, and the sweep ends the span.
void wait(EquippedPortWriter& write, EquippedPortScript& script, std::uint64_t cycles, std::uint32_t goes) {
  write.pass_to(EquippedPortWriter::kRound - 1);
  write.wake();
  write.add(write.exhausted(kClass));
  write.add(write.exhausted(kSpans));
  write.add(write.lacks(kSpans));
  write.add(marked(write, kRests));
  write.move_to(script);
  script.add(write.lacks(kClass), cycles);
  write.pass(EquippedPortWriter::kSpan);
  write.pass_to(kSpans);
  write.shown(marked(write, goes), kSpans);
  write.shown(marked(write, kRests), kRests);
  write.shown(write.goes(kClass, 900), kClass);
  write.move_to(script);
}

}  // namespace

std::vector<EquippedPortScript> EquippedPortKind::scripts(const Setup& setup) {
  return {apart(setup), limits(setup), many(setup)};
}

// Each length twice: exactly 2^k cycles, up to 2^16, and more.
std::vector<EquippedPortScript> EquippedPortKind::ages(const Setup& setup, unsigned least, unsigned most) {
  EquippedPortScript script{
      .name = "ages",
      .exercises = "a class is held, one rests and a span runs for exactly 2^k cycles (k up to 16), and for more"};
  EquippedPortWriter write(setup);
  for (unsigned k = least; k <= most; ++k) {
    if (k <= EquippedPortCoverage::kMostExact) {
      wait(write, script, std::uint64_t{1} << k, kRests);
    }
    wait(write, script, stand_for(k) + 1, kClass);
  }
  write.reset();
  write.move_to(script);
  return {script};
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a TCD detector to every magnitude that it compares and keeps, and to events some cycles apart:
// played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>

#include "tb/cosim/blocks/tcd_detector/script_writer.h"
#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"

namespace weir::cosim {

namespace {

using reference::TcdDetectorInputs;
using State = reference::TcdState;
using TcdScript = Script<TcdDetectorInputs>;

constexpr int kFarthest = 12;  // cycles from one event to the next

// Asks for age against max(T_on) in each state that it counts in, and for age against T.
void ask_spans(TcdWriter& write, std::uint32_t age, std::uint32_t span) {
  const std::uint32_t stamp = write.tick(std::uint64_t{span} * 5 + 3);
  const std::uint32_t now = write.tick(std::uint64_t{stamp} + age);
  for (const State state : {State::kNonCongestion, State::kCongestion, State::kUndetermined}) {
    write.to({.state = state, .stamp = stamp});
    write.add({.departs = true, .red_mark = true, .ecn = 1, .undetermined = 2, .now = now, .longest_on = span});
    write.idle(now);
  }
  for (const bool held : {false, true}) {
    write.to({.state = held ? State::kCongestion : State::kReleased, .stamp = stamp, .held = held});
    write.add({.departs = true, .ecn = 1, .now = now, .period = span, .behind = 2000});
    write.idle(now);
  }
  for (const State state : {State::kUndetermined, State::kReleased, State::kCongestion}) {  // and of the sweep
    write.to({.state = state, .stamp = stamp, .held = state == State::kCongestion});
    write.add({.sweep = true, .now = now, .longest_on = span, .period = span});
    write.idle(stamp);
  }
}

// The depth of a packet against one level: the low threshold in both states that it counts in, and the hard level.
void ask_levels(TcdWriter& write, std::uint32_t behind, std::uint32_t level) {
  for (const bool held : {false, true}) {
    for (const State state : {State::kUndetermined, State::kReleased}) {
      write.to({.state = held ? State::kCongestion : state, .held = held});
      write.add({.departs = true, .ecn = 1, .behind = behind, .low_threshold = level, .rise = write.most()});
      write.idle();
    }
  }
  write.to({.swept = true});
  write.add_with_level({.departs = true, .ecn = 1, .behind = behind, .hard_level = level});
  write.idle();
}

// The depth against the sample with a rise, and with a band against the sample.
void ask_sums(TcdWriter& write, std::uint32_t left, std::uint32_t right) {
  for (const std::uint32_t part : {std::uint32_t{0}, right / 2, right - std::min(right, 1U)}) {
    if (left > 0 && right > part) {
      write.to({.state = State::kReleased, .sample = right - part});
      write.add({.departs = true, .ecn = 1, .behind = left, .rise = part});
    }
  }
  for (const std::uint32_t part : {std::uint32_t{0}, left / 2, left - std::min(left, 1U)}) {
    if (left > part && right > 0) {
      write.to({.state = State::kReleased, .sample = right});
      write.add({.departs = true, .paused = true, .ecn = 1, .behind = left - part, .rise = write.most(), .band = part});
    }
  }
  write.idle();
}

TcdScript spans(const reference::TcdDetectorConfig& config) {
  TcdWriter write(config);
  for (unsigned bit = 0; bit < write.stamp_bits(); ++bit) {
    pairs(bit, write.ticks(), [&](std::uint32_t age, std::uint32_t span) { ask_spans(write, age, span); });
  }
  ask_spans(write, 0, 0);
  ask_spans(write, write.ticks(), write.ticks());
  return write.script("spans", "T_on against max(T_on) and T: at each bit one tick below, at and above, in each state");
}

TcdScript levels(const reference::TcdDetectorConfig& config) {
  TcdWriter write(config);
  for (unsigned bit = 0; bit < write.q_bits(); ++bit) {
    pairs(bit, write.most(), [&](std::uint32_t left, std::uint32_t right) {
      ask_levels(write, left, right);
      ask_sums(write, left, right);
    });
    // A level of one bit, and of all but one, is a level.
    const std::uint32_t one = std::uint32_t{1} << bit;
    ask_levels(write, write.most(), one);
    ask_levels(write, write.most(), write.most() ^ one);
  }
  ask_levels(write, write.most(), write.most());
  ask_levels(write, 1, 0);
  return write.script("levels",
                      "depth against each level, sample and rise, band: at each bit one byte below, at and above");
}

// Sums that need the bit above the depth's, and none.
TcdScript ends(const reference::TcdDetectorConfig& config) {
  TcdWriter write(config);
  const std::uint32_t most = write.most();
  for (const std::uint32_t sample : {1U, most / 2 + 1, most}) {
    for (const std::uint32_t part : {0U, 1U, most / 2, most / 2 + 1, most}) {
      for (const std::uint32_t behind : {1U, most / 2, most}) {
        for (const bool paused : {false, true}) {
          write.to({.state = State::kReleased, .sample = sample});
          write.add({.departs = true, .paused = paused, .ecn = 1, .behind = behind, .rise = part, .band = part});
          write.idle();
        }
      }
    }
  }
  return write.script("ends", "sums of sample and rise, depth and band, beyond what a queue can be");
}

// Values of a single bit, and their complements, in stamp and sample; events that do not write them must keep them, a
// reset must clear them.
TcdScript registers(const reference::TcdDetectorConfig& config) {
  TcdWriter write(config);
  for (unsigned bit = 0; bit < write.q_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const bool inverted : {false, true}) {
      const std::uint32_t stamp = write.tick(inverted ? ~one : one);
      const std::uint32_t sample = inverted ? write.most() ^ one : one;
      write.to({.state = State::kReleased, .stamp = stamp, .sample = sample, .seen = true});
      const std::uint32_t other = write.tick(stamp + std::uint64_t{1});
      write.add({.departs = true, .now = other, .period = 2, .behind = write.most() - sample});
      write.add({.off_end = true, .now = other});
      write.idle(stamp);
      write.add({.departs = true, .now = stamp, .longest_on = 1, .behind = write.most() ^ sample});
      write.add({.departs = true, .now = stamp, .behind = write.most() ^ sample});
      write.idle(stamp, 2);
      write.reset();
      write.idle(stamp);
    }
  }
  return write.script("registers", "each bit of stamp and sample alone, and all others; a reset from there");
}

// Two events some cycles apart, from a reset some cycles ago.
TcdScript apart(const reference::TcdDetectorConfig& config) {
  TcdWriter write(config);
  const std::uint32_t far = write.ticks();
  const TcdDetectorInputs events[] = {
      {.departs = true, .ecn = 1, .undetermined = 2, .now = 2, .longest_on = far, .period = 1, .behind = 40, .rise = 3},
      {.departs = true, .red_mark = true, .paused = true, .ecn = 1, .now = 2, .behind = 50, .rise = 60, .band = 50},
      {.off_end = true, .now = 2},
      {.sweep = true, .now = 2}};
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (const TcdDetectorInputs& first : events) {
      for (const TcdDetectorInputs& then : events) {
        write.reset();
        write.idle(0, cycles);
        write.add(first);
        write.reset();
        for (const State state : {State::kUndetermined, State::kReleased, State::kCongestion}) {
          write.to({.state = state, .sample = 30, .held = state == State::kCongestion});
          write.add(first);
          write.idle(2, cycles);
          write.add(then);
          write.idle(2);
        }
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<TcdScript> TcdDetectorKind::scripts(const Setup& setup) {
  return {spans(setup), levels(setup), ends(setup), registers(setup), apart(setup)};
}

// All registers hold something; then an OFF period ends and a packet departs, of which each shows by itself.
std::vector<TcdScript> TcdDetectorKind::ages(const Setup& setup, unsigned least, unsigned most) {
  TcdScript script{
      .name = "ages",
      .exercises =
          "a released queue and one that is held, to which nothing happens for more than 2^k cycles, then an OFF "
          "period's end with a departure"};
  for (unsigned k = least; k <= most; ++k) {
    TcdWriter write(setup);
    const std::uint32_t stamp = write.ticks() / 3;
    for (const bool held : {false, true}) {
      write.to({.state = held ? State::kCongestion : State::kReleased,
                .stamp = stamp,
                .sample = write.most() / 3 * 2,
                .seen = true,
                .held = held});
      write.move_to(script);
      script.add({.now = stamp}, stand_for(k));
      if (held) {
        write.add({.departs = true, .ecn = 1, .now = stamp, .period = 1, .behind = 9});
      }
      write.add({.off_end = true,
                 .departs = true,
                 .ecn = 1,
                 .undetermined = 2,
                 .now = stamp + 1,
                 .longest_on = 1,
                 .behind = 9});
      write.add({.departs = true, .red_mark = true, .ecn = 1, .now = stamp + 2, .longest_on = 1, .behind = 9});
      write.idle(stamp + 2);
      write.move_to(script);
    }
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

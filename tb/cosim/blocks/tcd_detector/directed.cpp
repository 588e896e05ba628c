// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/tcd_detector/script_writer.h"
#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"

namespace weir::cosim {

namespace {

using reference::TcdDetectorInputs;
using State = reference::TcdState;
using Place = TcdWriter::Place;

constexpr Place kPlaces[] = {{.state = State::kNonCongestion},
                             {.state = State::kCongestion},
                             {.state = State::kUndetermined},
                             {.state = State::kReleased},
                             {.state = State::kCongestion, .held = true}};
constexpr std::uint32_t kSpan = 10;  // ticks

// A departure, an OFF period's end with one, one alone, the sweep alone and with a departure.
constexpr TcdDetectorInputs kEvents[] = {{.departs = true},
                                         {.off_end = true, .departs = true},
                                         {.off_end = true},
                                         {.sweep = true},
                                         {.sweep = true, .departs = true}};

// Each event in each state: before the end of the span, at it and after the sweep has seen it, on both sides of the
// wrap.
void steps(TcdWriter& write) {
  for (const Place& place : kPlaces) {
    const bool samples = place.held || place.state == State::kReleased;
    for (const TcdDetectorInputs& event : kEvents) {
      for (const std::uint32_t stamp : {2U, write.ticks() - 3}) {
        for (const std::uint32_t age : {0U, kSpan - 1, kSpan, kSpan + 1}) {
          for (const bool swept : {false, true}) {
            for (const std::uint32_t behind : {0U, 900U, 1100U, 3000U}) {
              write.to({.state = place.state, .stamp = stamp, .held = place.held, .swept = swept});
              TcdDetectorInputs in = event;
              in.now = write.tick(std::uint64_t{stamp} + age);
              in.longest_on = samples ? write.ticks() : kSpan;
              in.period = samples ? kSpan : 0;
              in.hold = behind != 3000;
              in.behind = behind;
              in.rise = 500;
              in.red_mark = behind > 1000;
              in.paused = behind > 800 && behind < 1000;
              in.band = 100;
              in.ecn = 2;
              in.undetermined = 1;
              write.add(in);
              write.idle(in.now);
            }
          }
        }
      }
    }
  }
}

// Each code point with each outcome.
void marks(TcdWriter& write) {
  for (std::uint8_t ecn = 0; ecn < 4; ++ecn) {
    for (std::uint8_t undetermined = 0; undetermined < 4; ++undetermined) {
      const TcdDetectorInputs packet{
          .departs = true, .ecn = ecn, .undetermined = undetermined, .longest_on = kSpan, .behind = 500};
      for (const std::uint32_t hard : {0U, 499U, 500U, write.most()}) {
        for (const Place& place : kPlaces) {
          for (const bool swept : {false, true}) {
            write.to({.state = place.state, .held = place.held, .swept = swept});
            TcdDetectorInputs in = packet;
            in.hard_level = hard;
            write.add_with_level(in);
            in.red_mark = true;
            write.add_with_level(in);
            in.departs = false;  // no packet, no mark
            write.add_with_level(in);
          }
        }
        write.to({.state = State::kReleased, .sample = 400});  // risen
        TcdDetectorInputs in = packet;
        in.hard_level = hard;
        write.add_with_level(in);
        write.idle();
      }
    }
  }
}

// A queue that is sampled, when a sample is due and before: risen, standing, falling; paused, seen, sticky, held.
void releases(TcdWriter& write) {
  for (const std::uint32_t behind : {700U, 799U, 800U, 999U, 1000U, 1001U, 1200U, 1201U, 1500U}) {
    for (unsigned bits = 0; bits < 32; ++bits) {
      for (const std::uint32_t age : {0U, kSpan - 1, kSpan}) {
        const bool held = (bits & 8U) != 0;
        write.to({.state = held ? State::kCongestion : State::kReleased,
                  .stamp = 5,
                  .seen = (bits & 1U) != 0,
                  .held = held});
        const TcdDetectorInputs in{.departs = true,
                                   .paused = (bits & 2U) != 0,
                                   .sticky = (bits & 4U) != 0,
                                   .hold = (bits & 16U) != 0,
                                   .ecn = 1,
                                   .now = 5 + age,
                                   .period = kSpan,
                                   .behind = behind,
                                   .rise = 200,
                                   .band = 200};
        write.add(in);
        // The decision about the sample shows when the next sample is due.
        TcdDetectorInputs next = in;
        next.paused = false;
        for (int samples = 0; samples < 2; ++samples) {
          next.now += kSpan - 1;
          write.add(next);  // not due yet: what is held is marked
          next.now += 1;
          write.add(next);
        }
        write.idle(next.now);
      }
    }
  }
}

// How long a queue is held: so many samples that say congested, one that does not, and one that does again.
void holds(TcdWriter& write) {
  for (const int samples : {1, 2, 3, 7, 8, 20}) {
    for (const int ends_by : {0, 1, 2}) {
      write.to({.state = State::kReleased, .stamp = 5});
      TcdDetectorInputs in{
          .departs = true, .hold = true, .ecn = 1, .now = 5, .period = kSpan, .behind = 1000, .band = 10};
      for (int sample = 0; sample < samples + 2; ++sample) {
        for (std::uint32_t age = 0; age < kSpan; ++age) {
          in.now = write.tick(in.now + std::uint64_t{1});
          in.paused = age + 1 == kSpan && sample != samples;
          const bool ends = sample == samples && age == 1;
          in.low_threshold = ends && ends_by == 1 ? 1000 : 0;
          in.off_end = ends && ends_by == 2;
          write.add(in);
        }
      }
      write.idle(in.now);
    }
  }
}

// Every pair of events in consecutive cycles, resets included, from each state.
void orders(TcdWriter& write) {
  const TcdDetectorInputs events[] = {
      {.departs = true, .red_mark = true, .ecn = 1, .now = 9, .longest_on = 5, .behind = 7},
      {.off_end = true, .departs = true, .ecn = 1, .undetermined = 2, .now = 11},
      {.off_end = true, .now = 13},
      {.sweep = true, .now = 15},
      {.rst_n = false, .sweep = true, .off_end = true, .departs = true, .ecn = 2}};
  for (const Place& place : kPlaces) {
    for (const TcdDetectorInputs& first : events) {
      for (const TcdDetectorInputs& then : events) {
        write.to({.state = place.state, .stamp = 3, .seen = true, .held = place.held});
        write.add(first);
        write.add(then);
        write.idle(15, 2);
        // A queue that has not been OFF since, and what a reset has left behind.
        write.add({.departs = true, .red_mark = true, .ecn = 1, .now = 16, .longest_on = write.ticks(), .behind = 9});
        write.add({.departs = true, .ecn = 3, .now = 16, .longest_on = write.ticks(), .behind = 9});
      }
    }
  }
}

}  // namespace

std::vector<TcdDetectorInputs> TcdDetectorKind::directed(const Setup& setup) {
  TcdWriter write(setup);
  steps(write);
  marks(write);
  releases(write);
  holds(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

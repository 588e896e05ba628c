// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/equipped_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::EquippedPortInputs;
using Writer = EquippedPortWriter;
using State = Writer::State;

constexpr State kStates[] = {State::kNonCongestion, State::kCongestion, State::kUndetermined, State::kReleased};

// A departure of each class in each state, alone and as an OFF period ends; and the next one.
void departures(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (const State state : kStates) {
      for (const bool ends : {false, true}) {
        write.to(c, state);
        write.pass(3);
        if (ends) {
          write.off(c);
        }
        EquippedPortInputs in = write.goes(c, 2000);
        in.paused = 1U << c;
        in.sticky = true;
        write.shown(in, c);
        write.pass(Writer::kPeriod);
        in = write.goes(c, 2000);
        in.hold = true;
        in.band = 5000;
        in.paused = kAllClasses & ~(1U << c);
        in.sticky = true;
        write.shown(in, c);
        write.pass(1);
        write.shown(write.goes(c, 1900), c);
      }
    }
  }
}

// Each code point with each outcome; packets of other classes have others.
void marks(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (std::uint32_t ecn = 0; ecn < 4; ++ecn) {
      for (const std::uint32_t undetermined : {1U, 2U}) {
        for (const bool off : {false, true}) {
          write.wake();
          if (off) {
            write.off(c);
          }
          EquippedPortInputs in = write.goes(c, 500);
          in.ecn = (~(0x5555U * ecn) & ~(3U << 2 * c) & 0xffff) | ecn << 2 * c;
          in.undetermined = undetermined;
          write.add(in);
          in.red_mark = 1U << c;
          write.add(in);
          in.red_mark = kAllClasses & ~(1U << c);
          write.add(in);
          in.hard_level = 499;
          write.add(in);
          in.hard_level = 500;
          write.add(in);
          in.waiting = kAllClasses;  // others wait, too
          write.add(in);
          in.mac_ready = false;
          write.add(in);
        }
      }
    }
  }
}

// A pause counts at the sample, whatever else comes to the class in that cycle.
void pauses_beside_events(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (unsigned beside = 0; beside < EquippedPortCoverage::kBeside; ++beside) {
      write.to(c, State::kReleased);
      write.pass(Writer::kPeriod);
      EquippedPortInputs in = write.goes(c, Writer::kSample);
      in.paused = 1U << c;
      in.admitted_valid = beside == 0;
      in.released_valid = beside == 1;
      in.sent_valid = beside == 2;
      in.heard_valid = in.heard_credit = beside == 3;
      in.admitted_class = in.released_class = in.sent_class = in.heard_class = c;
      in.above = beside == 4 ? 1U << c : 0;
      in.below = beside == 5 ? 1U << c : 0;
      in.period = beside == 6 ? 1U << c : 0;
      write.shown(in, c);
    }
  }
}

// What waits behind a packet, as the sample shows it: a borrow over each bit, each bit of depth and length.
void behinds(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.to(c, State::kReleased);
    const auto ask = [&](std::uint32_t depth, std::uint32_t length) {
      EquippedPortInputs in = write.still();
      in.waiting = 1U << c;
      in.mac_ready = true;
      in.sample_period = in.low_threshold = 0;
      for (std::uint32_t other = 0; other < kClasses; ++other) {
        write.set_queue(in, other, 5000 + 900 * other, 100 * other);
      }
      write.set_queue(in, c, depth, length);
      write.shown(in, c);
    };
    for (unsigned bit = 1; bit < write.q_bits(); ++bit) {
      ask(1U << bit, 1);
      ask(write.most(), 1U << bit % 14);
      ask(1U << bit, bit < 13 ? (1U << bit) - 1 : 8191);
      ask(write.most() ^ 1U << bit, 0);
    }
    ask(write.most(), 16383);
  }
}

// All classes sampled at different times with different depths; each is shown.
void shows(Writer& write) {
  write.wake();
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.off(c);
    write.add(write.goes(c, 300));
  }
  write.pass(Writer::kSpan);
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.pass(3);
    write.add(write.goes(c, Writer::kSample + 177 * c));
  }
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.show(c);
  }
}

// The sweep looks at each class in each place of a round, at a span that runs and at one that is over.
void sweeps(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (std::uint32_t place = 0; place < kClasses; ++place) {
      for (const bool over : {false, true}) {
        write.wake();
        write.pass_to((c + 1) % kClasses);
        write.off(c);
        write.show(c);
        write.pass(over ? Writer::kSpan : 0);
        write.pass_to(place);
        write.show(c);
        write.show(c);
      }
    }
  }
}

// Why a class is held, alone and together, and what else does not hold it; each end begins a span.
void reasons(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint32_t other = kClasses - 1 - c;
    write.wake();
    const auto show = [&](EquippedPortInputs in) {
      in.shown = c;
      write.add(in);
      write.pass(1);
    };
    write.add(write.heard(c, Writer::kPause));  // a pause of a class without packets, and with some
    show(write.still());
    show(write.waits(1U << c));
    write.add(write.heard(c, 0));
    show(write.still());
    show(write.still());
    write.add(write.exhausted(c));  // credits: the packet comes, goes elsewhere, is a shorter one
    EquippedPortInputs in = write.lacks(c);
    in.waiting = 1U << other;
    show(in);
    show(write.lacks(c));
    show(write.still());
    show(write.lacks(c));
    show(write.waits(1U << c));
    show(write.still());
    in = write.lacks(c);  // a class that needs none
    in.credited = kAllClasses & ~(1U << c);
    show(in);
    show(write.still());
    write.add(write.heard(c, Writer::kPause));  // both; the one ends before the other
    show(write.lacks(c));
    in = write.heard(c, 0);
    in.waiting = 1U << c;
    write.set_head(in, c, 1);
    show(in);
    show(write.lacks(c));
    show(write.waits(1U << c));
    for (const bool of_class : {false, true}) {  // a shaper holds, and none is OFF
      in = write.waits(1U << c);
      (of_class ? in.open : in.port_open) = 0;
      in.mac_ready = true;
      show(in);
      show(write.still());
    }
    write.add(write.heard(other, Writer::kPause));  // another class is held
    show(write.goes(c, 300));
    show(write.goes(c, 300));
    show(write.still());
  }
}

// Registers after a reset, which ends an OFF period without an end.
void resets(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (const State state : kStates) {
      write.to(c, state);
      write.wake();
      write.show(c);
      write.shown(write.goes(c, 700), c);
    }
    for (const int cycles : {1, 2}) {
      write.wake();
      write.add(write.heard(c, Writer::kPause));
      write.idle(2);
      for (int n = 0; n < cycles; ++n) {
        EquippedPortInputs in = write.goes(c, 700);
        in.rst_n = false;
        in.shown = c;
        write.add(in);
      }
      for (int n = 0; n < 5; ++n) {
        EquippedPortInputs in = write.goes(c, 700);
        in.red_mark = kAllClasses;
        in.shown = c;
        write.add(in);
      }
    }
  }
}

enum class Event : std::uint8_t { kDeparts, kBegins, kEnds, kLook };

// A cycle of one class while another may lack credits. Between looks time stands at a place of neither.
EquippedPortInputs cycle_of(Writer& write, Event event, std::uint32_t c, std::uint32_t held) {
  write.pass_to(event == Event::kLook ? c : 7);
  EquippedPortInputs in = write.still();
  in.waiting = held;
  for (std::uint32_t other = 0; other < kClasses; ++other) {
    write.set_head(in, other, held >> other & 1U);
    write.set_queue(in, other, 900 + 64, 64);
  }
  in.waiting |= event == Event::kDeparts || event == Event::kBegins ? 1U << c : 0;
  write.set_head(in, c, event == Event::kBegins || (held >> c & 1U) != 0 ? 1 : 0);
  in.mac_ready = event == Event::kDeparts;
  in.longest_on = std::min(200U, write.longest());
  in.shown = c;
  return in;
}

void event_after_event(Writer& write) {
  constexpr Event kOrders[] = {Event::kDeparts, Event::kBegins, Event::kEnds, Event::kLook};
  for (const Event first : kOrders) {
    for (const Event then : kOrders) {
      for (const std::uint32_t b : {2U, 5U}) {
        constexpr std::uint32_t a = 2;
        write.wake();
        write.add(write.exhausted(a));
        write.add(write.exhausted(b));
        for (const std::uint32_t c : {a, b}) {  // spans run
          write.add(cycle_of(write, Event::kBegins, c, 0));
          write.add(cycle_of(write, Event::kEnds, c, 0));
        }
        const std::uint32_t later = then == Event::kEnds && (a != b || first != Event::kDeparts) ? 1U << b : 0;
        const std::uint32_t held = later | (first == Event::kEnds ? 1U << a : 0);
        EquippedPortInputs in = cycle_of(write, Event::kEnds, a, held);
        write.add(in);
        write.add(cycle_of(write, first, a, later & ~(first == Event::kEnds ? 1U << a : 0)));
        write.add(cycle_of(write, then, b, 0));
        write.add(cycle_of(write, Event::kEnds, b, 0));
        write.show(a);
      }
    }
  }
}

}  // namespace

std::vector<EquippedPortInputs> EquippedPortKind::directed(const Setup& setup) {
  Writer write(setup);
  departures(write);
  marks(write);
  pauses_beside_events(write);
  behinds(write);
  shows(write);
  sweeps(write);
  reasons(write);
  resets(write);
  event_after_event(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

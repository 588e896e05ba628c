// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gentle_port/gentle_port.h"
#include "tb/cosim/blocks/gentle_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::GentlePortInputs;
using Writer = GentlePortWriter;

// Each stage of each class, up from 0 and down to 0: offered until the MAC takes it, then no more.
void tells(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (std::uint32_t k = 1; k <= Writer::kMostStage; ++k) {
      write.at(c, k);
      write.idle(2);
      write.drain(2);
      write.add(write.released(c, 0));
      write.drain(3);
    }
    write.add(write.admitted(c, 5));  // comes and goes untold
    write.add(write.waits(Writer::kAll));
    write.add(write.released(c, 0));
    write.add(write.waits(Writer::kAll));
    write.drain(3);
    write.add(write.admitted(c, 5));  // changes before the MAC takes it
    write.add(write.admitted(c, 6));
    write.idle(3);
    write.drain(2);
  }
}

// Two packets in a cycle: of one class the later depth is that of what leaves.
void both(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (std::uint32_t other = 0; other < kClasses; ++other) {
      write.add(write.both(c, 3, other, 9));
      write.idle(2);
      write.drain(2);
      write.add(write.both(other, 0, c, 17));
      write.drain(4);
      write.add(write.both(c, 0, other, 0));
      write.drain(4);
    }
    GentlePortInputs in = write.both(c, 12, c, 14);  // neither
    in.admitted_valid = in.released_valid = false;
    write.add(in);
    write.drain(4);
    in = write.both(c, 12, kClasses - 1 - c, 14);
    in.released_valid = false;
    write.add(in);
    write.drain(4);
    in.released_valid = true;
    in.admitted_valid = false;
    write.add(in);
    write.drain(4);
  }
}

// Frames with any number of classes, each with a stage of its own; all change while the frame is offered.
void many(Writer& write) {
  for (std::uint32_t classes = 1; classes <= kClasses; ++classes) {
    write.wake();
    for (std::uint32_t c = 0; c < classes; ++c) {
      write.add(write.admitted(c, 2 * c + 1));
    }
    write.idle(2);
    write.drain(2);
    for (std::uint32_t c = 0; c < classes; ++c) {
      write.add(write.both(c, 2 * c + 2, kClasses - 1 - c, 3 * c + 1));
    }
    write.drain(4);
  }
}

// Each stage obeyed by each class, stages at N and beyond, and what is no frame with stages.
void obeys(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (std::uint32_t k = 0; k <= Writer::kMostStage; ++k) {
      write.add(write.heard(c, static_cast<std::uint16_t>(k)));
    }
    write.show(c);
    write.set_stages(9);
    for (const unsigned time : {8U, 9U, 10U, 31U, 32U, 0xffffU}) {
      write.add(write.heard(c, 3));
      write.add(write.heard(c, static_cast<std::uint16_t>(time)));
      write.show(c);
    }
    for (unsigned bit = 0; bit < 16; ++bit) {
      write.add(write.heard(c, static_cast<std::uint16_t>(1U << bit)));
      write.add(write.heard(c, static_cast<std::uint16_t>(9U ^ 1U << bit)));
    }
    write.set_stages(Writer::kMostStage);
    for (unsigned n = 0; n < 20; ++n) {
      GentlePortInputs in = write.heard(c, 12);
      in.heard_valid = n != 0;
      in.heard_credit = n == 1;
      in.heard_head ^= n == 2 ? 0x0100'0000U : n == 3 ? 1U << c : n > 3 ? 1U << (12 + n) : 0;
      write.add(write.heard(c, 3));
      write.add(in);
      write.show(c);
    }
    GentlePortInputs in = write.heard(c, 12);
    in.heard_head = 0x0101'00ff;
    write.add(in);
    write.show(c);
    in.heard_head ^= 1U << c;
    in.heard_times_0_3 = in.heard_times_4_7 = 0x0005'0006'0007'0008;
    write.add(in);
    write.show(c);
  }
}

// Bits of the head that say nothing.
void reserved(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (unsigned bit = 8; bit <= 16; ++bit) {
      GentlePortInputs in = write.heard(c, 12);
      in.heard_head |= bit < 16 ? 1U << bit : 0xff00U;
      write.add(write.heard(c, 3));
      write.add(in);
      write.show(c);
    }
  }
}

// Another N while no stage is due, then a depth whose stage is told: with N = 0, too.
void levels(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (std::uint32_t stages = 0; stages <= Writer::kMostStage; ++stages) {
      write.at(c, 7);
      write.drain(2);
      write.set_stages(stages);
      write.idle();
      write.add(write.admitted(c, 3));
      write.idle(2);
      write.drain(2);
    }
  }
}

// Waits and stages of few cycles.
void briefly(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.add(write.heard(c, 1));
    write.add(write.sent(c, 0, 20, 10));  // no gap, which a phase would shorten
    write.show(c);
    write.add(write.sent(c, 1, 0, Writer::kMostSubticks));
    write.show(c);
    for (std::uint32_t ticks = 1; ticks <= 10; ++ticks) {
      write.hold(c, 1, ticks);
      write.show(c, ticks + 2);
    }
    for (std::uint32_t cycles = 1; cycles <= 12; ++cycles) {
      for (std::uint32_t n = 0; n < cycles; ++n) {
        write.add(write.ready(write.admitted(c, 3 + cycles % 2)));
      }
    }
    write.drain(2);
  }
}

// Cycles in which no tick passes: a wait stands, and a packet and a rate count as in any other.
void stands(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (std::uint32_t with = 0; with < 32; ++with) {
      const auto passes = [&](GentlePortInputs in, unsigned bit) {
        in.tick = (with >> bit & 1U) != 0;
        in.shown = c;
        in.waiting = Writer::kAll;
        in.mac_ready = bit > 2;
        write.add(in);
      };
      passes(write.heard(c, 3), 0);
      passes(write.sent(c, 1, 20, 10), 1);
      passes(write.still(), 2);
      passes(write.heard(c, with % 3 == 0 ? 1 : 4), 3);
      passes(write.still(), 4);
      passes(write.still(), 0);
      passes(write.sent(c, 0, with, with), 1);
      passes(write.still(), 2);
    }
  }
}

// A class waits for its limiter while others go, and goes when the wait is over.
void holds(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    GentlePortInputs all = write.ready(write.waits(Writer::kAll));
    all.shown = c;
    for (const std::uint16_t k : {std::uint16_t{1}, std::uint16_t{2}, std::uint16_t{3}}) {
      for (const std::uint32_t subticks : {0U, 20U, Writer::kMostSubticks}) {
        write.hold(c, k, 2, subticks);
        for (int n = 0; n < 20; ++n) {
          write.add(n % 3 == 0 ? write.goes(c) : all);
        }
      }
    }
    write.add(write.heard(c, 0));  // at line rate each may follow at once
    for (const bool follows : {true, false}) {
      GentlePortInputs in = write.sent(c, 3);
      in.waiting = 1U << c;
      in.mac_ready = true;
      write.add(in);
      write.add(follows ? write.heard(c, 2) : all);
    }
    GentlePortInputs in = write.sent(c, 0, 10, 3);  // shorter than a tick
    in.waiting = Writer::kAll;
    in.mac_ready = true;
    for (int n = 0; n < 8; ++n) {
      write.add(in);
    }
    in.sent_class = kClasses - 1 - c;  // of another class
    write.add(in);
    write.show(c);
    write.add(write.heard(c, 0));
    write.show(c, 12);
    in = write.goes(c);
    in.open = Writer::kAll & ~(1U << c);  // its shaper holds
    write.add(in);
  }
}

// Roundings, clamp, and each bit of a packet's time; the wait of the class is shown, and that of no other.
void times(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (std::uint32_t rounding = 0; rounding < 4; ++rounding) {
      for (const bool clamp : {false, true}) {
        const auto set = [&](GentlePortInputs in) {
          in.rounding = rounding;
          in.clamp = clamp;
          write.add(in);
        };
        set(write.heard(c, 4));
        set(write.sent(c, 2, 33, 7));
        set(write.heard(c, 2));
        set(write.sent(c, 2, 29, 50));
        set(write.heard(c, 6));
        set(write.sent(c, 2, 30, 59));
        set(write.sent(c, Writer::kMostTicks, Writer::kMostSubticks));
        write.show(c);
        set(write.heard(c, 0));
        write.show(c, 2);
        write.show(kClasses - 1 - c);
      }
    }
    for (unsigned bit = 0; bit < reference::kRLTickBits; ++bit) {
      write.wake();
      write.add(write.heard(c, 1));
      write.add(write.sent(c, 1U << bit, 1U << bit % 6, bit));
      write.show(c, 2);
      write.add(write.sent(c, Writer::kMostTicks ^ 1U << bit, Writer::kMostSubticks, 1U << bit % 6));
      write.show(c, 2);
    }
    for (const unsigned k : {3U, 1U, 0U, 2U}) {  // a stage comes as a packet ends
      GentlePortInputs in = write.heard(c, static_cast<std::uint16_t>(k));
      in.sent_valid = true;
      in.sent_class = c;
      in.sent_ticks = 5;
      write.add(in);
      write.show(c, 2);
    }
    write.add(write.heard(c, 31));  // the longest wait
    write.add(write.sent(c, Writer::kMostTicks, Writer::kMostSubticks));
    write.show(c, 2);
  }
}

// What is offered first, until the MAC takes it: a PFC frame, a credit message, stages, a packet.
void offers(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint32_t paused = kClasses - 1 - c;
    for (unsigned set = 0; set < 16; ++set) {
      for (const bool busy : {false, true}) {
        write.wake(1U << paused);
        write.add((set & 1U) != 0 ? write.admitted(c, 7) : write.still());
        GentlePortInputs in = write.still();
        in.above = (set & 2U) != 0 ? 1U << paused : 0;
        in.period = (set & 4U) != 0 ? 0x81U : 0;
        write.add(in);
        in = write.waits((set & 8U) != 0 ? 1U << c : 0);
        for (int n = 0; n < 6; ++n) {
          if (busy) {
            write.add(in);
          }
          write.add(write.ready(in));
        }
      }
    }
  }
}

// Everything in each cycle, and each alone after each other; a frame of stages is taken in one cycle after another, and
// packets between.
void together(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (unsigned n = 0; n < 24; ++n) {
      GentlePortInputs in = write.admitted(c, n < 8 ? 3 + n % 2 : 3 + n / 2 % 2);
      in.shown = c;
      const GentlePortInputs heard = write.heard(c, 0);
      in.heard_valid = true;
      in.heard_head = heard.heard_head;
      in.heard_times_0_3 = heard.heard_times_0_3;
      in.heard_times_4_7 = heard.heard_times_4_7;
      in.sent_valid = true;
      in.sent_class = c;
      in.sent_ticks = 1;
      in.waiting = 1U << c;
      in.mac_ready = true;
      write.add(in);
    }
  }
}

// A reset ends everything, and what comes before its release is lost.
void resets(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (const int cycles : {1, 2}) {
      write.wake();
      write.at(c, 6);
      write.drain(2);
      write.add(write.admitted(c, 8));
      write.hold(c, 5, 40);
      write.idle(2);
      for (int n = 0; n < cycles + 4; ++n) {
        GentlePortInputs in = write.sent(c, 9, 7);
        const GentlePortInputs heard = write.heard(c, 3);
        in.rst_n = n >= cycles;
        in.admitted_valid = in.heard_valid = n < cycles + 2;
        in.admitted_class = c;
        in.admitted_depth = Writer::depth_of(4);
        in.heard_head = heard.heard_head;
        in.heard_times_0_3 = heard.heard_times_0_3;
        in.heard_times_4_7 = heard.heard_times_4_7;
        in.waiting = Writer::kAll;
        in.mac_ready = true;
        write.add(in);
      }
      write.show(c, 3);
      write.drain(2);
    }
  }
}

}  // namespace

std::vector<GentlePortInputs> GentlePortKind::directed(const Setup& setup) {
  Writer write(setup);
  tells(write);
  both(write);
  many(write);
  obeys(write);
  holds(write);
  times(write);
  offers(write);
  together(write);
  resets(write);
  reserved(write);
  levels(write);
  briefly(write);
  stands(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_port/gradient_port.h"
#include "tb/cosim/blocks/gradient_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::GradientPortInputs;
using Writer = GradientPortWriter;

// H below, at and above Bm, and depths below H, level and above, of each class; with messages and without. What a
// message leaves counts one cycle later.
void rules(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    std::uint32_t sent = 0;
    const auto ask = [&](std::uint32_t held, std::uint32_t depth, std::uint32_t credited) {
      write.held(c, held, sent);
      GradientPortInputs in = write.wants(c, 3, depth & write.most());
      in.credited = credited;
      write.add(in);
      const bool takes =
          (credited >> c & 1U) == 0 || held < write.stop() || (depth & write.most()) >= (held & write.most());
      sent += takes ? 3 : 0;
    };
    for (const std::uint32_t stop : {20U, 1U, 0U, write.most()}) {
      write.set_stop(stop);
      for (const std::uint32_t held : {stop - 5, stop - 1, stop, stop + 1, stop + 9}) {
        for (const std::uint32_t beside : {0U - 8U, 0U - 1U, 0U, 1U, 8U}) {
          if (held <= write.most()) {
            ask(held, held + beside, Writer::kAll);
            ask(held, held + beside, Writer::kAll ^ 1U << c);
          }
        }
      }
      for (const std::uint32_t beside : {0U, 1U, 8U}) {  // nothing is out
        ask(0, beside, Writer::kAll);
      }
    }
    write.show(kClasses - 1 - c);
  }
}

// H against Bm where the depth does not help, and against the depth where Bm does not, in each bit.
void bits(Writer& write) {
  write.wake();
  const auto ask = [&](std::uint32_t c, std::uint32_t held, std::uint32_t depth, std::uint32_t stop) {
    write.set_stop(stop);
    write.held(c, held);
    GradientPortInputs in = write.wants(c, 0, depth);  // counts stay
    write.add(in);
  };
  for (unsigned bit = 0; bit < write.config().counter_bits; ++bit) {
    const std::uint32_t c = bit % 3;
    pairs(bit, write.most(), [&](std::uint32_t held, std::uint32_t other) {
      ask(c, held & write.most(), 0, other & write.most());
      ask(c + 4, held & write.most(), other & write.most(), 0);
    });
  }
}

// All that may come of a class in one cycle, below Bm, at it and beyond, and beside the same of another class.
void together(Writer& write) {
  write.set_stop(20);
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint32_t other = kClasses - 1 - c;
    write.wake();
    for (unsigned events = 0; events < 96; ++events) {
      const std::uint32_t held = events >= 64 ? 40 : 19 + (events & 1U);
      write.add(write.with_release(write.with_taking(write.admitted(c, 9), c, 4), c, events));  // counts are at odds
      write.held(c, held, 5);
      write.held(other, held, 7);
      GradientPortInputs in = write.still();
      in = events >= 32 ? write.with_wants(in, c, 12, held - 1) : in;
      in = (events & 2U) != 0 ? write.with_message(in, events % 3 != 0 ? c : other, 5) : in;
      in = (events & 8U) != 0 ? write.with_taking(in, events % 5 != 0 ? c : other, 13) : in;
      in = (events & 16U) != 0 ? write.with_release(in, events % 7 != 0 ? c : other, 17) : in;
      if ((events & 4U) != 0) {
        in.admitted_valid = true;
        in.admitted_class = events % 11 != 0 ? c : other;
        in.admitted_blocks = 24;
      }
      in.period = 1U << c;
      write.add(in);
      write.add(write.ready(write.shown(write.still(), c)));
      write.add(write.shown(in, other));
      write.drain(2);
    }
  }
}

// Each event of a class beside each of another.
void of_two(Writer& write) {
  write.set_stop(20);
  const auto event = [&](GradientPortInputs in, unsigned which, std::uint32_t c) {
    switch (which) {
      case 0:
      case 1:
        return write.with_wants(in, c, 6, which == 0 ? 90 : 10);
      case 2:
        return write.with_message(in, c, 0U - 30);
      case 3:
        in.admitted_valid = true;
        in.admitted_class = c;
        in.admitted_blocks = 11;
        return in;
      case 4:
        return write.with_taking(in, c, 5);
      case 5:
        return write.with_release(in, c, 3);
      case 6:
        in.period |= 1U << c;
        return in;
      default:
        in.mac_ready = true;
        return in;
    }
  };
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint32_t other = (c + 3) % kClasses;
    for (unsigned one = 0; one < 8; ++one) {
      for (unsigned two = 0; two < 8; ++two) {
        write.wake();
        write.held(c, 50);
        write.held(other, 50);
        write.add(write.period((one == 7 ? 1U << c : 0) | (two == 7 ? 1U << other : 0)));
        write.add(event(event(write.still(), one, c), two, other));
        write.show(c);
        write.show(other);
        write.add(write.period(1U << c | 1U << other));
        write.drain(3);
      }
    }
  }
}

// What each class's messages tell, and when they are due.
void tells(Writer& write) {
  write.set_stop(20);
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.add(write.with_release(write.wants(c, 12, 0), c, 30));
    write.add(write.with_release(write.wants((c + 1) % kClasses, 6, 0), (c + 1) % kClasses, 21));
    for (const std::uint32_t credited : {1U << c, Writer::kAll ^ 1U << c, Writer::kAll}) {
      GradientPortInputs in = write.period(1U << c);
      in.credited = credited;
      write.add(in);
      in = write.waits(1U << c);
      in.credited = credited;
      write.add(in);
      write.add(write.ready(in));
      write.add(write.ready(in));
      write.drain(2);
    }
    for (unsigned beside = 0; beside < 4; ++beside) {  // a packet is taken, or leaves, as the message is told
      for (const bool ready : {false, true}) {
        write.add(write.period(1U << c));
        GradientPortInputs in = write.still();
        in = (beside & 1U) != 0 ? write.with_wants(in, c, 7, write.most()) : in;
        in = (beside & 2U) != 0 ? write.with_release(in, c, 5) : in;
        in.mac_ready = ready;
        write.add(in);
        write.drain(2);
      }
    }
    write.add(write.period(1U << c));
    write.add(write.with_message(write.ready(write.still()), c, 50));  // one is heard as one is told
    write.drain(2);
    write.add(write.ready(write.period(1U << c)));
    write.add(write.ready(write.period(1U << c)));  // a period passes as the message leaves
    write.drain(3);
    write.add(write.period(1U << c));
    write.add(write.period(1U << c));  // and while the message is due
    write.drain(3);
    write.add(write.init());  // brings no message of the rule
    GradientPortInputs goes = write.goes(c);
    goes.credited = 0;
    write.add(goes);
    write.drain(9);
    write.add(write.period(Writer::kAll));
    write.idle(2);
    write.drain(9);
    write.add(write.period(1U << c | 1U << (kClasses - 1 - c)));
    write.drain(3);
  }
}

// A link that comes up changes no count of the rule.
void links(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.held(c, 15);
    write.add(write.admitted(c, 9));
    write.add(write.period(1U << c));
    GradientPortInputs in = write.with_message(write.with_wants(write.init(), c, 4, 30), c, 0U - 22);
    in = write.with_release(write.with_taking(in, c, 2), c, 6);
    in.admitted_valid = true;
    in.admitted_class = c;
    in.admitted_blocks = 1;
    write.add(write.ready(in));
    write.show(c);
    write.add(write.ready(write.init()));
    write.add(write.period(1U << c));
    write.add(write.ready(write.init()));
    write.show(c);
    write.drain(9);
    write.add(write.period(1U << c));
    write.drain(2);
  }
}

// What is offered first, until the MAC takes it: a PFC frame, a message of the port, messages of the rule, a packet.
void offers(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint32_t paused = kClasses - 1 - c;
    for (unsigned set = 0; set < 16; ++set) {
      for (const bool busy : {false, true}) {
        write.wake(1U << paused);
        write.add(write.with_release(write.wants(c, 12, 0), c, 8));
        GradientPortInputs in = write.period(((set & 1U) != 0 ? 1U << c : 0) | ((set & 4U) != 0 ? 0x28U : 0));
        in.above = (set & 2U) != 0 ? 1U << paused : 0;
        write.add(in);
        in = write.waits((set & 8U) != 0 ? 1U << c : 0);
        for (int n = 0; n < 5; ++n) {
          if (busy) {
            write.add(in);
          }
          write.add(write.ready(in));
        }
      }
    }
  }
}

// A message of credits that would hold the class of other ports holds none here; and nothing without its valid.
void ignores(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.add(write.heard(c, 0));
    GradientPortInputs in = write.goes(c);
    write.port().set_head(in, c, 9);
    write.add(in);
    in = write.with_taking(write.with_release(write.with_wants(write.admitted(c, 9), c, 8, write.most()), c, 7), c, 6);
    in = write.with_message(in, c, 0U - 5);
    for (unsigned set = 0; set < 64; ++set) {  // each with some of these
      GradientPortInputs some = in;
      some.admitted_valid = (set & 1U) != 0;
      some.released_valid = (set & 2U) != 0;
      some.wants = (set & 4U) != 0;
      some.taken_valid = (set & 8U) != 0;
      some.heard_valid = (set & 16U) != 0;
      some.heard_credit = (set & 32U) != 0;
      write.add(some);
      write.show(c);
      write.add(write.period(1U << c));
      write.drain(1);
    }
  }
}

// A reset ends everything, and what comes before its release is lost.
void resets(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (const int cycles : {1, 2}) {
      write.wake();
      write.held(c, 17);
      write.add(write.with_release(write.admitted(c, 8), c, 3));
      write.add(write.period(Writer::kAll));
      for (int n = 0; n < cycles + 4; ++n) {
        const bool early = n < cycles + 2;
        GradientPortInputs in = write.with_wants(write.still(), c, 5, 90);
        in = early ? write.with_message(write.with_taking(write.with_release(in, c, 2), c, 3), c, 0U - 40) : in;
        in.rst_n = n >= cycles;
        in.admitted_valid = early;
        in.admitted_class = c;
        in.admitted_blocks = 5;
        in.period = early ? Writer::kAll : 0;
        in.waiting = Writer::kAll;
        in.mac_ready = true;
        write.add(in);
      }
      write.show(c, 3);
      write.show(kClasses - 1 - c);
      write.drain(2);
    }
  }
}

}  // namespace

std::vector<GradientPortInputs> GradientPortKind::directed(const Setup& setup) {
  Writer write(setup);
  rules(write);
  bits(write);
  together(write);
  of_two(write);
  tells(write);
  links(write);
  offers(write);
  ignores(write);
  resets(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

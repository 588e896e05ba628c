// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_port/linear_port.h"
#include "tb/cosim/blocks/linear_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::LinearPortInputs;
using Writer = LinearPortWriter;

// Rates of each class: nothing left, one byte to all of the range, and more; more sent than credited.
void rates(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    for (const std::uint32_t blocks : {0U, 1U, 3U, 5U, write.half(), write.half() + 1, write.most()}) {
      for (const int beside : {-1, 0, 1}) {
        write.set_range(write.bytes(blocks) + static_cast<std::uint64_t>(beside));
        write.rate(c, blocks);
      }
      write.set_range(1);
      write.rate(c, blocks);
      write.set_range(write.most_range());
      write.rate(c, blocks);
    }
    write.add(write.shown(write.still(), kClasses - 1 - c));
  }
  // Each bit of what remains and of the range.
  write.wake();
  for (unsigned bit = 0; bit < write.config().counter_bits; ++bit) {
    for (const std::uint32_t blocks : {1U << bit, write.most() >> 1U ^ 1U << bit}) {
      write.set_range(write.most_range());
      write.rate(bit % 3, blocks);
    }
  }
  for (unsigned bit = 0; bit < write.config().rate().room_bits(); ++bit) {
    write.set_range(std::uint64_t{1} << bit);
    write.rate(4 + bit % 4, 1);
    write.set_range(write.most_range() ^ std::uint64_t{1} << bit);
    write.rate(4 + bit % 4, 3);
  }
}

// What remains is FCCL less what has been sent before the message: FCTBS counts the packets of the class alone, comes
// round, and begins anew with the link.
void counts(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.set_range(write.bytes(400));
    for (const std::uint32_t blocks : {1U, 6U, 40U, write.longest()}) {
      write.add(write.counts(c, blocks));
      write.add(write.counts(kClasses - 1 - c, 9));
      write.rate(c, 300 + blocks);
      write.add(write.with_message(write.counts(c, blocks), c, 350));  // in one cycle
      write.settle();
      write.show(c);
      write.add(write.counts(c, blocks));  // while its message waits and divides
      write.add(write.heard(c, 200 + 4 * blocks));
      write.add(write.counts(c, blocks));
      write.add(write.counts(c, blocks));
      write.settle();
      write.show(c);
    }
    write.add(write.with_message(write.init(), c, 77));
    write.settle();
    write.show(c);
    write.rate(c, 70);
    LinearPortInputs resync = write.heard(c, 90);  // ABR alone follows
    resync.resync = true;
    write.add(resync);
    write.settle();
    write.add(write.period(Writer::kAll));
    write.drain(9);
  }
  write.wake();
  for (std::uint64_t sent = 0; sent <= write.most(); sent += write.longest()) {
    LinearPortInputs in = write.counts(5, write.longest());
    in.admitted_valid = true;
    in.admitted_class = 5;
    in.admitted_blocks = write.longest();
    in.period = 1U << 5;
    write.add(in);
    write.drain(2);
  }
  write.rate(5, write.longest() + 100);
  write.rate(5, write.most());
}

// What each class's messages tell, and when they are due.
void tells(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.add(write.admitted(c, 30));
    write.add(write.counts(c, 12));
    for (const std::uint32_t credited : {1U << c, Writer::kAll ^ 1U << c, Writer::kAll}) {
      LinearPortInputs in = write.period(1U << c);
      in.credited = credited;
      write.add(in);
      in = write.waits(1U << c);
      in.credited = credited;
      write.add(in);
      write.add(write.ready(in));
      write.add(write.ready(in));
      write.drain(2);
    }
    write.add(write.released(c, 20));
    for (const bool comes : {true, false}) {  // neither
      LinearPortInputs in = comes ? write.admitted(c, 9) : write.released(c, 7);
      in.admitted_valid = in.released_valid = false;
      write.add(in);
      write.add(write.period(1U << c));
      in = write.still();
      in.buffer = 0;
      write.add(in);
      write.add(write.with_message(write.ready(write.still()), c, 50));  // one is heard as one is told
      write.drain(2);
    }
    write.add(write.ready(write.period(1U << c)));
    LinearPortInputs again = write.ready(write.period(1U << c));  // a period passes as the message leaves
    write.add(again);
    write.drain(3);
    for (const std::uint32_t buffer : {0U, 9U, 10U, 11U, write.half(), write.most()}) {
      LinearPortInputs in = write.period(1U << c);
      in.buffer = buffer;
      write.add(in);
      in = write.ready(write.still());
      in.buffer = buffer;
      write.add(in);
    }
    write.add(write.init());
    LinearPortInputs goes = write.goes(c);  // without a message
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

// Messages of all classes back to back, upwards and downwards, and once more while they wait; each while another is
// worked on.
void many(Writer& write) {
  for (const bool up : {true, false}) {
    for (const int rounds : {1, 2}) {
      write.wake();
      write.set_range(write.bytes(100));
      for (int round = 0; round < rounds; ++round) {
        for (std::uint32_t n = 0; n < kClasses; ++n) {
          const std::uint32_t c = up ? n : kClasses - 1 - n;
          write.add(write.heard(c, 10 + 5 * c + 3 * static_cast<std::uint32_t>(round)));
        }
      }
      for (std::uint32_t n = 0; n < kClasses; ++n) {
        write.settle();
        write.show(n);
      }
      for (std::uint32_t c = 0; c < kClasses; ++c) {
        write.show(c);
      }
    }
  }
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (std::uint32_t other = 0; other < kClasses; ++other) {
      write.wake();
      write.set_range(write.bytes(50));
      write.add(write.heard(c, 20));
      write.idle(5);
      write.add(write.heard(other, 30));
      write.add(write.heard(other, 40));  // of two that wait the last counts
      write.settle();
      write.show(c);
      write.settle();
      write.show(other);
      write.add(write.heard(c, 10));
      write.idle(3);
      write.add(write.heard(other, 12));
      LinearPortInputs frame = write.heard(other, 14);  // a MAC control frame
      frame.heard_credit = false;
      write.add(c % 2 == 0 ? write.init() : frame);
      write.settle();
      write.settle();
      write.show(other);
    }
  }
}

// What is offered first, until the MAC takes it: a PFC frame, a message of the port, messages of GFC, a packet.
void offers(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    const std::uint32_t paused = kClasses - 1 - c;
    for (unsigned set = 0; set < 16; ++set) {
      for (const bool busy : {false, true}) {
        write.wake(1U << paused);
        write.add(write.counts(c, 12));
        LinearPortInputs in = write.period(((set & 1U) != 0 ? 1U << c : 0) | ((set & 4U) != 0 ? 0x28U : 0));
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

// Everything in each cycle.
void together(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    write.set_range(write.bytes(3));
    for (unsigned n = 0; n < 60; ++n) {
      LinearPortInputs in = write.with_message(write.counts(c, 1 + n % 2), c, 2 * n);
      in.period = 1U << c;
      in.sent_ticks = 1;
      in.waiting = Writer::kAll;
      in.mac_ready = n % 3 != 0;
      in.admitted_valid = in.released_valid = true;
      in.admitted_class = in.released_class = c;
      in.admitted_blocks = 4;
      in.released_blocks = 3;
      write.add(in);
    }
    write.settle();
    write.show(c);
  }
}

// A reset ends everything, and what comes before its release is lost.
void resets(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    for (const int cycles : {1, 2}) {
      write.wake();
      write.set_range(write.bytes(9));
      write.rate(c, 2);
      write.add(write.sent(c, 40));
      write.add(write.period(Writer::kAll));
      write.add(write.heard(c, 3));
      write.idle(2);
      write.add(write.heard(kClasses - 1 - c, 4));
      for (int n = 0; n < cycles + 4; ++n) {
        LinearPortInputs in = write.with_message(write.counts(c, 9), c, 2);
        in.rst_n = n >= cycles;
        in.sent_ticks = 7;
        in.heard_valid = in.admitted_valid = n < cycles + 2;
        in.admitted_class = c;
        in.admitted_blocks = 5;
        in.period = n < cycles + 2 ? Writer::kAll : 0;
        in.waiting = Writer::kAll;
        in.mac_ready = true;
        write.add(in);
      }
      write.show(c, 3);
      write.settle();
      write.show(c);
      write.show(kClasses - 1 - c);
      write.drain(2);
    }
  }
}

}  // namespace

std::vector<LinearPortInputs> LinearPortKind::directed(const Setup& setup) {
  Writer write(setup);
  rates(write);
  counts(write);
  tells(write);
  many(write);
  limit(write);
  offers(write);
  together(write);
  resets(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

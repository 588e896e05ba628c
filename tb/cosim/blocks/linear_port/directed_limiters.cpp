// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What limiters do with the rates that the division makes: whom they hold, cycles without a tick, and times of packets.

#include "tb/cosim/blocks/linear_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::LinearPortInputs;
using Writer = LinearPortWriter;

// A class waits for its limiter while others go, and goes when the wait is over, or when a message makes it shorter.
void holds(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    write.wake();
    const LinearPortInputs all = write.shown(write.ready(write.waits(Writer::kAll)), c);
    for (const std::uint32_t blocks : {1U, 2U, 9U}) {
      write.set_range(write.bytes(blocks + 3));
      write.rate(c, blocks);
      for (const std::uint32_t subticks : {0U, 20U, Writer::kMostSubticks}) {
        write.add(write.sent(c, 2, subticks));
        for (int n = 0; n < 14; ++n) {
          write.add(n % 3 == 0 ? write.goes(c) : all);
        }
      }
    }
    write.set_range(write.bytes(8));
    write.rate(c, 1);
    write.add(write.sent(c, 300));
    for (const std::uint32_t blocks : {2U, 4U, 3U, 8U}) {  // messages while the limiter counts
      write.add(write.heard(c, blocks));
      write.idle(write.division());
      write.add(write.goes(c));
    }
    write.rate(c, 8);  // at line rate each may follow at once
    LinearPortInputs in = write.sent(c, 3);
    in.waiting = 1U << c;
    in.mac_ready = true;
    write.add(in);
    write.add(all);
    in = write.sent(c, 0, 10, 3);  // shorter than a tick
    in.waiting = Writer::kAll;
    in.mac_ready = true;
    write.rate(c, 3);
    for (int n = 0; n < 8; ++n) {
      write.add(in);
    }
    in.sent_class = kClasses - 1 - c;  // of another class
    write.add(in);
    write.show(c, 12);
    in = write.goes(c);
    in.open = Writer::kAll & ~(1U << c);  // its shaper holds
    write.add(in);
  }
}

// Cycles in which no tick passes: a wait stands, and a packet and a rate count as in any other.
void stands(Writer& write, std::uint32_t c) {
  write.wake();
  for (std::uint32_t with = 0; with < 32; ++with) {
    const auto passes = [&](LinearPortInputs in, unsigned bit) {
      in.tick = (with >> bit & 1U) != 0;
      write.add(write.shown(write.ready(in), c));
    };
    passes(write.sent(c, 40, 20, 10), 0);
    passes(write.heard(c, with % 3 == 0 ? 4 : 1), 1);
    write.show(c, write.division() - 1);
    passes(write.goes(c), 2);  // the rate is there
    passes(write.sent(c, 0, with, with), 3);
  }
}

// Roundings, clamp, and each bit of a packet's time; the wait of the class is shown, and that of no other.
void times(Writer& write) {
  for (std::uint32_t c = 0; c < kClasses; c += 5) {
    write.wake();
    for (std::uint32_t rounding = 0; rounding < 4; ++rounding) {
      for (const bool clamp : {false, true}) {
        const auto set = [&](LinearPortInputs in, std::uint64_t cycles = 1) {
          in.rounding = rounding;
          in.clamp = clamp;
          for (std::uint64_t n = 0; n < cycles; ++n) {
            write.add(in);
          }
        };
        const auto rate = [&](std::uint32_t blocks) {
          set(write.heard(c, blocks));
          set(write.shown(write.still(), c), write.division());
        };
        write.set_range(write.bytes(20));
        rate(4);
        set(write.sent(c, 2, 33, 7));
        rate(2);
        set(write.sent(c, 2, 29, 50));
        set(write.sent(c, 2, 30, 59));
        set(write.sent(c, Writer::kMostTicks, Writer::kMostSubticks));
        rate(1);
        rate(6);
        rate(20);
        write.show(c, 2);
        write.show(kClasses - 1 - c);
        write.set_range(write.bytes(2));
        rate(1);
        for (const std::uint32_t subticks : {59U, 60U, 61U}) {  // nothing is left, and the gap is a tick, or beside it
          write.add(write.sent(c, 0));
          set(write.sent(c, subticks / 60, subticks % 60, 9));
        }
      }
    }
    write.wake();
    write.set_range(write.bytes(2));
    write.rate(c, 1);
    for (unsigned bit = 0; bit < reference::kRLTickBits; ++bit) {
      write.add(write.sent(c, 1U << bit, 1U << bit % 6, bit));
      write.show(c, 2);
      write.add(write.sent(c, Writer::kMostTicks ^ 1U << bit, Writer::kMostSubticks, 1U << bit % 6));
      write.show(c, 2);
    }
    write.set_range(write.most_range());  // the longest wait, and no longer one
    write.rate(c, 0);
    for (int n = 0; n < 6; ++n) {
      write.add(write.sent(c, Writer::kMostTicks, Writer::kMostSubticks));
      write.show(c, 2);
    }
  }
}

}  // namespace

void limit(LinearPortWriter& write) {
  holds(write);
  times(write);
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    stands(write, c);
  }
}

}  // namespace weir::cosim

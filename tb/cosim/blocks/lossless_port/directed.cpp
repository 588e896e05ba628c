// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/directed.h"

#include <iterator>

#include "tb/cosim/blocks/lossless_port/lossless_port.h"

namespace weir::cosim {

namespace {

using reference::LosslessPortInputs;
using Writer = LosslessPortWriter;

// Whether a depth is at or above XOFF; whether one is at or below XON, of a class that is asserted.
void asks_xoff(Writer& write, std::uint32_t depth, std::uint32_t xoff) {
  write.add(write.written(Writer::kXoffRegister, xoff & 0xff'ffff));
  write.alone(write.admitted(depth % 8, depth));
  LosslessPortInputs in = write.still();
  in.below = Writer::kAll;
  write.alone(in);
}
void asks_xon(Writer& write, std::uint32_t depth, std::uint32_t xon) {
  write.add(write.written(Writer::kXonRegister, xon & 0xff'ffff));
  LosslessPortInputs in = write.still();
  in.above = 1U << depth % 8;
  write.add(in);
  write.alone(write.released(depth % 8, depth));
  in.below = Writer::kAll;
  write.alone(in);
}

void thresholds(Writer& write) {
  write.wake();
  constexpr std::uint32_t kMostXoff = (std::uint32_t{1} << 24) - 1;
  for (unsigned bit = 0; bit < 24; ++bit) {
    pairs(bit, kMostXoff, [&](std::uint32_t a, std::uint32_t b) { asks_xoff(write, a, b); });
    pairs(bit, kMostXoff, [&](std::uint32_t a, std::uint32_t b) { asks_xon(write, a, b); });
  }
  for (const std::uint32_t at : {0U, 1U, 0x80'0000U, kMostXoff}) {
    for (const std::uint32_t depth : {at, at + 0x100'0000, at ^ 1U, 0x100'0000U, Writer::kMostDepth}) {
      asks_xoff(write, depth, at);
      asks_xon(write, depth, at);
    }
  }
}

// Each event of each class; then what all classes have counted, and what their registers hold.
void events_of_classes(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (unsigned which = 0; which + 1 < Writer::kEvents; ++which) {
      write.wake();
      write.alone(write.event(which, c));
      write.show_credits();
      write.show_values(c);
      write.show_values((c + 1) % 8);
      write.alone(write.event(which, 7 - c));
      LosslessPortInputs in = write.event(which, c);
      in.mac_ready = in.link_up = true;
      in.admitted_valid = in.released_valid = in.sent_valid = false;
      write.alone(in);
    }
    // Depths on the other side of the thresholds, of no event, and beside one.
    for (const std::uint32_t depth : {0U, Writer::kXon, Writer::kXoff, Writer::kMostDepth}) {
      write.wake();
      write.alone(write.admitted(c, depth));
      write.alone(write.released(c, depth));
      LosslessPortInputs both = write.admitted(c, depth);
      both.released_valid = true;
      both.released_class = 7 - c;
      both.released_depth = Writer::kMostDepth - depth;
      both.released_blocks = 2;
      write.alone(both);
      both.admitted_valid = both.released_valid = false;
      write.alone(both);
      write.show_credits();
    }
  }
}

// Credits of one class that just cover its packet, or do not, by each bit of its blocks; settings of the credits.
void heads(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    for (unsigned bit = 0; bit < write.blocks_bits(); ++bit) {
      const std::uint64_t one = std::uint64_t{1} << bit;
      for (const std::uint64_t left : {one, one - 1}) {
        for (const std::uint32_t credited : {Writer::kAll, 1U << c, Writer::kAll & ~(1U << c)}) {
          write.add(write.message(c, static_cast<std::uint32_t>(left)));
          LosslessPortInputs in = write.waits(Writer::kAll);
          in.credited = credited;
          (c < 4 ? in.head_blocks_0_3 : in.head_blocks_4_7) = one << (c % 4 * write.blocks_bits());
          write.add(in);
          in.waiting = 1U << c;
          write.add(write.ready(in));
        }
      }
    }
    // Exactly half of the range ahead, and beside it.
    for (const std::uint32_t limit : {write.half() - 1, write.half(), write.half() + 1, write.most()}) {
      write.alone(write.message(c, limit));
    }
    for (const std::uint32_t buffer : {0U, 1U, 6U, 7U, 8U, write.half(), write.most()}) {
      LosslessPortInputs in = write.admitted(c, 0);
      in.period = 1U << c;
      write.add(in);
      in = write.still();
      in.buffer = buffer;
      write.add(in);
      in.resync = true;
      in.heard_valid = in.heard_credit = true;
      in.heard_class = c;
      in.heard_fctbs = buffer / 2;
      in.heard_fccl = buffer / 3;
      write.add(write.ready(in));
      write.show_credits();
    }
  }
}

// What is due and what may go, in every combination of a frame, messages of two classes and packets, taken and not.
void offers(Writer& write) {
  for (unsigned due = 0; due < 2; ++due) {
    for (std::uint32_t low = 0; low <= 8; ++low) {
      for (const std::uint32_t high : {low, (low + 3) % 9, 8U}) {
        for (const std::uint32_t waiting : {0U, 1U << low % 8, Writer::kAll}) {
          const std::uint32_t messages = (1U << low | 1U << high) & Writer::kAll;
          write.wake();
          LosslessPortInputs in = write.still();
          in.period = messages;
          in.above = due != 0 ? 1U << (low + 2) % 8 : 0;
          write.add(in);
          in = write.waits(waiting);
          in.port_open = 0;
          write.add(in);
          write.add(write.ready(in));
          in.port_open = Writer::kAll;
          in.credited = 0x5a;
          write.add(in);
          in.credited = Writer::kAll;
          write.add(in);
          for (int n = 0; n < 5; ++n) {
            write.add(write.ready(in));
          }
          in.open = 0;
          write.add(write.ready(in));
          write.show_values(low % 8);
        }
      }
    }
  }
}

// Each class goes alone, strict or not, with lengths and weights of its own, and is held by a frame of the peer.
void packets(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (const std::uint32_t strict : {0U, 1U << c, Writer::kAll}) {
      write.wake();
      LosslessPortInputs in = write.ready(write.waits(Writer::kAll));
      in.strict = strict;
      in.weights = 0x0807'0605'0403'0201;
      for (int n = 0; n < 12; ++n) {
        in.lengths_0_3 ^= std::uint64_t{0x81} << (4 * n);
        in.lengths_4_7 ^= std::uint64_t{0x101} << (4 * n);
        in.open = n % 3 == 0 ? 1U << c : Writer::kAll;
        write.add(in);
      }
      in.port_open = Writer::kAll & ~(1U << c);
      in.open = 1U << c;
      write.add(in);
      in.port_open = 1U << c;
      write.add(in);
      write.show_values(c);
      write.add(write.frame(1U << c, 2));
      in.step = 512;
      write.add(in);
      in.open = in.port_open = Writer::kAll;
      for (int n = 0; n < 5; ++n) {
        write.add(in);
      }
      write.show_values(c);
      write.show_values((c + 5) % 8);
    }
  }
}

// Timers of each class with each bit, by which time runs; the prescaler, which stands without.
void timers(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (unsigned bit = 0; bit < 16; ++bit) {
      write.wake();
      LosslessPortInputs in = write.still();
      in.step = 0x155;
      write.add(in);
      LosslessPortInputs heard = write.frame(1U << c, 0);
      const std::uint64_t time = std::uint64_t{1} << bit << (48 - 16 * (c % 4));
      (c < 4 ? heard.heard_times_0_3 : heard.heard_times_4_7) = time;
      heard.step = in.step;
      write.add(heard);
      write.add(in);
      write.add(write.read(write.values()[387 + c].address));
      write.add(in);
      write.show_values(c);
      heard.heard_times_0_3 = heard.heard_times_4_7 = 0;
      write.add(heard);
      write.add(in);
      write.add(write.written(Writer::kRefreshQuanta, 1U << bit));
      in.above = 1U << c;
      write.add(write.ready(in));
      in.above = 0;
      write.add(write.ready(in));
      write.add(in);
      write.show_values(c);
    }
  }
}

// Each value, each word that is kept, and accesses that are none.
void registers(Writer& write) {
  write.wake();
  LosslessPortInputs all = write.ready(write.waits(Writer::kAll));
  for (int n = 0; n < 12; ++n) {
    write.add(all);
  }
  all = write.still();
  all.above = 0x6d;
  write.add(all);
  write.drain(2);
  all.above = 0x92;
  all.below = 0x24;
  write.add(all);
  write.add(write.frame(Writer::kAll, 5));
  for (const bool up : {true, false}) {
    for (const ValuePlace& value : write.values()) {
      LosslessPortInputs in = write.read(value.address);
      in.link_up = up || value.number % 8 != 4;
      write.add(in);
      in = write.still();
      in.link_up = up || value.number != 428;
      in.value = 0x0123'4567'89ab'cdef ^ value.number * 0x1'0001U;
      write.add(in);
      if (value.wide && up) {
        write.add(write.read(value.address + 4));
        write.add(in);
      }
    }
  }
  for (std::size_t which = 0; which < std::size(reference::kKeptRegisters); ++which) {
    write.alone(write.written(which, 0x0000'0000));
    write.alone(write.written(which, 0x0000'0001));
    LosslessPortInputs in = write.written(which, 0);
    in.write = false;
    write.alone(in);
    in.request = false;
    in.write = true;
    in.data = 0xff;
    write.alone(in);
  }
}

// Flags by events and levels, forced, masked; settings of PFC while classes are asserted.
void flags_and_settings(Writer& write) {
  for (unsigned bit = 0; bit < 8; ++bit) {
    for (const std::uint32_t mask : {1U << bit, 255 ^ 1U << bit}) {
      write.wake();
      write.add(write.written(Writer::kMask, mask));
      LosslessPortInputs in = write.still();
      in.interrupt_status_level = 1U << bit;
      write.alone(in);
      write.alone(write.written(Writer::kForce, 1U << bit));
      in = write.written(9, 0);
      in.write = false;
      write.alone(in);
      write.alone(write.written(Writer::kForce, 0));
      in = write.still();
      in.interrupt_status_set = 1U << bit;
      write.alone(in);
      write.alone(write.written(9, 1U << bit));
    }
    // A class is taken out while it is asserted, told, or refreshed; the link falls, is disabled, and comes again.
    for (unsigned how = 0; how < 4; ++how) {
      write.wake();
      write.add(write.written(Writer::kRefreshQuanta, 1));
      write.add(write.written(Writer::kPauseQuanta, 9));
      LosslessPortInputs in = write.still();
      in.above = 1U << bit | 1;
      in.port_pause = how == 3;
      write.add(in);
      in.above = 0;
      if (bit % 2 == 0) {
        write.add(write.ready(in));
        in.step = 512;
        write.add(in);
        in.step = 0;
      }
      if (how == 0) {
        write.add(write.written(Writer::kLossless, 255 ^ 1U << bit));
      } else if (how == 1) {
        write.add(write.written(Writer::kEnable, 0));
      }
      in.link_up = how != 2;
      in.port_pause = how == 3 && bit > 3;
      for (int n = 0; n < 3; ++n) {
        write.add(in);
      }
      write.show_values(bit);
      write.add(write.written(Writer::kEnable, 1));
      in = write.ready(write.admitted(bit, Writer::kXoff));
      write.alone(in);
      in = write.ready(write.frame(1U << bit, 4));
      in.port_pause = how == 3;
      in.heard_head ^= how == 3 ? 0x0100'0000 : 0;
      write.alone(in);
    }
  }
}

// Everything in each of the cycles in which the reset is released, and in the first that counts.
void early(Writer& write) {
  for (unsigned which = 0; which < Writer::kEvents; ++which) {
    for (std::uint64_t cycle = 0; cycle < 4; ++cycle) {
      write.wake();
      for (unsigned other = 0; other + 1 < Writer::kEvents; other += 3) {
        write.add(write.event(other, 6));
      }
      write.add(write.frame(Writer::kAll, 100));
      write.reset();
      write.idle(cycle);
      write.add(write.event(which, 5));
      write.add(write.waits(0x20));
      write.idle();
      write.show_credits();
      write.show_values(5);
    }
  }
  write.wake();  // messages of classes without credits do not hold packets
  LosslessPortInputs init = write.event(13, 0);
  init.credited = 0;
  write.add(init);
  init = write.ready(write.waits(Writer::kAll));
  init.credited = 0;
  write.add(init);
  for (int cycles = 1; cycles < 4; ++cycles) {  // a reset of some cycles
    for (int n = 0; n < cycles; ++n) {
      write.reset();
    }
    for (int n = 0; n < 4; ++n) {
      write.add(write.ready(write.waits(Writer::kAll)));
    }
  }
}

void event_after_event(Writer& write) {
  for (unsigned first = 0; first < Writer::kEvents; ++first) {
    for (unsigned then = 0; then < Writer::kEvents; ++then) {
      write.wake();
      LosslessPortInputs in = write.event(5, 1);
      in.period = 0x22;
      write.add(in);
      write.add(write.event(first, 2));
      write.add(write.event(then, 2));
      write.idle(2);
      write.drain(3);
      // A frame or a message is taken in the one cycle, and in the other, too.
      in = write.event(first, 4);
      in.above = 1U << 6;
      in.period = 0x18;
      write.add(in);
      write.add(write.ready(write.event(then, 4)));
      write.add(write.ready(write.event(first, 4)));
      write.add(write.ready(write.event(then, 4)));
      write.add(write.ready(write.event(first, 4)));
      write.idle();
    }
  }
}

}  // namespace

std::vector<LosslessPortInputs> LosslessPortKind::directed(const Setup& setup) {
  LosslessPortWriter write(setup);
  thresholds(write);
  events_of_classes(write);
  heads(write);
  offers(write);
  packets(write);
  timers(write);
  registers(write);
  flags_and_settings(write);
  early(write);
  event_after_event(write);
  classes_that_go(write);
  counts_from_the_edge(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_sender/directed.h"

#include "tb/cosim/blocks/ue_cbfc_sender/ue_cbfc_sender.h"

namespace weir::cosim {

namespace {

using reference::UeCbfcSenderInputs;
using Writer = UeSenderWriter;

// After a case: what the registers of the channel hold, what a CC_Update says, and whether one credit may follow.
void query(Writer& write) {
  write.add({.tick = true, .cc_take = true});
  write.add({.cc_take = true, .frame_credits = 1, .frame_limit = write.focus().used});
  write.add({.read_vc = Writer::kOther});
}

// Everything that may happen to one channel in a cycle, in any combination, in use and not.
void together(Writer& write) {
  write.of(Writer::kFocus);
  for (unsigned events = 0; events < 90; ++events) {
    const unsigned frame = events % 3;
    const unsigned cf = events / 3 % 3;
    const unsigned set = events / 9 % 5;
    const bool enabled = events >= 45;
    for (const bool pool : {false, true}) {
      write.reset();
      write.at(20, 12);
      write.set(enabled);
      UeCbfcSenderInputs in = write.ahead(cf == 1 ? write.half_on_wire() : 5, reference::kUeHalf);
      in.cf = cf != 0;
      in.pool = pool;
      in.frame = frame != 0;
      in.set = set != 0;
      in.set_enable = set == 2 || set == 4;
      in.set_clear = set > 2;
      in.frame_mode = reference::kUeStatic;
      in.pool_shared = write.block().shared_used() + 3;
      in.frame_credits = 3;
      in.frame_limit = pool ? (frame == 1 ? 4 : 5) : (frame == 1 ? 14 : 15);
      in.frame_reserved = in.cf_reserved = in.set_reserved = 10;
      write.add(in);
      query(write);
    }
  }
}

// Each event of a cycle of another channel, shared credits of all.
void apart_in_one_cycle(Writer& write) {
  for (unsigned events = 0; events < 64; ++events) {
    write.reset();
    write.add({.set = true, .set_enable = true, .set_vc = Writer::kOther});
    write.add({.tick = true, .cc_timer = 1});  // a CC_Update is due
    for (const std::uint8_t vc : {Writer::kOther, Writer::kThird, Writer::kFocus}) {
      write.of(vc);
      write.at(10, 20 + vc);
    }
    UeCbfcSenderInputs in = write.ahead(9, reference::kUeHalf);
    in.cf = (events & 1U) != 0;
    in.pool = true;
    in.frame = (events & 2U) != 0;
    in.set = (events & 4U) != 0;
    in.set_clear = (events & 8U) != 0;
    in.cc_take = (events & 16U) != 0;
    in.tick = (events & 32U) != 0;
    in.frame_vc = Writer::kOther;
    in.set_vc = Writer::kThird;
    in.frame_mode = reference::kUeStatic;
    in.pool_shared = write.most();
    in.frame_credits = 7;
    in.frame_reserved = 25;
    in.cf_reserved = 15;
    in.set_reserved = 3;
    write.add(in);
    for (const std::uint8_t vc : {Writer::kOther, Writer::kFocus, Writer::kThird}) {
      write.add({.read_vc = vc});
    }
    query(write);
  }
}

// A frame, or a CF_Update, of the channel whose number differs in one bit from that of a clearing: its shared credits
// count.
void beside_a_clearing(Writer& write) {
  for (const unsigned cleared : {unsigned{Writer::kFocus}, write.channels() - 1U - Writer::kFocus}) {
    for (unsigned bit = 0; bit < write.config().vc_bits; ++bit) {
      const auto beside = static_cast<std::uint8_t>(cleared ^ (1U << bit));
      for (const bool frame : {true, false}) {
        write.reset();
        for (const unsigned vc : {cleared, unsigned{beside}}) {
          write.of(static_cast<std::uint8_t>(vc));
          write.at(4, 20);
        }
        UeCbfcSenderInputs in = write.ahead(9, reference::kUeHalf);
        in.cf = !frame;
        in.pool = in.set = in.set_enable = in.set_clear = true;
        in.frame = frame;
        in.frame_vc = in.cf_vc = in.read_vc = beside;
        in.set_vc = static_cast<std::uint8_t>(cleared);
        in.frame_mode = reference::kUeStatic;
        in.pool_shared = write.most();
        in.frame_credits = 7;
        in.frame_reserved = in.cf_reserved = 15;
        in.set_reserved = 3;
        write.of(0);
        write.add(in);
        write.add({.read_vc = beside});
      }
    }
  }
}

// A frame at its limit, beside it and far from it, in use and not.
void limits(Writer& write) {
  write.reset();
  write.of(Writer::kFocus);
  for (const std::uint32_t limit : {4U, 5U, 6U}) {  // before the channel is first in use
    write.add({.frame = true, .frame_credits = 5, .frame_limit = limit});
  }
  write.at(3, 20);
  for (const bool enabled : {true, false}) {
    write.set(enabled);
    for (const std::uint32_t used : {20U, 0U, write.most(), write.most() - 4}) {
      write.use(used);
      for (const int beside : {-9, -1, 0, 1, 9}) {
        for (const bool frame : {false, true}) {
          const std::uint32_t now = write.focus().used;
          write.add({.frame = frame,
                     .frame_credits = 5,
                     .frame_limit = static_cast<std::uint32_t>(static_cast<std::int64_t>(now) + 5 + beside)});
        }
        write.idle();
      }
    }
  }
}

// Another channel uses three of the shared credits.
void others_share(Writer& write) {
  write.add({.set = true, .set_enable = true, .set_vc = Writer::kOther});
  write.add({.pool = true,
             .frame = true,
             .frame_vc = Writer::kOther,
             .frame_mode = reference::kUeStatic,
             .pool_shared = write.most(),
             .frame_credits = 3});
}

// A frame of each mode that asks for nothing more, for less than is free, for all of it, and for more; within, at and
// beyond the maximum.
void shares(Writer& write) {
  write.of(Writer::kFocus);
  for (std::uint8_t mode = 0; mode < 4; ++mode) {
    for (const std::uint32_t most : {0U, 40U, 25U, 24U, 9U}) {
      for (const std::uint8_t exponent : {std::uint8_t{7}, std::uint8_t{12}}) {
        for (const std::uint32_t free : {6U, 5U, 4U, 0U, 500U}) {
          for (const std::uint32_t reserved : {0U, 40U, 10U}) {
            write.reset();
            others_share(write);
            write.at(10, 20);
            const std::uint32_t shared = write.block().shared_used();
            const UeCbfcSenderInputs in{.pool = true,
                                        .frame = true,
                                        .frame_mode = mode,
                                        .frame_exponent = exponent,
                                        .pool_shared = shared + free,
                                        .frame_credits = 5,
                                        .frame_limit = most,
                                        .frame_reserved = reserved};
            write.add(in);
            write.add(in);
            write.idle();
          }
        }
      }
    }
  }
}

// Each exponent: what fits to the credit, and one credit more; with shared credits of every magnitude.
void exponents(Writer& write) {
  write.of(Writer::kFocus);
  for (std::uint8_t exponent = 0; exponent < 16; ++exponent) {
    for (std::uint32_t shared = 1; shared <= write.most() >> 9U; shared = shared * 2 + 1) {
      write.reset();
      others_share(write);
      write.at(0, shared);
      const std::uint64_t then = std::uint64_t{shared} + 1;
      const std::uint64_t free = exponent >= 8 ? then << (16U - exponent) : (then + (1U << exponent) - 1) >> exponent;
      for (const std::uint64_t room : {free, free - 1}) {
        if (room + write.block().shared_used() > write.most()) {
          continue;
        }
        write.add({.pool = true,
                   .frame_mode = reference::kUeDynamic,
                   .frame_exponent = exponent,
                   .pool_shared = static_cast<std::uint32_t>(room) + write.block().shared_used(),
                   .frame_credits = 1});
        write.add({.pool = true,
                   .frame = true,
                   .frame_mode = reference::kUeDynamic,
                   .frame_exponent = exponent,
                   .pool_shared = static_cast<std::uint32_t>(room) + write.block().shared_used(),
                   .frame_credits = 1});
      }
      write.idle();
    }
  }
}

// Products by an exponent that do not fit the bits of a count.
void wide_products(Writer& write) {
  write.of(Writer::kFocus);
  for (std::uint8_t times = 1; times <= 8; ++times) {
    const std::uint32_t wide = std::uint32_t{1} << (write.config().counter_bits - times);
    write.reset();
    write.set(true);
    UeCbfcSenderInputs in{.pool = true, .frame_mode = reference::kUeDynamic, .pool_shared = wide, .frame_credits = 5};
    if (times < 8) {  // free ones
      in.frame_exponent = times;
      write.add(in);
    }
    write.use(wide - 5);  // those of the channel
    in.frame_exponent = static_cast<std::uint8_t>(16 - times);
    in.pool_shared = write.most();
    write.add(in);
    write.idle();
  }
}

// S_CC comes round.
void wraps(Writer& write) {
  write.reset();
  write.of(Writer::kFocus);
  write.set(true);
  write.send(write.most() - 3);
  write.send(9);
  query(write);
  write.free(write.most() - 8);
  write.send(9);
  query(write);
}

// Counts of CF_Updates at S_CF, beside it, and half of the range and further away, with a frame of the same channel, of
// another, or none.
void steps(Writer& write) {
  const std::uint32_t half = write.half_on_wire();
  const std::uint32_t wire = 2 * half - 1;
  for (const std::uint32_t from : {0U, 7U, half - 2}) {
    for (const std::uint32_t step : {0U, 1U, 5U, half - 1, half, half + 1, wire - 2, wire}) {
      for (std::uint8_t delta = 0; delta < 4; ++delta) {
        for (const std::uint8_t frame : {std::uint8_t{0}, Writer::kFocus, Writer::kOther}) {
          write.reset();
          write.of(Writer::kOther);
          write.set(true);
          write.of(Writer::kFocus);
          write.at(0, 12);
          write.free(from);
          UeCbfcSenderInputs in = write.ahead(step, delta);
          in.frame = frame != 0;
          in.frame_vc = frame;
          in.frame_credits = 3;
          in.frame_limit = write.most();
          in.frame_reserved = in.cf_reserved = 4;
          write.add(in);
          query(write);
        }
      }
    }
  }
}

void credits(Writer& write) {
  write.reset();
  write.of(Writer::kFocus);
  write.set(true);
  for (unsigned bits = 1; bits <= write.config().credits_bits; ++bits) {
    for (const std::uint32_t size : {std::uint32_t{1} << (bits - 1), (std::uint32_t{1} << bits) - 1}) {
      write.add({.frame = true, .frame_credits = size, .frame_limit = write.most()});
      write.free(size);
    }
  }
}

// Every pair of events in consecutive cycles, resets included.
void orders(Writer& write) {
  const UeCbfcSenderInputs resets{.rst_n = false,
                                  .frame = true,
                                  .cf = true,
                                  .tick = true,
                                  .cc_take = true,
                                  .set = true,
                                  .set_enable = true,
                                  .cc_timer = 5,
                                  .frame_credits = 1,
                                  .frame_limit = 9,
                                  .cf_freed = 5};
  constexpr std::uint32_t kLimit = 500;
  const UeCbfcSenderInputs events[] = {
      {.frame = true, .frame_credits = 9, .frame_limit = kLimit},
      {.frame = true, .frame_credits = 9, .frame_limit = 9},
      {.frame = true, .frame_vc = Writer::kOther, .frame_credits = 9, .frame_limit = kLimit},
      {.cf = true, .cf_freed = 11},
      {.cf = true, .cf_delta = reference::kUeFull, .cf_freed = 13},
      {.cf = true, .cf_vc = Writer::kOther, .cf_freed = 12},
      {.tick = true, .cc_timer = 4},
      {.tick = true, .cc_timer = 1},
      {.cc_take = true},
      {.set = true, .set_enable = true, .set_vc = Writer::kThird},
      {.set = true, .set_enable = true, .set_clear = true, .set_vc = Writer::kThird},
      resets};
  for (const UeCbfcSenderInputs& first : events) {
    for (UeCbfcSenderInputs then : events) {
      for (const std::uint32_t timer : {1U, 4U}) {  // the tick expires, or waits
        write.reset();
        write.of(Writer::kThird);
        write.at(0, 15);
        write.of(Writer::kFocus);
        write.at(5, 15);
        write.add({.tick = true, .cc_timer = timer});
        write.add({.tick = true, .cc_take = timer == 4, .cc_timer = timer});
        write.add(first);
        then.cf_freed += then.cf_freed == first.cf_freed ? 3 : 0;
        write.add(then);
        query(write);
      }
    }
  }
}

}  // namespace

std::vector<UeCbfcSenderInputs> UeCbfcSenderKind::directed(const Setup& setup) {
  Writer write(setup);
  together(write);
  apart_in_one_cycle(write);
  beside_a_clearing(write);
  limits(write);
  shares(write);
  exponents(write);
  wide_products(write);
  wraps(write);
  steps(write);
  ue_sender_updates(write);
  credits(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

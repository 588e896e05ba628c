// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_tx/llr_tx.h"
#include "tb/cosim/blocks/llr_tx/script_writer.h"

namespace weir::cosim {

namespace {

using llr::LlrTxInputs;

constexpr unsigned kStates = 5;

// What leaves in every state, beside each ordered set, with the mode and without.
void leaves(LlrTxWriter& write) {
  for (unsigned state = 0; state < kStates; ++state) {
    for (unsigned leave = 0; leave < 16; ++leave) {
      for (std::uint8_t set = 0; set < 4; ++set) {
        write.to(state, 3);
        LlrTxInputs in = set == 3 ? write.echoed(write.next()) : write.heard(write.next(), set, 1);
        if ((leave & 1U) != 0) {
          in = write.offered(in, 80, set == 1);
        }
        in.replay_take = (leave & 2U) != 0;
        in.init_take = (leave & 4U) != 0;
        in.llr_mode_remote = (leave & 8U) == 0;
        write.add(in);
        write.idle();
        write.replay(2);
      }
    }
  }
}

// Every frame action in INIT and FLUSH.
void actions(LlrTxWriter& write) {
  for (std::uint8_t action = 0; action < 4; ++action) {
    for (const unsigned state : {1U, 4U}) {
      write.rules().init_llr_frame_action = state == 1 ? action : std::uint8_t{2};
      write.rules().flush_llr_frame_action = state == 4 ? action : std::uint8_t{2};
      write.to(state);
      write.idle();
      write.send(2);
      LlrTxInputs in = write.next();
      in.re_init_on_flush = true;
      write.add(in);
      write.idle();
    }
  }
  write.rules().init_llr_frame_action = write.rules().flush_llr_frame_action = 0;
}

// Windows at their edges, in frames, in bytes and in slots.
void windows(LlrTxWriter& write) {
  for (const std::uint32_t most : {0U, 1U, 2U, 5U}) {
    write.rules().outstanding_frames_max = most;
    write.to(2, 7);
    write.hear(1, 1);
    write.send(2);
  }
  write.rules().outstanding_frames_max = 5;
  write.to(2, 4);
  for (unsigned n = 0; n < 6; ++n) {  // fewer than are kept
    LlrTxInputs in = n % 2 == 0 ? write.next() : write.offered(write.next());
    in.offer_length = 64;
    in.outstanding_frames_max = 3;
    in.outstanding_bytes_max = 5 * 64 + n / 2 - 1;
    write.add(in);
  }
  write.rules().outstanding_frames_max = write.most();
  for (const std::uint32_t bytes : {0U, 99U, 100U, 101U, 300U, 301U}) {
    write.rules().outstanding_bytes_max = bytes;
    write.to(2, 0);
    write.send(5, 100);
    write.hear(1, 1);
    write.send(2, 100);
  }
  const int slots = 1 << write.config().slot_bits;
  write.rules().outstanding_bytes_max =
      0x7fff'ffffU & static_cast<std::uint32_t>((1ULL << write.config().byte_bits) - 1);
  write.rules().replay_timer_max = 63;
  write.stand(true);
  write.to(2, 0);
  write.send(slots + 3, 3);
  for (const std::uint32_t length : {64U, 70U, 0U}) {
    for (const bool offers : {false, true}) {
      for (const std::uint32_t beside : {0U, 1U, 2U}) {
        LlrTxInputs in = offers ? write.offered(write.next(), length) : write.next();
        in.offer_length = length;
        in.outstanding_bytes_max = static_cast<std::uint32_t>(slots) * 3 + length + beside - 1;
        write.add(in);
      }
    }
  }
  write.hear(2, static_cast<std::uint32_t>(slots) / 2);
  write.replay(slots / 2 + 2);
  write.hear(1, static_cast<std::uint32_t>(slots) / 2);
  write.send(2);
  write.stand(false);
}

// A replay of some frames, with an acknowledgement of each number in each of its cycles, alone and beside a frame.
void replays(LlrTxWriter& write) {
  for (const std::uint8_t set : {std::uint8_t{1}, std::uint8_t{2}}) {
    for (int sent = 0; sent <= 3; ++sent) {
      for (std::uint32_t back = 0; back <= 5; ++back) {
        for (const bool beside : {false, true}) {
          write.to(3, 4);
          write.replay(sent);
          LlrTxInputs in = write.heard(write.next(), set, back);
          in.replay_take = beside;
          write.add(in);
          write.replay(2);
          write.send(1);
          write.replay(4);
        }
      }
    }
  }
}

// The replay timer runs out in ADVANCE, in REPLAY and beside whatever starts or stops it, with every count.
void timers(LlrTxWriter& write) {
  const auto endless = static_cast<std::uint32_t>((1ULL << write.config().count_bits) - 1);
  for (const std::uint32_t most : {0U, 1U, 2U, endless}) {
    write.rules().replay_count_max = most;
    for (unsigned kind = 0; kind < 8; ++kind) {
      for (const int beside : {-1, 0, 1}) {
        write.to(kind < 4 ? 2 : 3, 3);
        write.replay(kind == 5 ? 1 : kind == 6 ? 2 : 0);
        const std::uint64_t left = (write.is().timer_due - write.next().now) & 0x3f;
        write.pass(left + static_cast<std::uint64_t>(beside));
        LlrTxInputs in = write.next();
        in = kind % 4 == 1 ? write.heard(in, 1, 1) : kind % 4 == 2 ? write.heard(in, 2, 0) : in;
        in = kind == 3 ? write.offered(in) : in;
        in.replay_take = kind >= 6;
        write.add(in);
        write.idle(2);
        write.replay(3);
        write.pass(write.rules().replay_timer_max);
        write.idle(2);
        write.replay(3);
      }
    }
    for (const int nacks : {1, 2, 3}) {  // of a single frame: its first is its last
      write.to(2, 1);
      for (int n = 0; n < nacks; ++n) {
        write.hear(2, 0);
      }
      write.pass(write.rules().replay_timer_max);
      write.idle(2);
      write.replay(1);
      write.pass(write.rules().replay_timer_max - 2);
      write.idle(4);
      write.replay(1);
    }
  }
  write.rules().replay_count_max = 1;
}

// What ends in FLUSH, each beside each other: an age below, at and above its limit, PCS up, down and lost, a frame
// freed.
void edges(LlrTxWriter& write) {
  for (const unsigned state : {2U, 3U}) {
    for (std::uint32_t age = 0; age < 4; ++age) {
      for (unsigned pcs = 0; pcs < 3; ++pcs) {
        for (const bool freed : {false, true}) {
          write.to(state, 3);
          LlrTxInputs in = write.next();
          in.pcs_up = pcs == 0;
          in.pcs_lost_timeout = 3;
          write.add(in);
          write.pass(pcs == 2 ? 3 : 0);
          in = freed ? write.heard(write.next(), 1, 1) : write.next();
          in.pcs_up = pcs == 0;
          const std::uint64_t old = (in.now - in.oldest_first_sent) & ((1ULL << write.config().age_bits) - 1);
          in.data_age_timeout = age == 0 ? 0 : static_cast<std::uint32_t>(old + 2 - age);
          write.add(in);
          write.idle(2);
        }
      }
    }
  }
}

// A set in the only cycle of OFF with the mode on.
void sets_in_off(LlrTxWriter& write) {
  for (std::uint8_t set = 0; set < 4; ++set) {
    for (const std::uint32_t back : {0U, 1U}) {
      write.reset();
      write.hear(set, back);
      write.idle();
    }
  }
}

// NACKs without an end: the count stops short of endless.
void counts(LlrTxWriter& write) {
  write.rules().replay_count_max = static_cast<std::uint32_t>((1ULL << write.config().count_bits) - 1);
  write.to(3, 2);
  for (int n = 0; n < 260; ++n) {
    write.hear(2, 0);
  }
  write.replay(1);
  write.pass(write.rules().replay_timer_max);
  write.idle();
  write.replay(1);  // late: one more
  write.idle();
  write.rules().replay_count_max = 1;
  for (const std::uint32_t back : {1U, 9U}) {  // the last frame of a late replay that ends in FLUSH, beside an ACK
    write.to(3, 3);
    write.replay(2);
    write.pass(write.rules().replay_timer_max);
    write.idle();
    LlrTxInputs in = write.heard(write.next(), 1, back);
    in.replay_take = true;
    write.add(in);
    write.idle(2);
  }
}

// Every echo that is nearly the one that is wanted.
void echoes(LlrTxWriter& write) {
  for (std::uint8_t check = 0; check < 4; ++check) {
    write.rules().echo_check = check;
    for (unsigned bit = 0; bit <= write.config().seq_bits; ++bit) {
      write.to(1);
      LlrTxInputs in = write.echoed(write.next());
      in.set_seq ^= (1U << bit) & write.most();
      write.add(in);
      write.idle();
    }
    for (unsigned bit = 0; bit < write.config().data_bits; ++bit) {
      write.to(1);
      LlrTxInputs in = write.echoed(write.next());
      in.set_data ^= 1U << bit;
      write.add(in);
      in.set_seq ^= 1U;
      write.add(in);
      write.idle();
    }
  }
  write.rules().echo_check = 3;
}

// What ends in FLUSH, at its edge, beside an acknowledgement and without; out of it in every way.
void flushes(LlrTxWriter& write) {
  for (const unsigned state : {2U, 3U}) {
    for (unsigned kind = 0; kind < 16; ++kind) {
      write.rules().data_age_timeout = (kind & 1U) != 0 ? 12 : 0;
      write.rules().pcs_lost_timeout = (kind & 2U) != 0 ? 6 : 0;
      write.rules().pcs_up = (kind & 2U) == 0;
      for (const bool freed : {false, true}) {
        write.to(state, 3);
        for (int n = 0; n < 12; ++n) {
          write.add(freed && n == 6 ? write.heard(write.next(), 1, 1) : write.next());
        }
        LlrTxInputs in = write.next();
        in.flush_read = true;
        in.re_init = (kind & 4U) != 0;
        in.re_init_on_flush = (kind & 8U) != 0;
        in.init_seq_zero = freed;
        in.init_data_constant = state == 3;
        write.add(in);
        write.idle(2);
      }
    }
  }
  write.rules().data_age_timeout = write.rules().pcs_lost_timeout = 0;
  write.rules().pcs_up = true;
}

// Every pair of events in consecutive cycles, in every state.
void orders(LlrTxWriter& write) {
  for (unsigned state = 0; state < kStates; ++state) {
    for (unsigned first = 0; first < LlrTxWriter::kEvents; ++first) {
      for (unsigned then = 0; then < LlrTxWriter::kEvents; ++then) {
        write.to(state, 3);
        write.add(write.event(first));
        write.add(write.event(then));
        write.idle();
      }
    }
  }
}

}  // namespace

std::vector<LlrTxInputs> LlrTxKind::directed(const Setup& setup) {
  LlrTxWriter write(setup);
  leaves(write);
  actions(write);
  replays(write);
  timers(write);
  counts(write);
  edges(write);
  sets_in_off(write);
  echoes(write);
  flushes(write);
  orders(write);
  windows(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

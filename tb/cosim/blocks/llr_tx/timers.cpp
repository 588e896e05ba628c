// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Replays, their timer and their count, and what leads a transmitter of link-level retry to FLUSH and out of it.

#include "tb/cosim/blocks/llr_tx/directed.h"

namespace weir::cosim {

namespace {

using llr::LlrTxInputs;

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

// The replay timer runs out in ADVANCE and in each part of a REPLAY, beside whatever starts or stops it; then the
// replay goes on, with every count.
void timers(LlrTxWriter& write) {
  const auto endless = static_cast<std::uint32_t>((1ULL << write.config().count_bits) - 1);
  for (const std::uint32_t most : {0U, 1U, 2U, endless}) {
    for (int replayed = -1; replayed < 3; ++replayed) {  // of 3; -1: in ADVANCE
      for (unsigned beside = 0; beside < 5; ++beside) {
        for (const std::uint64_t later : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}}) {
          write.rules().replay_count_max = most;
          write.to(replayed < 0 ? 2 : 3, 3);
          write.replay(replayed);
          LlrTxInputs in = write.at_due(write.next(), later);
          in = beside == 1 ? write.heard(in, 1, 1) : beside == 2 ? write.heard(in, 2, 0) : in;
          in = beside == 3 ? write.offered(in) : in;
          in.replay_take = beside == 4;
          write.add(in);
          write.idle(2);
          write.replay(4);
          write.pass(write.rules().replay_timer_max);
          write.idle(2);
          write.replay(3);
        }
      }
    }
  }
  write.rules().replay_count_max = 1;
}

// A replay of one frame, or of more, ends with a count below, at and above the most, its timer expired and not.
void ends(LlrTxWriter& write) {
  const auto endless = static_cast<std::uint32_t>((1ULL << write.config().count_bits) - 1);
  for (const std::uint32_t most : {1U, 2U, endless}) {
    for (const int nacks : {1, 2, 3}) {
      for (const int frames : {1, 2}) {
        for (const bool expires : {false, true}) {
          write.to(2, frames);
          for (int n = 0; n < nacks; ++n) {
            write.hear(2, 0);
          }
          write.replay(frames - 1);
          if (expires) {
            write.add(write.at_due(write.next()));
          }
          LlrTxInputs in = write.next();
          in.replay_take = true;
          in.replay_count_max = most;
          write.add(in);
          write.idle();
          write.pass(write.rules().replay_timer_max);
          in = write.next();
          in.replay_count_max = most;
          write.add(in);
          write.replay(2);
        }
      }
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

// PCS is down without a timer, gets one, is lost, and stays so until it is up, however long; in every state.
void pcs_down(LlrTxWriter& write) {
  for (unsigned state = 0; state < 5; ++state) {
    write.to(state, 2);
    for (const std::uint32_t timeout : {0U, 3U, 0U, 5U}) {
      LlrTxInputs in = write.next();
      in.pcs_up = false;
      in.pcs_lost_timeout = timeout;
      write.add(in);
    }
    write.rules().pcs_up = false;
    write.idle();
    write.pass(std::uint64_t{1} << write.config().age_bits);
    write.idle(2);
    write.rules().pcs_up = true;
    write.idle(2);
  }
}

// A FLUSH in the cycle in which the error bit is read, and in which `init_seq` is zero.
void flushes_beside(LlrTxWriter& write) {
  for (unsigned kind = 0; kind < 8; ++kind) {
    write.to((kind & 1U) != 0 ? 3 : 2, 3);
    LlrTxInputs in = write.aged(write.next(), 1);
    in.data_age_timeout = 1;
    in.flush_read = (kind & 2U) != 0;
    in.init_seq_zero = (kind & 4U) != 0;
    write.add(in);
    write.idle();
    in = write.next();
    in.re_init = in.flush_read = true;
    write.add(in);
    write.idle();
  }
}

}  // namespace

void write_timers(LlrTxWriter& write) {
  replays(write);
  timers(write);
  ends(write);
  counts(write);
  edges(write);
  flushes(write);
  flushes_beside(write);
  pcs_down(write);
}

}  // namespace weir::cosim

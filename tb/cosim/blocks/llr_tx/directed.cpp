// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_tx/directed.h"

#include <algorithm>

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

// Every frame action of INIT and of FLUSH, in every state.
void actions(LlrTxWriter& write) {
  for (std::uint8_t action = 0; action < 4; ++action) {
    for (unsigned state = 0; state < kStates; ++state) {
      for (const bool of_init : {false, true}) {
        write.rules().init_llr_frame_action = of_init ? action : std::uint8_t{2};
        write.rules().flush_llr_frame_action = of_init ? std::uint8_t{2} : action;
        write.to(state);
        write.idle();
        write.send(2);
        LlrTxInputs in = write.next();
        in.re_init_on_flush = true;
        write.add(in);
        write.idle();
      }
    }
  }
  write.rules().init_llr_frame_action = write.rules().flush_llr_frame_action = 0;
}

// A window below, at and beyond its last frame, with as many bytes as it may have, one less and one more.
void windows_full(LlrTxWriter& write) {
  for (const std::uint32_t frames : {3U, 4U, 5U, 6U}) {
    for (const std::uint32_t beside : {0U, 1U, 2U}) {
      for (const bool offers : {false, true}) {
        write.to(2, 4);
        LlrTxInputs in = offers ? write.offered(write.next()) : write.next();
        in.offer_length = 64;
        in.outstanding_frames_max = frames;
        in.outstanding_bytes_max = 5 * 64 + beside - 1;
        write.add(in);
        write.idle();
      }
    }
  }
}

// Windows at their edges, in frames, in bytes and in slots.
void windows(LlrTxWriter& write) {
  for (const std::uint32_t most : {0U, 1U, 2U, 5U}) {
    write.rules().outstanding_frames_max = most;
    write.to(2, 7);
    write.hear(1, 1);
    write.send(2);
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

// Each set of each kind of number in every state, alone and beside all that may leave.
void sets(LlrTxWriter& write) {
  const std::uint32_t half = write.most() / 2 + 1;
  for (unsigned state = 0; state < kStates; ++state) {
    for (std::uint8_t set = 0; set < 4; ++set) {
      for (const std::uint32_t back :
           {0U, 1U, 3U, 4U, 5U, 6U, half - 1, half, half + 1, write.most() - 1, write.most()}) {
        for (const bool leaves : {false, true}) {
          write.to(state, 4);
          LlrTxInputs in = write.heard(write.next(), set, back);
          in.set_data = write.is().init_data;
          in.offer_length = 64;
          in.offer = in.replay_take = in.init_take = leaves;
          write.add(in);
          write.idle();
          write.replay(2);
        }
      }
    }
  }
}

// Numbers that are the last one acknowledged or the next one but for a bit, or in one bit alone, beside a frame and
// without.
void numbers_beside(LlrTxWriter& write) {
  for (const unsigned state : {2U, 3U}) {
    for (unsigned bit = 0; bit < write.config().seq_bits; ++bit) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      for (const std::uint32_t other : {one, write.most() ^ one}) {
        for (const std::uint8_t set : {std::uint8_t{1}, std::uint8_t{2}}) {
          write.to(state, 3);
          for (unsigned n = 0; n < 5; ++n) {  // beside nothing, then beside frames
            LlrTxInputs in = write.next();
            in.offer_length = 64;
            in.offer = in.replay_take = n > 1;
            in.set = set;
            in.set_seq = (n == 0 || n == 4 ? write.is().acked_seq + other : write.is().tx_seq ^ other) & write.most();
            write.add(in);
          }
          write.idle();
        }
      }
    }
  }
}

// All that one cycle may bring, each with each other: a frame, a set, a replay timer that is due, what ends in FLUSH.
LlrTxInputs of_all(const LlrTxWriter& write, unsigned what, LlrTxInputs in) {
  const bool leaves = what % 2 != 0;
  const unsigned set = what / 2 % 10;  // none, ACK and NACK of each number, echo
  if (what / 20 % 2 != 0 && write.is().timer_runs) {
    in = write.at_due(in);
  }
  in.offer_length = 64;
  in.offer = in.replay_take = leaves;
  const std::uint32_t kept = write.kept();
  const bool sends = leaves && write.is().state == llr::TxState::kAdvance;
  const std::uint32_t backs[] = {0, 1, kept + (sends ? 1U : 0U), kept + 2};
  if (set == 9) {
    in = write.echoed(in);
  } else if (set != 0) {
    in = write.heard(in, set < 5 ? 1 : 2, backs[(set - 1) % 4]);
  }
  const unsigned flush = what / 40;
  in.data_age_timeout = flush == 1 ? 1 : 0;
  in = write.aged(in, 1);
  in.pcs_up = flush != 2;
  in.pcs_lost_timeout = 1;
  return in;
}
void together(LlrTxWriter& write) {
  for (const std::uint32_t most : {1U, 2U}) {
    write.rules().replay_count_max = most;
    for (unsigned where = 0; where < 7; ++where) {
      for (unsigned what = 0; what < 120; ++what) {
        write.to(where < 2 ? 2 : 3, where == 0 ? 0 : 3);
        write.replay(where == 3 || where >= 5 ? 1 : where == 4 ? 2 : 0);
        if (where >= 5) {  // it expires in this replay
          write.add(write.at_due(write.next()));
          write.replay(where == 6 ? 1 : 0);
        }
        LlrTxInputs before = write.next();
        before.pcs_up = what / 40 != 2;
        before.pcs_lost_timeout = 1;
        write.add(before);
        write.add(of_all(write, what, write.next()));
        write.idle();
        write.replay(1);
      }
    }
  }
  write.rules().replay_count_max = 1;
}

// Every echo that is nearly the one that is wanted, and other sets that would be.
void echoes(LlrTxWriter& write) {
  for (std::uint8_t check = 0; check < 4; ++check) {
    write.rules().echo_check = check;
    const auto ask = [&](std::uint32_t seq, std::uint32_t data, std::uint8_t set = 3) {
      write.to(1);
      LlrTxInputs in = write.echoed(write.next());
      in.set = set;
      in.set_seq ^= seq;
      in.set_data ^= data;
      write.add(in);
      write.idle();
    };
    for (const std::uint8_t set : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
      ask(0, 0, set);
    }
    ask(1, 1);
    ask(write.most(), 0);
    for (unsigned bit = 0; bit < write.config().seq_bits; ++bit) {
      ask(std::uint32_t{1} << bit, 0);
    }
    for (unsigned bit = 0; bit < write.config().data_bits; ++bit) {
      ask(0, std::uint32_t{1} << bit);
    }
  }
  write.rules().echo_check = 3;
}

// `init_data` that goes up with each INIT.
void data(LlrTxWriter& write) {
  write.reset();
  for (std::uint32_t n = 0; n < std::min(std::uint32_t{4200}, std::uint32_t{2} << write.config().data_bits); ++n) {
    LlrTxInputs in = write.next();
    in.llr_mode_remote = false;
    write.add(in);
    in = write.next();
    in.init_data_constant = n % 64 == 62;
    write.add(in);
  }
}

// Every pair of events in consecutive cycles, in every state.
void orders(LlrTxWriter& write) {
  for (unsigned where = 0; where < kStates + 2; ++where) {
    for (unsigned first = 0; first < LlrTxWriter::kEvents; ++first) {
      for (unsigned then = 0; then < LlrTxWriter::kEvents; ++then) {
        if (where < kStates) {
          write.to(where, 3);
        } else {  // REPLAY before its last frame; ADVANCE with nothing kept
          write.to(where == kStates ? 3 : 2, where == kStates ? 1 : 0);
        }
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
  sets(write);
  together(write);
  actions(write);
  write_timers(write);
  numbers_beside(write);
  echoes(write);
  data(write);
  orders(write);
  windows_full(write);
  windows(write);
  write_comparisons(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a transmitter of link-level retry to events some cycles apart, and through many numbers: played in
// lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>

#include "tb/cosim/blocks/llr_tx/llr_tx.h"
#include "tb/cosim/blocks/llr_tx/script_writer.h"

namespace weir::cosim {

namespace {

using llr::LlrTxInputs;
using LlrTxScript = Script<LlrTxInputs>;

constexpr int kFarthest = 8;  // cycles from one event to the next

// Two events some cycles apart, in ADVANCE and REPLAY.
LlrTxScript apart(const llr::LlrTxCycleConfig& config) {
  LlrTxWriter write(config);
  for (int cycles = 1; cycles <= kFarthest; ++cycles) {
    for (const unsigned state : {2U, 3U}) {
      for (unsigned first = 0; first < LlrTxWriter::kEvents; ++first) {
        for (unsigned then = 0; then < LlrTxWriter::kEvents; ++then) {
          write.to(state, 3);
          write.add(write.event(first));
          write.idle(cycles);
          write.add(write.event(then));
          write.idle();
        }
      }
    }
  }
  return write.script("apart", "each event after each other, up to 8 cycles later, in ADVANCE and REPLAY");
}

// Timeouts and times of each bit, reached and not.
LlrTxScript times(const llr::LlrTxCycleConfig& config) {
  LlrTxWriter write(config);
  for (unsigned bit = 0; bit < config.age_bits; ++bit) {
    for (const bool pcs : {false, true}) {
      const std::uint64_t one = std::uint64_t{1} << bit;
      write.rules().replay_timer_max = static_cast<std::uint32_t>(bit < config.timer_bits ? one : 1);
      write.rules().pcs_lost_timeout = static_cast<std::uint32_t>(pcs ? one : 0);
      write.rules().data_age_timeout = static_cast<std::uint32_t>(pcs ? 0 : one);
      write.to(2, 2);
      write.rules().pcs_up = !pcs;
      write.idle();
      write.pass(one - std::min<std::uint64_t>(one, 4));
      for (int n = 0; n < 6; ++n) {
        write.add(n % 2 == 0 ? write.offered(write.next()) : write.heard(write.next(), 1, 1));
      }
      write.rules().pcs_up = true;
      write.idle();
    }
  }
  return write.script("times", "timeouts of each bit, just before they end and just after");
}

}  // namespace

std::vector<LlrTxScript> LlrTxKind::scripts(const Setup& setup) { return {apart(setup), times(setup)}; }

// A transmitter that keeps frames in REPLAY, to which nothing happens while the time stands still; then much at once.
std::vector<LlrTxScript> LlrTxKind::ages(const Setup& setup, unsigned least, unsigned most) {
  LlrTxScript script{.name = "ages",
                     .exercises = "a transmitter to which nothing happens for more than 2^k cycles, then much at once"};
  for (unsigned k = least; k <= most; ++k) {
    LlrTxWriter write(setup);
    write.to(3, 4);
    write.stand(true);
    write.replay(1);
    write.move_to(script);
    script.add(write.next(), stand_for(k));
    LlrTxInputs in = write.heard(write.next(), 1, 1);
    in.replay_take = true;
    write.add(in);
    write.replay(2);
    write.send(2);
    write.hear(1, 2);
    write.idle();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a transmitter of link-level retry to events some cycles apart, and through many numbers: played in
// lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>
#include <mutex>
#include <optional>

#include "tb/cosim/blocks/llr_tx/llr_tx.h"
#include "tb/cosim/blocks/llr_tx/script_writer.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

namespace {

using llr::LlrTxInputs;
using llr::ones;
using LlrTxScript = Script<LlrTxInputs>;

constexpr int kFarthest = 10;          // cycles from one event to the next
constexpr unsigned kMostBits = 20;     // of numbers that are counted through
constexpr unsigned kMostWindows = 12;  // bits of how many windows that may take

// Two events some cycles apart, in ADVANCE and REPLAY, while time stands still.
LlrTxScript apart(const llr::LlrTxCycleConfig& config) {
  LlrTxWriter write(config);
  write.stand(true);
  for (int cycles = 1; cycles <= kFarthest; ++cycles) {
    write.reset();
    write.idle(cycles);
    write.echo();
    write.send(2);
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
  return write.script("apart", "each event after each other, up to 10 cycles later, in ADVANCE and REPLAY");
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

// New frames up to this number, a window at a time, and one ACK of each window.
void count_to(std::uint64_t number, std::uint64_t& sent, std::uint32_t length, LlrTxWriter& write,
              LlrTxScript& script) {
  const std::uint64_t window = std::uint64_t{1} << write.config().slot_bits;
  while (sent < number) {
    const std::uint64_t frames = std::min(window, number - sent);
    write.add(write.offered(write.next(), length));
    if (frames > 1) {
      write.add_run(write.offered(write.next(), length), frames - 1, script);
    }
    write.hear(1, write.kept());
    sent += frames;
  }
}

// Six frames of which some are refused, replayed, refused anew and replayed once more; the timer is due, and is due
// again while it makes a replay.
void replay_across(LlrTxWriter& write, std::uint32_t length) {
  for (int n = 0; n < 6; ++n) {
    write.add(write.offered(write.next(), length));
  }
  write.hear(2, 1);
  write.replay(3);
  write.hear(2, 2);
  write.replay(3);
  write.add(write.at_due(write.next()));
  write.replay(1);
  write.add(write.at_due(write.next()));
  write.replay(5);
  write.hear(1, 1);
  write.add(write.at_due(write.next()));
  write.replay(2);
  write.hear(1, write.kept());
}

// All numbers of 20 bits or less, and round.
LlrTxScript round(const llr::LlrTxCycleConfig& config) {
  LlrTxWriter write(config);
  LlrTxScript script{.name = "round", .exercises = "all numbers and round, with a replay across each power of two"};
  write.rules().outstanding_frames_max = write.most();
  write.rules().outstanding_bytes_max = static_cast<std::uint32_t>(ones(config.byte_bits));
  write.rules().replay_count_max = static_cast<std::uint32_t>(ones(config.count_bits));
  write.stand(true);
  write.to(2, 0);
  // So many bytes that places in the replay buffer come round, too.
  const std::uint64_t room = ones(config.byte_bits) >> (config.slot_bits + 1);
  const auto length = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(room, 1, ones(config.length_bits)));
  std::uint64_t sent = 0;
  const unsigned bits = std::min({config.seq_bits, kMostBits, config.slot_bits + kMostWindows});
  for (unsigned bit = 3; bit <= bits; ++bit) {
    count_to((std::uint64_t{1} << bit) - 3, sent, length, write, script);
    replay_across(write, length);
    sent += 6;
  }
  write.reset();
  write.move_to(script);
  return script;
}

// A transmitter to which nothing happens, time least of all, in the states that ages() leaves out; then what it waits
// for.
LlrTxScript rests(const llr::LlrTxCycleConfig& config) {
  LlrTxWriter write(config);
  LlrTxScript script{.name = "rests",
                     .exercises = "INIT, ADVANCE with frames kept and with none, and FLUSH for more than 2^20 cycles"};
  write.stand(true);
  for (const int kept : {2, 0}) {
    for (const unsigned state : {2U, 1U, 4U}) {
      if (kept == 0 && state != 2) {
        continue;  // nothing is kept in the others
      }
      write.to(state, kept);
      write.move_to(script);
      script.add(write.next(), stand_for(kShortAge));
      LlrTxInputs in = kept > 0 ? write.at_due(write.echoed(write.next())) : write.offered(write.next());
      in.re_init = true;
      write.add(in);
      write.idle();
      write.replay(1);
      write.add(write.at_due(write.offered(write.next())));
      write.idle();
      write.move_to(script);
    }
  }
  write.reset();
  write.move_to(script);
  return script;
}

}  // namespace

// The longest one is the last. They are kept: a hunt asks for them once for each mutant, and the model goes through a
// million cycles for them.
std::vector<LlrTxScript> LlrTxKind::scripts(const Setup& setup) {
  static std::mutex guard;
  static std::optional<Setup> made_for;
  static std::vector<LlrTxScript> made;
  const std::scoped_lock lock(guard);
  if (made_for != setup) {
    made = {apart(setup), times(setup), rests(setup), round(setup)};
    made_for = setup;
  }
  return made;
}

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

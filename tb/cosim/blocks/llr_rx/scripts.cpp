// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a receiver of link-level retry to numbers that differ in one bit, to numbers that come round, and
// to events some cycles apart: played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/llr_rx/llr_rx.h"
#include "tb/cosim/blocks/llr_rx/script_writer.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

namespace {

using llr::LlrRxInputs;
using LlrRxScript = Script<LlrRxInputs>;

constexpr int kFarthest = 12;             // cycles from one event to the next
constexpr std::uint64_t kRepeats = 1025;  // of a frame

// A number that is another in one bit alone, and one in all but one bit, with numbers expected of several kinds; the
// expected one after it, so that a frame that was taken for it shows.
LlrRxScript numbers_beside(const llr::LlrRxCycleConfig& config) {
  LlrRxWriter write(config);
  for (const std::uint32_t seq : {0U, write.most(), write.half(), 0x5555'5555 & write.most()}) {
    for (unsigned bit = 0; bit < config.seq_bits; ++bit) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      for (const std::uint32_t ahead : {one, write.most() ^ one, one - 1, (one + 1) & write.most()}) {
        for (const unsigned state : {1U, 3U}) {
          write.to(state, seq);
          write.frame(ahead);
          write.idle();
        }
      }
      write.to(1, seq);
      write.add({.frame = true, .frame_seq = seq ^ one});
      write.idle();
    }
  }
  return write.script("numbers_beside", "numbers that are the expected one but for one bit, or in one bit alone");
}

// The expected number up to each bit and one further, and round; ACK and NACK of it.
LlrRxScript counts(const llr::LlrRxCycleConfig& config) {
  LlrRxWriter write(config);
  for (unsigned bit = 0; bit <= config.seq_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.to(1, (one - 3) & write.most());
    for (int n = 0; n < 5; ++n) {
      write.frame(0, n % 2 == 0 ? 0 : 1);
      write.add({.ack_take = true});
    }
    write.frame(2);
    write.add({.nack_take = true});
    write.frame(0);
    write.idle();
  }
  return write.script("counts", "the expected number up to each bit and beyond it, and all the way round");
}

// Two events some cycles apart, in every state, and as long after a reset.
LlrRxScript apart(const llr::LlrRxCycleConfig& config) {
  LlrRxWriter write(config);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    write.reset();
    write.idle(cycles);
    write.init(11, 2);
    write.frame(0);
    for (unsigned state = 1; state < 4; ++state) {
      for (unsigned first = 0; first < LlrRxWriter::kEvents; ++first) {
        for (unsigned then = 0; then < LlrRxWriter::kEvents; ++then) {
          write.to(state, 40, true, true);
          write.idle(kFarthest + 1);
          write.add(write.event(first));
          write.idle(cycles);
          write.add(write.event(then));
          write.idle();
        }
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, in every state");
}

// The same frame again and again, in every state and by every rule: no number of them does what one does not.
LlrRxScript repeats(const llr::LlrRxCycleConfig& config) {
  LlrRxWriter write(config);
  LlrRxScript script{.name = "repeats",
                     .exercises = "the same frame more than a thousand times, in every state and by every rule"};
  for (unsigned rule = 0; rule < 4; ++rule) {
    write.modes().bad_frame_any = (rule & 1U) != 0;
    write.modes().dup_silent = (rule & 2U) != 0;
    for (unsigned state = 1; state < 4; ++state) {
      for (const std::uint32_t ahead : {0U, 3U, write.most()}) {
        for (const std::uint8_t fcs : {std::uint8_t{0}, std::uint8_t{2}}) {
          write.to(state, 40);
          LlrRxInputs in = write.framed(write.modes(), ahead, fcs);
          write.add(in);
          write.move_to(script);
          script.add(in, kRepeats);
          write.frame(ahead, fcs);
          write.frame(0);
          write.idle();
          write.move_to(script);
        }
      }
    }
  }
  script.add({.rst_n = false});
  return script;
}

// A receiver to which nothing happens: the states that ages() leaves out, what is due, and all registers stay.
LlrRxScript rests(const llr::LlrRxCycleConfig& config) {
  LlrRxWriter write(config);
  LlrRxScript script{.name = "rests", .exercises = "SEND_NACK and NACK_SENT for more than 2^20 cycles"};
  for (const unsigned state : {2U, 3U}) {
    write.to(state, 40, true, true);
    write.move_to(script);
    script.add({}, stand_for(kShortAge));
    write.frame(write.most());
    write.frame(0);
    write.add({.echo_take = true});
    write.add({.ack_take = true});
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return script;
}

}  // namespace

std::vector<LlrRxScript> LlrRxKind::scripts(const Setup& setup) {
  return {numbers_beside(setup), counts(setup), apart(setup), repeats(setup), rests(setup)};
}

// A receiver that holds something in every register, to which nothing happens; then a set that leaves, a frame and an
// LLR_INIT in one cycle, of which each shows by itself.
std::vector<LlrRxScript> LlrRxKind::ages(const Setup& setup, unsigned least, unsigned most) {
  LlrRxScript script{.name = "ages",
                     .exercises = "a receiver to which nothing happens for more than 2^k cycles, then much at once"};
  for (unsigned k = least; k <= most; ++k) {
    LlrRxWriter write(setup);
    write.to(1, write.most() / 3, true, true);
    write.frame(write.most());
    write.move_to(script);
    script.add({}, stand_for(k));
    LlrRxInputs in = write.framed({.ack_take = true}, 0);
    in.init = true;
    in.init_seq = 9;
    in.init_data = 1;
    write.add(in);
    write.add({.echo_take = true});
    write.idle();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

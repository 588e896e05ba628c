// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that let inputs of a round-robin arbiter ask in pairs, some cycles apart, again and again, and after long
// times: played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/rr_arbiter/rr_arbiter.h"
#include "tb/cosim/blocks/rr_arbiter/script_writer.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

namespace {

using reference::RrArbiterInputs;
using RrArbiterScript = Script<RrArbiterInputs>;

constexpr int kFarthest = 12;            // cycles from one event to the next
constexpr std::uint64_t kRepeats = 513;  // of a cycle: a bank of mutants plays each by itself (rest.h)

// Each pair of inputs, from pointers at, behind and between them and at both ends.
RrArbiterScript pairs_ask(const reference::RrArbiterConfig& config) {
  RrArbiterWriter write(config);
  const unsigned last = write.inputs() - 1;
  for (unsigned low = 0; low < last; ++low) {
    for (unsigned high = low + 1; high <= last; ++high) {
      for (const unsigned pointer : {0U, low, low + 1, high, write.after(high), last}) {
        write.to(pointer);
        write.add({.req = write.bit(low) | write.bit(high), .accept = true});
        write.add({.req = write.bit(low) | write.bit(high), .accept = true});
      }
    }
  }
  return write.script("pairs", "each pair of inputs, from pointers at, behind and between them");
}

// Two events some cycles apart, in which nobody asks, the same input asks, or all ask, and as long after a reset.
RrArbiterScript apart(const reference::RrArbiterConfig& config) {
  RrArbiterWriter write(config);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    write.reset();
    write.idle(cycles);
    write.show();
    for (unsigned first = 1; first < RrArbiterWriter::kEvents; ++first) {
      for (unsigned then = 1; then < RrArbiterWriter::kEvents; ++then) {
        for (const unsigned of : {1U, write.inputs() - 1}) {
          for (const bool locked : {false, true}) {
            write.to(0);
            write.idle(kFarthest + 1);
            if (locked) {
              write.add({.req = write.bit(of), .lock = true});
            }
            write.add(write.event(first, of));
            write.idle(cycles);
            write.add(write.event(then, of));
            write.show();
          }
        }
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later");
}

// The same cycle again and again: each way to ask, accepted or not, with a lock and without.
RrArbiterScript repeats(const reference::RrArbiterConfig& config) {
  RrArbiterWriter write(config);
  RrArbiterScript script{.name = "repeats", .exercises = "the same cycle more than 500 times, then other inputs"};
  for (const bool locked : {false, true}) {
    for (unsigned event = 1; event + 1 < RrArbiterWriter::kEvents; ++event) {
      write.to(2);
      if (locked) {
        write.add({.req = write.bit(1), .lock = true});
      }
      write.move_to(script);
      script.add(write.event(event, 1), kRepeats);
      write.show();
      write.move_to(script);
    }
  }
  script.add({.rst_n = false});
  return script;
}

// A grant that is not accepted, and a lock that is held, for long.
RrArbiterScript stands(const reference::RrArbiterConfig& config) {
  RrArbiterWriter write(config);
  RrArbiterScript script{.name = "stands", .exercises = "a refused grant and a held lock for more than 2^20 cycles"};
  for (const bool lock : {false, true}) {
    write.to(1, 2);
    write.move_to(script);
    script.add({.req = write.bit(2), .lock = lock}, stand_for(kShortAge));
    write.show();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return script;
}

}  // namespace

std::vector<RrArbiterScript> RrArbiterKind::scripts(const Setup& setup) {
  return {pairs_ask(setup), apart(setup), repeats(setup), stands(setup)};
}

// An arbiter of whose inputs none asks, with a pointer of which each bit is set in turn; then all ask at once.
std::vector<RrArbiterScript> RrArbiterKind::ages(const Setup& setup, unsigned least, unsigned most) {
  RrArbiterScript script{.name = "ages", .exercises = "nobody asks for more than 2^k cycles, then all at once"};
  for (unsigned k = least; k <= most; ++k) {
    RrArbiterWriter write(setup);
    write.serve(write.inputs() - 2);
    write.add({.req = write.bit(write.inputs() - 1), .lock = true});
    write.add({});  // the lock lapses
    write.move_to(script);
    script.add({}, stand_for(k));
    write.add({.req = write.all(), .accept = true, .lock = true});
    write.add({.req = write.all(), .accept = true});
    write.show();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

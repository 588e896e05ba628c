// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that let ports of an iSLIP ask in pairs, some cycles apart, again and again, and after long times: played in
// lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/islip/islip.h"
#include "tb/cosim/blocks/islip/script_writer.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

namespace {

using reference::IslipConfig;
using reference::IslipInputs;
using IslipScript = Script<IslipInputs>;

constexpr int kFarthest = 12;            // cycles from one event to the next
constexpr std::uint64_t kRepeats = 513;  // of a cycle: a bank of mutants plays each by itself (rest.h)
constexpr std::uint64_t kLap = 256;      // cycles with the same requests: such a bank plays each of these, too
constexpr int kLaps = 129;

// Each pair of inputs at each output, and of outputs at each input, from pointers at, behind and between them and at
// both ends.
IslipScript pairs_ask(const IslipConfig& config) {
  IslipWriter write(config);
  const unsigned last = write.inputs() - 1;
  for (unsigned at = 0; at <= last; ++at) {
    for (unsigned low = 0; low < last; ++low) {
      for (unsigned high = low + 1; high <= last; ++high) {
        for (const unsigned pointer : {0U, low, low + 1, high, high + 1, last}) {
          write.grants_from(at, write.port(pointer));
          write.ask(write.pair(at, low) | write.pair(at, high));
          write.ask(write.pair(at, low) | write.pair(at, high));
          write.accepts_from(at, write.port(pointer));
          write.ask(write.pair(low, at) | write.pair(high, at));
          write.ask(write.pair(low, at) | write.pair(high, at));
        }
      }
    }
  }
  return write.script("pairs", "each pair of inputs at an output, and of outputs at an input, from each side");
}

// Two events some cycles apart, in which nobody asks, and as long after a reset.
IslipScript apart(const IslipConfig& config) {
  IslipWriter write(config);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    write.reset();
    write.idle(cycles);
    write.show();
    for (unsigned first = 1; first < IslipWriter::kEvents; first += 4) {
      for (unsigned then = 1; then < IslipWriter::kEvents; then += 2) {
        write.reset();
        write.idle(kFarthest + 1);
        write.add(write.event(first, 1));
        write.idle(cycles);
        write.add(write.event(then, 1));
        write.show();
      }
    }
  }
  return write.script("apart", "an event after another, up to 12 cycles later");
}

// The same cycle again and again, taken and not.
IslipScript repeats(const IslipConfig& config) {
  IslipWriter write(config);
  IslipScript script{.name = "repeats", .exercises = "the same cycle more than 500 times, then all ask"};
  for (unsigned event = 2; event + 1 < IslipWriter::kEvents; ++event) {
    write.all_from(2, 1);
    write.move_to(script);
    script.add(write.event(event, 1), kRepeats);
    write.show();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return script;
}

// Each pair alone and refused, with both pointers at it; then it is served.
IslipScript alone(const IslipConfig& config) {
  IslipWriter write(config);
  IslipScript script{.name = "alone", .exercises = "each pair alone, not taken more than 500 times; then it is"};
  for (unsigned output = 0; output < write.inputs(); ++output) {
    for (unsigned input = 0; input < write.inputs(); ++input) {
      write.accepts_from(input, output);
      write.grants_from(output, input);
      write.move_to(script);
      script.add({.req = {write.pair(output, input)}}, kRepeats);
      write.serve(output, input);
      write.show(1);
      write.move_to(script);
    }
  }
  script.add({.rst_n = false});
  return script;
}

// Ports 0 and the last, each with both: each pair is matched in every second cycle, and moves its pointers.
IslipScript long_run(const IslipConfig& config) {
  IslipWriter write(config);
  IslipScript script{.name = "long_run", .exercises = "ports 0 and the last crosswise, each pair more than 2^14 times"};
  const unsigned last = write.inputs() - 1;
  const std::uint64_t corners = write.pair(0, 0) | write.pair(0, last) | write.pair(last, 0) | write.pair(last, last);
  for (int lap = 0; lap < kLaps; ++lap) {
    script.add({.take = true, .req = {corners}}, kLap);
    script.add({});
  }
  write.show();
  write.move_to(script);
  script.add({.rst_n = false});
  return script;
}

// A matching that is not taken, for long.
IslipScript stands(const IslipConfig& config) {
  IslipWriter write(config);
  IslipScript script{.name = "stands", .exercises = "a matching that is not taken for more than 2^20 cycles"};
  for (unsigned n = 0; n < write.inputs(); ++n) {
    write.serve(n, write.inputs() - 2 - n % 2);
  }
  write.move_to(script);
  script.add({.req = {write.all()}}, stand_for(kShortAge));
  write.show();
  write.move_to(script);
  script.add({.rst_n = false});
  return script;
}

}  // namespace

std::vector<IslipScript> IslipKind::scripts(const Setup& setup) {
  return {pairs_ask(setup), apart(setup), repeats(setup), alone(setup), long_run(setup), stands(setup)};
}

// Nobody asks, with pointers at different ports; then all ask.
std::vector<IslipScript> IslipKind::ages(const Setup& setup, unsigned least, unsigned most) {
  IslipScript script{.name = "ages", .exercises = "nobody asks for more than 2^k cycles, then all at once"};
  for (unsigned k = least; k <= most; ++k) {
    IslipWriter write(setup);
    for (unsigned n = 0; n < write.inputs(); ++n) {
      write.serve(n, n + k % write.inputs());
    }
    write.move_to(script);
    script.add({}, stand_for(k));
    write.show();
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

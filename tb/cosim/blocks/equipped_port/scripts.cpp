// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring events some cycles apart and after long times: played in lock-step and, as segments of their own,
// in the golden vectors.

#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/equipped_port/script_writer.h"

namespace weir::cosim {

namespace {

using reference::EquippedPortInputs;
using EquippedPortScript = Script<EquippedPortInputs>;

constexpr std::uint64_t kFarthest = 12;  // cycles from one event to the next
constexpr std::uint32_t kClass = 3;

EquippedPortInputs marked(const EquippedPortWriter& write) {
  EquippedPortInputs in = write.goes(kClass, 900);
  in.red_mark = 1U << kClass;
  return in;
}

// A departure and the same again some cycles later, an OFF period of so many cycles, and each so long after the other
// and after a reset.
EquippedPortScript apart(const reference::EquippedPortConfig& config) {
  EquippedPortWriter write(config);
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    write.wake();
    write.idle(cycles);
    write.add(marked(write));
    write.idle(cycles);
    write.shown(marked(write), kClass);
    for (const bool departs : {false, true}) {
      write.wake();
      write.add(write.exhausted(kClass));
      write.idle(cycles);
      for (int periods = 0; periods < 2; ++periods) {
        for (std::uint64_t n = 0; n <= cycles; ++n) {
          write.add(write.lacks(kClass));
        }
        write.shown(departs ? marked(write) : write.still(), kClass);
        write.idle(cycles);
      }
      write.shown(marked(write), kClass);
      write.shown(write.lacks(kClass), kClass);
    }
  }
  // An OFF period ends so long after a departure of another class.
  for (std::uint64_t cycles = 0; cycles <= kFarthest; ++cycles) {
    write.wake();
    write.add(write.exhausted(kClass));
    EquippedPortInputs in = write.goes(kClass + 1, 900);
    in.waiting |= 1U << kClass;
    write.set_head(in, kClass, 1);
    write.add(in);
    for (std::uint64_t n = 0; n < cycles; ++n) {
      write.add(write.lacks(kClass));
    }
    write.shown(marked(write), kClass);
  }
  return write.script("apart", "each event again up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<EquippedPortScript> EquippedPortKind::scripts(const Setup& setup) { return {apart(setup)}; }

// A class is held, and nothing else comes; then it is free and its packet goes.
std::vector<EquippedPortScript> EquippedPortKind::ages(const Setup& setup, unsigned least, unsigned most) {
  EquippedPortScript script{.name = "ages",
                            .exercises = "a class is held for more than 2^k cycles, then its packet goes"};
  EquippedPortWriter write(setup);
  for (unsigned k = least; k <= most; ++k) {
    write.wake();
    write.add(write.exhausted(kClass));
    write.add(write.lacks(kClass));
    write.move_to(script);
    script.add(write.lacks(kClass), stand_for(k));
    write.shown(marked(write), kClass);
    write.shown(write.goes(kClass, 900), kClass);
    write.move_to(script);
  }
  write.reset();
  write.move_to(script);
  return {script};
}

}  // namespace weir::cosim

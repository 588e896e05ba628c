// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that read beside every register, and bring accesses and events some cycles apart and after long times:
// played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/port_registers/port_registers.h"
#include "tb/cosim/blocks/port_registers/script_writer.h"

namespace weir::cosim {

namespace {

using reference::PortRegistersConfig;
using reference::PortRegistersInputs;
using PortRegistersScript = Script<PortRegistersInputs>;

constexpr int kFarthest = 12;  // cycles from one access to the next

// Addresses that differ from that of a register by one, or in one bit; and those of other ports.
PortRegistersScript beside(const PortRegistersConfig& config) {
  PortRegistersWriter write(config);
  const auto around = [&](std::uint32_t address, bool kept) {
    for (unsigned bit = 0; bit < reference::kRegistersAddressBits; ++bit) {
      write.add(write.read(address ^ 1U << bit));
      if (kept) {
        write.add(write.write(address ^ 1U << bit, 1));
        write.add(write.read(address));
      }
    }
    write.add(write.read(address + 1));
    write.add(write.read(address - 1));
  };
  for (const KeptWord& word : write.kept()) {
    around(word.address & 0x3ffff, true);
  }
  for (const ValuePlace& value : write.values()) {
    around(value.address, false);
  }
  for (const KeptWord& word : write.kept()) {
    for (std::uint32_t port = 0; port <= reference::kHighestPort; ++port) {
      const reference::KeptRegister& kept = reference::kKeptRegisters[word.which];
      write.add(write.read(kept.address + port * kept.stride));
    }
  }
  return write.script("beside",
                      "addresses that differ from a register's by one or in one bit, and those of other ports");
}

// The lower half of each wide value, then the upper half of one whose number differs by one or in one bit, then its
// own.
PortRegistersScript halves(const PortRegistersConfig& config) {
  PortRegistersWriter write(config);
  const auto of_both = [&](const ValuePlace& value, unsigned other) {
    if (other < write.values().size() && write.values()[other].wide) {
      write.add(write.read(value.address));
      write.add(write.read(write.values()[other].address + 4));
      write.add(write.read(value.address + 4));
    }
  };
  for (const ValuePlace& value : write.values()) {
    for (unsigned bit = 0; bit < 9 && value.wide; ++bit) {
      of_both(value, value.number ^ 1U << bit);
      of_both(value, value.number ^ 128U ^ 1U << bit);
    }
    if (value.wide) {
      of_both(value, value.number + 1);
      of_both(value, value.number - 1);
    }
  }
  return write.script("halves", "halves of two values whose numbers differ by one or in one bit");
}

// Two of what may come, some cycles apart, from a reset some cycles ago.
PortRegistersScript apart(const PortRegistersConfig& config) {
  PortRegistersWriter write(config);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (unsigned first = 0; first < PortRegistersWriter::kEvents; ++first) {
      for (unsigned then = 0; then < PortRegistersWriter::kEvents; ++then) {
        write.reset();
        write.idle(kFarthest + 1);
        write.add(write.event(first, 0));
        write.idle(cycles);
        write.add(write.event(then, 0));
        write.add({});
        write.add(write.event(6, 0));
        write.add({});
        write.add(write.event(0, 0));
        write.add({});
      }
    }
    for (unsigned then = 0; then < PortRegistersWriter::kEvents; ++then) {
      write.reset();
      write.idle(cycles);
      write.add(write.event(then, 1));
      write.add({});
      write.add(write.event(0, 1));
      write.add({});
    }
    write.reset();
    write.add(write.event(9, 0));
    write.idle(cycles);
    write.add(write.event(10, 0));
    write.idle();
  }
  return write.script("apart", "each access or event after each other, up to 12 cycles later");
}

// The same cycle more than 500 times.
PortRegistersScript repeats(const PortRegistersConfig& config) {
  constexpr std::uint64_t kRepeats = 513;  // a bank of mutants plays each by itself (rest.h)
  PortRegistersWriter write(config);
  PortRegistersScript script{.name = "repeats", .exercises = "the same cycle more than 500 times, then a read"};
  for (unsigned which = 0; which + 1 < PortRegistersWriter::kEvents; ++which) {
    write.move_to(script);
    script.add(write.event(which, 0), kRepeats);
    write.reads(write.values()[0].address + 4);
  }
  write.move_to(script);
  script.add({.rst_n = false});
  return script;
}

}  // namespace

std::vector<PortRegistersScript> PortRegistersKind::scripts(const Setup& setup) {
  return {beside(setup), halves(setup), apart(setup), repeats(setup)};
}

// Settings, flags and a snapshot that stand for long; then each kind of access.
std::vector<PortRegistersScript> PortRegistersKind::ages(const Setup& setup, unsigned least, unsigned most) {
  PortRegistersScript script{.name = "ages", .exercises = "nothing comes for more than 2^k cycles, then an access"};
  for (unsigned k = least; k <= most; ++k) {
    for (unsigned which = 0; which + 1 < PortRegistersWriter::kEvents; ++which) {
      if (k > 10 && which != 6 && which != 1 && which != 11) {
        continue;
      }
      PortRegistersWriter write(setup);
      for (const KeptWord& word : write.kept()) {
        if (!word.is_flags) {
          write.add(write.write(word.address, word.all()));
        }
      }
      write.add({.interrupt_status_set = 255});
      write.add(write.read(write.values()[1].address));
      write.add({});
      write.move_to(script);
      script.add({}, stand_for(k));
      write.add(write.event(which, 1));
      write.add({});
      write.reads(write.values()[1].address + 4);
      write.reads(write.event(0, 0).address);
      write.move_to(script);
    }
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/port_registers/port_registers.h"
#include "tb/cosim/blocks/port_registers/script_writer.h"

namespace weir::cosim {

namespace {

using reference::PortRegistersInputs;

// Each kept word with each bit alone and all but one, by each choice of bytes; what does not fit, by each bit.
void settings_are_written(PortRegistersWriter& write) {
  for (const KeptWord& word : write.kept()) {
    write.reads(word.address);
    for (unsigned bit = 0; bit < word.bits; ++bit) {
      write.writes(word.address, 1U << bit);
      write.writes(word.address, word.all() ^ 1U << bit);
    }
    for (std::uint32_t strobe = 0; strobe < 16; ++strobe) {
      write.writes(word.address, 0xa5a5'a5a5 & word.all());
      write.writes(word.address, 0x5a5a'5a5a & word.all(), strobe);
    }
    for (unsigned bit = word.bits; bit < 32; ++bit) {
      write.writes(word.address, 1U << bit | 1);
      write.writes(word.address, 1U << bit | 1, 15 ^ 1U << bit / 8);
    }
    write.writes(word.address, 0xffff'ffff);
    write.writes(word.address, word.all());
  }
}

// Each flag by its event, its level, a clear, and all of them in one cycle; no other flag changes.
void flags_rise_and_fall(PortRegistersWriter& write) {
  const std::uint32_t at = write.flags().address;
  for (unsigned bit = 0; bit < 8; ++bit) {
    const std::uint32_t one = 1U << bit;
    write.alone({.interrupt_status_set = one});
    write.alone({.interrupt_status_set = one, .interrupt_status_level = one});
    write.reads(at);
    write.alone({.interrupt_status_level = 255 ^ one});
    PortRegistersInputs in = write.read(at);
    in.interrupt_status_level = one;
    write.alone(in);
    in = write.write(at, one);
    in.interrupt_status_set = one;
    write.alone(in);
    in.interrupt_status_level = one;
    write.alone(in);
    in.interrupt_status_set = 255 ^ one;
    in.interrupt_status_level = one;
    write.alone(in);
    write.writes(at, 255 ^ one);
    in = write.write(at, 0x100 | one);  // does not fit, and clears nothing
    in.interrupt_status_set = one;
    write.alone(in);
    write.writes(at, one, 14);
    write.writes(at, 255);
  }
}

// Each value: its lower half, then its upper half of the same value, then its upper half as it is by then.
void values_are_read(PortRegistersWriter& write) {
  write.alone(write.write(0x3fffc, 0, 0));
  for (const ValuePlace& value : write.values()) {
    write.reads(value.address);
    write.add(write.write(value.address, 0));
    write.alone(write.write(value.address, 1, 1U << value.number % 4));
    write.alone(write.write(value.address, 0, 0));
    if (value.wide) {
      write.add(write.write(value.address + 4, 0));
      write.reads(value.address + 4);
      write.reads(value.address + 4);
      write.add(write.read(value.address));
      write.add(write.read(value.address + 4));
      write.add(write.write(value.address + 4, 0));
    }
  }
}

// Snapshots of one value, between which another is read; each bit of a value.
void snapshots(PortRegistersWriter& write) {
  const std::uint32_t first = write.values()[0].address;
  const std::uint32_t second = write.values()[1].address;
  for (const std::uint32_t between : {first, second, first + 4, second + 4, write.values()[5].address,
                                      write.kept()[3].address, first + 1, std::uint32_t{0x3fffc}}) {
    write.add(write.read(first));
    write.add(write.read(between));
    write.add(write.read(first + 4));
    write.add(write.read(second + 4));
    write.alone(write.read(first + 4));
  }
  for (unsigned bit = 0; bit < 64; ++bit) {
    for (const std::uint64_t value : {std::uint64_t{1} << bit, ~(std::uint64_t{1} << bit)}) {
      write.add(write.read(first));
      write.add({.value = value});
      write.alone(write.read(first + 4));
      write.add(write.read(first + 4));
      write.add({.value = value});
    }
  }
}

void event_after_event(PortRegistersWriter& write) {
  for (unsigned of = 0; of < 3; ++of) {
    for (unsigned first = 0; first < PortRegistersWriter::kEvents; ++first) {
      for (unsigned then = 0; then < PortRegistersWriter::kEvents; ++then) {
        write.add(write.event(5, of));
        write.add(write.event(first, of));
        write.add(write.event(then, of));
        write.add(write.event(6, of));
        write.idle();
      }
    }
  }
}

}  // namespace

std::vector<PortRegistersInputs> PortRegistersKind::directed(const Setup& setup) {
  PortRegistersWriter write(setup);
  settings_are_written(write);
  flags_rise_and_fall(write);
  values_are_read(write);
  snapshots(write);
  event_after_event(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

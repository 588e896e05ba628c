// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the register bank.

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/port_registers/port_registers.h"
#include "tb/cosim/blocks/port_registers/script_writer.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

// A driver that sets the port up, then polls counters that count on, and acknowledges interrupts.
void drive(PortRegistersWriter& write) {
  for (const KeptWord& word : write.kept()) {
    write.writes(word.address, 0x0123'4567 & word.all());
  }
  RandomStream random(1, "port_registers_driver");
  std::uint64_t count = 0xffff'ff00;  // of packets: the upper half changes during the poll
  for (int poll = 0; poll < 40; ++poll) {
    for (const ValuePlace& value : write.values()) {
      if (value.number % 7 != 0) {
        continue;
      }
      write.add(write.read(value.address));
      write.add({.value = count += random.below(4)});
      if (value.wide) {
        write.add(write.read(value.address + 4));
        write.add({.value = count += random.below(4)});
      }
    }
    write.add({.interrupt_status_set = static_cast<std::uint32_t>(random.below(256))});
    write.reads(write.flags().address);
    write.writes(write.flags().address, static_cast<std::uint32_t>(random.below(256)));
  }
}

}  // namespace

void PortRegistersKind::play(const Setup& setup, const VectorOptions& options,
                             VectorRecorder<PortRegistersKind>& recorder) {
  recorder.directed(
      "each bit of each register; each flag beside its clear; each value; snapshots; each event after each", setup);
  recorder.begin("driver", "a driver sets the port up, polls counters and acknowledges interrupts", setup);
  PortRegistersWriter write(setup);
  drive(write);
  for (const Inputs& in : write.cycles()) {
    recorder.clock(in);
  }
  recorder.random("constrained random: words of the map and addresses beside them, halves in and out of order", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/partition_admission/rows.h"

#include <vector>

#include "tb/cosim/blocks/partition_admission/script_writer.h"

namespace weir::cosim {

namespace {

using reference::PartitionAdmissionConfig;
using reference::PartitionAdmissionInputs;
using Viq = AdmissionWriter::Viq;

constexpr Viq kOne{1, 1};
constexpr std::uint32_t kInARow = 200;  // packets
constexpr int kTurns = 1'100;
constexpr unsigned kAtOnce = 16;  // 2^16 arrivals, and as many departures

// The VIQ itself, and those whose port or class differs in one bit.
std::vector<Viq> neighbours(const PartitionAdmissionConfig& config, Viq viq) {
  std::vector<Viq> found = {viq};
  for (std::uint32_t bit = 1; bit < config.ports; bit *= 2) {
    if ((viq.port ^ bit) < config.ports) {
      found.push_back({viq.port ^ bit, viq.of_class});
    }
  }
  for (unsigned bit = 1; bit < config.classes; bit *= 2) {
    if ((viq.of_class ^ bit) < config.classes) {
      found.push_back({viq.port, static_cast<std::uint8_t>(viq.of_class ^ bit)});
    }
  }
  return found;
}

// Every way in which one cycle's packets leave an account that the next one's need, up to two cycles apart.
void in_a_row(AdmissionWriter& write, Viq viq, Viq other) {
  write.reset(3);
  write.settings().xoff = 300;
  write.settings().xon = 200;
  for (const std::uint8_t c : {viq.of_class, other.of_class}) {
    write.partition(c, 200 + 3 * write.config().ports);
  }
  write.arrive(viq, 100, 2);
  write.arrive(other, 150, 3);
  for (int apart = 0; apart < 3; ++apart) {
    const PartitionAdmissionInputs events[] = {
        write.arrival(viq, 100, 7),           write.arrival(other, 90, 9),       write.departure(viq, 50, 5),
        write.departure(other, 30, 3),        write.arrival(other, 20, 2),       write.both(viq, 80, 8, other, 40, 4),
        write.both(other, 60, 6, viq, 10, 1), write.both(viq, 5, 1, viq, 120, 6)};
    for (const PartitionAdmissionInputs& event : events) {
      write.add(event);
      for (int n = 0; n < apart; ++n) {
        write.look(n == 0 ? viq : other);
      }
    }
  }
  write.look(viq);
  write.look(other);
}

// A minimum of this number of cells is used up but for one, and given back; beside a packet of another class, too.
void promises(AdmissionWriter& write, std::uint32_t one) {
  const Viq elsewhere{0, 2};
  write.reset(one);
  write.partition(kOne.of_class, write.most_cells());
  write.partition(elsewhere.of_class, write.most_cells());
  write.arrive(kOne, 1, 1);
  write.look(kOne);
  write.depart(kOne, 1, 1);
  write.look(kOne);
  write.arrive(kOne, 1, 1);
  write.add(write.both(elsewhere, 1, 1, kOne, 1, 1));
  write.look(kOne);
  write.look(elsewhere);
  write.arrive(kOne, 1, 1);
  write.arrive(kOne, 1, one);
  write.look(kOne);
}

// A class uses one cell less, as many, and one less again.
void uses(AdmissionWriter& write, std::uint32_t one) {
  write.reset();
  write.partition(kOne.of_class, write.most_cells());
  write.arrive(kOne, 1, one - 1);
  write.arrive(kOne, 1, 1);
  write.look(kOne);
  write.depart(kOne, 1, 1);
  write.look(kOne);
  write.add(write.both(kOne, 1, 1, kOne, 1, 1));
  write.look(kOne);
}

// Numbers of one bit that are not 0: cells beyond a guarantee without headroom, and cells in use as a size is set.
void ones(AdmissionWriter& write, std::uint32_t cells) {
  write.reset();
  write.partition(kOne.of_class, write.most_cells());
  write.settings().viq_limit = 0;
  write.arrive(kOne, 1, cells);
  write.look(kOne);
  write.reset(1);
  write.partition(kOne.of_class, write.most_cells());
  write.arrive(kOne, 1, cells);
  write.partition(kOne.of_class, write.most_cells());
  write.look(kOne);
}

// Sizes beside packets: one that holds what was in use but not what comes, then one that holds what both packets leave.
// And a packet that would reach XOFF is dropped beside a departure that falls to XON.
void beside(AdmissionWriter& write) {
  write.reset();
  write.partition(kOne.of_class, 60);
  write.arrive(kOne, 100, 10);
  for (PartitionAdmissionInputs in : {write.arrival(kOne, 100, 1), write.both(kOne, 100, 1, kOne, 100, 2)}) {
    in.set = true;
    in.set_class = kOne.of_class;
    in.set_size = 10;
    write.add(in);
    write.look(kOne);
  }
  write.reset();
  write.settings().xoff = 500;
  write.settings().xon = 200;
  write.partition(kOne.of_class, 20);
  write.arrive(kOne, 300, 10);
  write.add(write.both(kOne, 300, 30, kOne, 200, 1));
  write.look(kOne);
}

}  // namespace

Script<PartitionAdmissionInputs> admission_rows(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  for (std::uint32_t port = 0; port < config.ports; ++port) {
    for (std::uint8_t c = 0; c < config.classes; ++c) {
      for (const Viq other : neighbours(config, {port, c})) {
        in_a_row(write, {port, c}, other);
      }
    }
  }
  return write.script("rows", "packets of a VIQ and its neighbours in successive cycles and up to two cycles apart");
}

Script<PartitionAdmissionInputs> admission_sums(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  for (unsigned bit = 0; bit < config.cell_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    if (std::uint64_t{one} * config.ports <= write.most_cells()) {
      promises(write, one);
    }
    uses(write, one);
    ones(write, one);
    // All but a cell of the packet is beyond the guarantee, and just finds room.
    if (one > config.ports) {
      write.reset(1);
      write.partition(kOne.of_class, one + config.ports - 1);
      write.arrive(kOne, 1, one);
      write.look(kOne);
    }
  }
  ones(write, write.most_cells());
  beside(write);
  return write.script("sums", "cells that come and go across each bit, and single bits where 0 is asked for");
}

Script<PartitionAdmissionInputs> admission_runs(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  Script<PartitionAdmissionInputs> script{
      .name = "runs",
      .exercises = "a VIQ that never rests: 200 arrivals, 200 departures, 1,100 of each in turn, and 2^16 at once"};
  const auto look = [&] {  // what was written is in the memory by then
    for (int n = 0; n < 3; ++n) {
      write.look(kOne);
    }
  };
  write.reset(2);
  write.partition(kOne.of_class, write.most_cells());
  for (std::uint32_t n = 0; n < kInARow; ++n) {
    write.arrive(kOne, 1, 1);
  }
  look();
  for (std::uint32_t n = 0; n < kInARow; ++n) {
    write.depart(kOne, 1, 1);
  }
  look();
  for (int n = 0; n < kTurns; ++n) {
    write.arrive(kOne, 1, 1);
    write.depart(kOne, 1, 1);
  }
  write.arrive(kOne, 3, 2);
  look();
  write.move_to(script);
  script.add(write.both(kOne, 1, 1, kOne, 1, 1), stand_for(kAtOnce));
  look();
  write.move_to(script);
  script.add({.rst_n = false});
  return script;
}

}  // namespace weir::cosim

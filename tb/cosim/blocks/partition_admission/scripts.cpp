// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take partition admission to every magnitude that it compares and keeps, and to events some cycles apart:
// played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>

#include "tb/cosim/blocks/partition_admission/partition_admission.h"
#include "tb/cosim/blocks/partition_admission/rows.h"
#include "tb/cosim/blocks/partition_admission/script_writer.h"

namespace weir::cosim {

namespace {

using reference::PartitionAdmissionConfig;
using reference::PartitionAdmissionInputs;
using AdmissionScript = Script<PartitionAdmissionInputs>;
using Viq = AdmissionWriter::Viq;

constexpr int kFarthest = 12;  // cycles from one event to the next
constexpr Viq kViq{1, 1};

// Pairs at this bit, and those of the smallest numbers.
template <class Ask>
void all_pairs(unsigned bit, std::uint32_t most, Ask ask) {
  const std::uint32_t one = std::uint32_t{1} << bit;
  pairs(bit, most, ask);
  ask(one + (bit == 0 ? 2 : 1), bit == 0 ? 2 : 1);
  ask(bit == 0 ? 2 : 1, one + (bit == 0 ? 2 : 1));
}

// Compares what the class holds, packet included, with the class's size; also with a guarantee for each port.
void ask_room(AdmissionWriter& write, std::uint32_t left, std::uint32_t right) {
  for (const std::uint32_t before : {left / 2, std::uint32_t{0}}) {
    write.reset();
    write.partition(1, right);
    write.arrive({0, 1}, 100, std::min(before, right));
    write.arrive(kViq, 100, left - std::min(before, right));
    write.look(kViq);
  }
  const std::uint32_t ports = write.config().ports;
  if (left > ports && right > ports) {
    write.reset(1);
    write.partition(1, right);
    write.arrive(kViq, 100, left - ports + 1);
    write.look(kViq);
  }
}

// A packet against the guarantee, of an empty VIQ and of one that has some of it.
void ask_promise(AdmissionWriter& write, std::uint32_t left, std::uint32_t right) {
  if (std::uint64_t{right} * write.config().ports > write.most_cells()) {
    return;
  }
  for (const std::uint32_t size : {right * write.config().ports, write.most_cells()}) {
    write.reset(right);
    write.partition(1, size);
    write.arrive(kViq, 100, left);
    write.look(kViq);
    write.arrive(kViq, 100, 1);
    write.look(kViq);
    write.depart(kViq, 100, 1);  // which leaves as many
    write.look(kViq);
    write.depart(kViq, 100, left);
    write.look(kViq);
  }
}

// A depth against the limit, limit and headroom, XOFF, and, once it has fallen, XON.
void ask_depth(AdmissionWriter& write, std::uint32_t left, std::uint32_t right) {
  for (const std::uint32_t before : {left / 2, std::uint32_t{0}}) {
    write.reset();
    write.partition(1, 100);
    write.arrive(kViq, before, 1);
    write.settings().viq_limit = right;
    write.arrive(kViq, left - before, 1);
    write.look(kViq);
    write.reset();
    write.partition(1, 100);
    write.arrive(kViq, before, 1);
    write.settings().viq_limit = right / 3;
    write.settings().headroom = right - right / 3;
    write.arrive(kViq, left - before, 1);
    write.look(kViq);
    // Beyond the limit with headroom left, so that the answer alone tells.
    write.reset();
    write.partition(1, 100);
    write.arrive(kViq, before, 1);
    write.settings().viq_limit = right;
    write.settings().headroom = write.most_bytes();
    write.arrive(kViq, left - before, 1);
    write.look(kViq);
    write.reset();
    write.partition(1, 100);
    write.arrive(kViq, before, 1);
    write.settings().xoff = right;
    write.arrive(kViq, left - before, 1);
    write.look(kViq);
    write.reset();
    write.partition(1, 100);
    write.settings().xoff = 0;
    write.arrive(kViq, left, 1);
    write.settings().xoff = write.most_bytes();
    write.settings().xon = right;
    write.depart(kViq, 0, 1);
    write.look(kViq);
    write.settings().xon = 0;
    write.depart(kViq, left, 0);
    write.look(kViq);
  }
}

// Departures of more bytes, or more cells, than the VIQ has.
void ask_departure(AdmissionWriter& write, std::uint32_t left, std::uint32_t right, bool cells) {
  write.reset();
  write.partition(1, write.most_cells());
  write.arrive({0, 1}, 3, 0);
  write.arrive(kViq, cells ? 100 : right, cells ? right : 2);
  write.depart(kViq, cells ? 50 : left, cells ? left : 1);
  write.look(kViq);
}

// A size against what the class holds, and against the guarantees of an empty one.
void ask_size(AdmissionWriter& write, std::uint32_t left, std::uint32_t right) {
  write.reset();
  write.partition(1, write.most_cells());
  write.arrive(kViq, 100, right);
  write.partition(1, left);
  write.look(kViq);
  const std::uint32_t ports = write.config().ports;
  if (left * std::uint64_t{ports} <= write.most_cells() && right * std::uint64_t{ports} <= write.most_cells()) {
    write.reset(right);
    write.partition(1, left * ports);
    write.look(kViq);
  }
}

AdmissionScript cells(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  for (unsigned bit = 0; bit < config.cell_bits; ++bit) {
    all_pairs(bit, write.most_cells(), [&](std::uint32_t left, std::uint32_t right) {
      ask_room(write, left, right);
      ask_promise(write, left, right);
      ask_departure(write, left, right, true);
      ask_size(write, left, right);
    });
  }
  return write.script("cells",
                      "room, guarantee, departures and sizes in cells: at each bit one less, as many, and one more");
}

AdmissionScript bytes(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  for (unsigned bit = 0; bit < config.q_bits; ++bit) {
    all_pairs(bit, write.most_bytes(), [&](std::uint32_t left, std::uint32_t right) {
      ask_depth(write, left, right);
      ask_departure(write, left, right, false);
    });
  }
  return write.script("bytes",
                      "depths against limit, headroom, XOFF and XON: at each bit one byte less, as many, and one more");
}

// Sums that want the bit above a depth's: limit and headroom, depth and packet; the guarantees of all ports.
AdmissionScript ends(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  const std::uint32_t most = write.most_bytes();
  for (const std::uint32_t depth : {std::uint32_t{0}, most / 2, most / 2 + 1, most}) {
    for (const std::uint32_t length : {std::uint32_t{0}, std::uint32_t{1}, most / 2, most / 2 + 1, most}) {
      for (const std::uint32_t limit : {std::uint32_t{0}, std::uint32_t{1}, most / 2, most / 2 + 1, most}) {
        for (const std::uint32_t headroom : {std::uint32_t{0}, std::uint32_t{1}, limit / 2, most / 2 + 1, most}) {
          write.reset();
          write.partition(1, 100);
          write.arrive(kViq, depth, 1);
          write.settings().viq_limit = limit;
          write.settings().headroom = headroom;
          write.arrive(kViq, length, 1);
          write.look(kViq);
        }
      }
    }
  }
  const std::uint32_t share = write.most_cells() / config.ports;
  for (const std::uint32_t minimum :
       {share, share + 1, write.most_cells() / 2, write.most_cells() / 2 + 1, write.most_cells()}) {
    write.reset(minimum);
    for (const std::uint32_t size :
         {write.most_cells(), share, std::uint32_t{minimum * config.ports} & write.most_cells()}) {
      write.partition(1, size);
      write.arrive(kViq, 100, 1);
      write.look(kViq);
    }
  }
  return write.script("ends", "sums beyond what a depth or a size can be");
}

// Values of a single bit, and their complements, in each register of the first and the last VIQ; then a reset.
AdmissionScript registers(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  const auto last = static_cast<std::uint8_t>(config.classes - 1);
  const auto keep = [&](Viq viq, std::uint32_t length, std::uint32_t cells) {
    write.reset();
    write.partition(viq.of_class, write.most_cells());
    write.arrive(viq, length, cells);
    write.partition(viq.of_class, cells);
    write.look(viq);
    write.depart({viq.port == 0 ? 1U : 0U, viq.of_class}, 0, 0);
    write.look(viq);
    write.arrive(viq, write.most_bytes() - length, write.most_cells() - cells);
    write.reset();
    write.look(viq);
  };
  for (const Viq viq : {Viq{0, 0}, Viq{config.ports - 1, last}}) {
    for (unsigned bit = 0; bit < config.q_bits; ++bit) {
      const std::uint32_t of_cells = std::uint32_t{1} << bit % config.cell_bits;
      keep(viq, std::uint32_t{1} << bit, of_cells);
      keep(viq, write.most_bytes() ^ std::uint32_t{1} << bit, write.most_cells() ^ of_cells);
    }
  }
  for (unsigned bit = 0; bit < config.cell_bits; ++bit) {  // and of what is set aside
    for (const std::uint32_t cells : {std::uint32_t{1} << bit, write.most_cells() ^ std::uint32_t{1} << bit}) {
      const std::uint32_t minimum = cells / config.ports;
      write.reset(minimum);
      write.partition(1, write.most_cells());
      write.look(kViq);
      write.arrive(kViq, 100, minimum * config.ports < cells ? 0 : minimum / 2);
      write.look(kViq);
    }
  }
  return write.script("registers", "each bit of depth, cells, size and what is used and set aside; a reset from there");
}

// Fills and empties each VIQ by itself, looks at the VIQ and its neighbours after each departure, and at all VIQs at
// the end.
AdmissionScript viqs(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  const auto each = [&](auto visit) {
    for (std::uint32_t port = 0; port < config.ports; ++port) {
      for (std::uint8_t c = 0; c < config.classes; ++c) {
        visit(Viq{port, c}, port * config.classes + c);
      }
    }
  };
  write.reset(3);
  write.settings().xoff = 500;
  write.settings().xon = 300;
  for (std::uint8_t c = 0; c < config.classes; ++c) {
    write.partition(c, 100 + 7U * c);
  }
  each([&](Viq viq, std::uint32_t n) { write.arrive(viq, 490 + n, 2 + n % 5); });
  each([&](Viq viq, std::uint32_t) { write.look(viq); });
  each([&](Viq viq, std::uint32_t n) {
    write.depart(viq, 100 + 5 * n, 1 + n % 3);
    each([&](Viq other, std::uint32_t m) {
      if (m == n || m + 1 == n || m == n + config.classes) {
        write.look(other);
      }
    });
  });
  each([&](Viq viq, std::uint32_t) { write.look(viq); });
  return write.script("viqs", "each VIQ by itself, and what becomes of the others");
}

// Two events some cycles apart, from a reset some cycles ago.
AdmissionScript apart(const PartitionAdmissionConfig& config) {
  AdmissionWriter write(config);
  const auto settle = [&] {
    write.reset(2);
    write.settings().xoff = 400;
    write.settings().xon = 100;
  };
  settle();
  PartitionAdmissionInputs set = write.idle();
  set.set = true;
  set.set_class = 1;
  set.set_size = 33;
  const PartitionAdmissionInputs events[] = {write.arrival(kViq, 250, 3), write.departure(kViq, 250, 3), set};
  const auto wait = [&](int cycles) {
    for (int n = 0; n < cycles; ++n) {
      write.look(kViq);
    }
  };
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (const PartitionAdmissionInputs& first : events) {
      for (const PartitionAdmissionInputs& then : events) {
        settle();
        wait(cycles);
        write.partition(1, 40);
        write.arrive(kViq, 200, 3);
        write.add(first);
        wait(cycles);
        write.add(then);
        write.look(kViq);
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<AdmissionScript> PartitionAdmissionKind::scripts(const Setup& setup) {
  return {cells(setup),          bytes(setup),          ends(setup),  registers(setup),     viqs(setup),
          admission_rows(setup), admission_sums(setup), apart(setup), admission_runs(setup)};
}

// All registers of a VIQ and its class hold something while nothing happens; then each is asked.
std::vector<AdmissionScript> PartitionAdmissionKind::ages(const Setup& setup, unsigned least, unsigned most) {
  AdmissionScript script{.name = "ages",
                         .exercises =
                             "a VIQ to which nothing happens for more than 2^k cycles, then a packet comes, one "
                             "goes and a size is set"};
  for (unsigned k = least; k <= most; ++k) {
    AdmissionWriter write(setup);
    write.reset(5);
    write.settings().xoff = 400;
    write.settings().xon = 100;
    write.partition(1, 60);
    write.arrive(kViq, 500, 7);
    const PartitionAdmissionInputs first = write.both(kViq, 300, 4, kViq, 450, 3);
    PartitionAdmissionInputs then = write.departure(kViq, 350, 8);
    then.set = true;
    then.set_class = 1;
    then.set_size = 50;
    write.move_to(script);
    write.look(kViq);
    const PartitionAdmissionInputs quiet = write.cycles().front();
    script.add(quiet, stand_for(k));
    PartitionAdmissionInputs with = first;
    with.xoff = 2000;
    with.set = true;
    with.set_class = 1;
    with.set_size = 70;
    script.add(with);
    script.add(then);
    script.add(quiet);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim

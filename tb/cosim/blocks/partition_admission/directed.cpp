// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/partition_admission/partition_admission.h"
#include "tb/cosim/blocks/partition_admission/script_writer.h"

namespace weir::cosim {

namespace {

using reference::PartitionAdmissionInputs;
using Viq = AdmissionWriter::Viq;

constexpr std::uint32_t kMinimum = 6;  // cells

std::uint8_t after(const AdmissionWriter& write, std::uint8_t c) {
  return static_cast<std::uint8_t>((c + 1U) % write.config().classes);
}

// Each answer in each class and at each port, with none, a part and all of the packet within the guarantee; each with a
// byte or a cell more.
void answers(AdmissionWriter& write) {
  for (const std::uint32_t minimum : {0U, kMinimum}) {
    for (std::uint8_t c = 0; c < write.config().classes; ++c) {
      for (std::uint32_t port = 0; port < write.config().ports; ++port) {
        for (const std::uint32_t cells : {0U, 1U, kMinimum, kMinimum + 1, 40U, 41U, 100U}) {
          for (const std::uint32_t length : {0U, 1000U, 1001U, 1500U, 1501U, write.most_bytes()}) {
            write.reset(minimum);
            write.partition(c, 40 + (write.config().ports - 1) * minimum);
            write.settings().viq_limit = 1000;
            write.settings().headroom = 500;
            write.arrive({port, c}, length, cells);
            write.arrive({port, c}, length > 1 ? 1 : 0, 0);
            write.look({port, c});
          }
        }
        write.reset(minimum);
        write.arrive({port, c}, 100, 1);  // no partition yet
        write.arrive({port, c}, 100, 0);
        write.look({port, c});
      }
    }
  }
}

// A packet arrives and one departs in a cycle: of the same VIQ, class, port, or none; a size is set beside it.
void meetings(AdmissionWriter& write) {
  for (const std::uint32_t minimum : {0U, kMinimum}) {
    for (const unsigned first : {0U, write.config().classes - 1}) {
      const auto c = static_cast<std::uint8_t>(first);
      const std::uint8_t other = after(write, c);
      const std::uint8_t third = after(write, other);
      for (const Viq leaves : {Viq{0, c}, Viq{1, c}, Viq{0, other}, Viq{1, other}}) {
        for (const std::uint32_t cells : {1U, kMinimum - 1, kMinimum + 2, 200U}) {
          for (const std::uint8_t sets : {std::uint8_t{8}, c, other, third}) {
            for (const std::uint32_t size : {0U, 50U, 100U}) {
              if (sets == 8 && size > 0) {
                continue;
              }
              write.reset(minimum);
              write.partition(c, 60);
              write.partition(other, 60);
              write.arrive({0, c}, 700, 4);
              write.arrive(leaves, 900, 8);
              PartitionAdmissionInputs in = write.both({0, c}, 300, cells, leaves, 500, 5);
              in.set = sets < 8;
              in.set_class = static_cast<std::uint8_t>(sets % 8);
              in.set_size = size;
              write.add(in);
              write.look({0, c});
              write.look(leaves);
              write.look({0, third});
            }
          }
        }
      }
    }
  }
}

// Every way through XOFF and XON within a cycle, in classes whose VIQs pause somebody and in others.
void pauses(AdmissionWriter& write) {
  const Viq viq{1, 2};
  for (const bool counts : {false, true}) {
    for (const bool asked : {false, true}) {
      for (const std::uint32_t comes : {0U, 99U, 100U, 101U, 400U}) {
        for (const std::uint32_t goes : {0U, 299U, 300U, 301U, 500U, 700U}) {
          write.reset();
          write.partition(2, 100);
          write.settings().pausing = static_cast<std::uint8_t>(counts ? 4 : write.idle().pausing & ~4U);
          write.settings().xoff = asked ? 500 : 601;
          write.settings().xon = 200;
          write.arrive(viq, 500, 3);
          write.settings().xoff = 600;
          PartitionAdmissionInputs in = write.both(viq, comes, 1, viq, goes, 1);
          in.arrives = comes > 0;
          in.departs = goes > 0;
          write.add(in);
          write.look(viq);
          write.look({0, 2});
          write.depart(viq, write.most_bytes(), 0);
          write.look(viq);
        }
      }
    }
  }
}

// Sizes of a class that is empty, becomes it, and holds something.
void sets(AdmissionWriter& write) {
  for (const std::uint32_t minimum : {0U, kMinimum}) {
    const std::uint32_t all = minimum * write.config().ports;
    for (std::uint8_t c = 0; c < write.config().classes; ++c) {
      for (const std::uint32_t held : {0U, 5U, 12U}) {
        for (const std::uint32_t size : {0U, 1U, held, held + all - 1, held + all, held + all + 1, 60U}) {
          for (const bool empties : {false, true}) {
            write.reset(minimum);
            write.partition(c, 50);
            write.arrive({1, c}, 100, held);
            PartitionAdmissionInputs in = write.departure({1, c}, 100, empties ? held : 0);
            in.set = true;
            in.set_class = c;
            in.set_size = size & write.most_cells();
            write.add(in);
            write.look({1, c});
            write.arrive({0, c}, 100, 3);
            write.look({0, c});
          }
        }
      }
    }
  }
}

// Names ports, packets and bytes that are not there.
void absent(AdmissionWriter& write) {
  const std::uint32_t names = 1U << write.config().port_bits;
  for (std::uint32_t port = 0; port < names; ++port) {
    write.reset(kMinimum);
    for (std::uint8_t c = 0; c < write.config().classes; ++c) {
      write.partition(c, 50);
      write.arrive({port, c}, 600, 9);
      write.arrive({port % write.config().ports, c}, 500, 8);
      write.look({port, c});
      write.depart({port, c}, 500, 9);
      write.depart({port, c}, 2000, 1);
      write.depart({port, c}, 2000, 40);
      write.look({port, c});
    }
  }
}

// One VIQ fills while another falls, and inputs stand without a departure: neither VIQ may change by the other.
void elsewhere(AdmissionWriter& write) {
  const Viq full{0, 1};
  const Viq low{1, 2};
  write.reset();
  write.settings().xoff = 600;
  write.settings().xon = 200;
  write.partition(full.of_class, 50);
  write.partition(low.of_class, 50);
  write.arrive(low, 300, 3);
  write.add(write.both(full, 700, 3, low, 150, 1));
  write.look(full);
  write.add(write.both(full, 1, 0, low, 50, 1));
  write.look(full);
  PartitionAdmissionInputs nothing_leaves = write.departure(full, write.most_bytes(), write.most_cells());
  nothing_leaves.departs = false;
  write.add(nothing_leaves);
  write.look(full);
  // Nothing at all leaves from a port that is none.
  write.depart({(1U << write.config().port_bits) - 1, 0}, 0, 0);
  // More than the cells of a partition, by more than can be counted.
  write.reset();
  write.partition(full.of_class, write.most_cells());
  write.arrive(full, 1, write.most_cells() - 1);
  write.arrive(full, 1, 3);
  write.look(full);
}

// Every pair of events in consecutive cycles, resets included.
void orders(AdmissionWriter& write) {
  const Viq viq{1, 1};
  write.reset(kMinimum);
  write.settings().xoff = 400;
  write.settings().xon = 100;
  const PartitionAdmissionInputs set = [&] {
    PartitionAdmissionInputs in = write.idle();
    in.set = true;
    in.set_class = 1;
    in.set_size = 44;
    return in;
  }();
  PartitionAdmissionInputs reset = write.both(viq, 300, 4, viq, 100, 1);
  reset.rst_n = false;
  const PartitionAdmissionInputs events[] = {write.arrival(viq, 300, 4), write.departure(viq, 300, 4),
                                             write.both(viq, 300, 4, viq, 100, 1), set, reset};
  for (const PartitionAdmissionInputs& first : events) {
    for (const PartitionAdmissionInputs& then : events) {
      write.reset(kMinimum);
      write.settings().xoff = 400;
      write.settings().xon = 100;
      write.partition(1, 40);
      write.arrive(viq, 200, 3);
      write.add(first);
      write.add(then);
      write.look(viq);
      write.look({0, 1});
    }
  }
}

}  // namespace

std::vector<PartitionAdmissionInputs> PartitionAdmissionKind::directed(const Setup& setup) {
  AdmissionWriter write(setup);
  answers(write);
  meetings(write);
  pauses(write);
  sets(write);
  absent(write);
  elsewhere(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Registers of the RTL that admits packets, where it is more than the accounts that the model has; for
// mmu_registers.cpp alone.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "hw_model/datapath/mmu/mmu_registers.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::mmu::admission_rows {

using ledger::kOne;
using Row = ledger::RowsOf<MmuHardware>;

inline constexpr char kInCells[] = "bits of the cells of the buffer";

inline std::uint64_t cells_of(const MmuHardware& hardware) {
  return static_cast<std::uint64_t>(hardware.config.buffer / hardware.config.cell);
}
inline unsigned cell_bits(const MmuHardware& hardware) { return ledger::bits_for(cells_of(hardware)); }
inline unsigned depth_bits(const MmuHardware& hardware) {
  return ledger::bits_for(ledger::register_value(hardware.config.buffer));
}

inline ledger::Dimensions per_viq(const MmuHardware& hardware) {
  return {{"port", hardware.ports}, {"class", hardware.classes}};
}
inline ledger::Dimensions per_lossless_viq(const MmuHardware& hardware) {
  return {{"port", hardware.ports}, {"class", hardware.lossless_classes}};
}

inline constexpr char kRtlBlock[] = "partition_admission";
inline constexpr char kInMemoryBlock[] = "partition_admission_memory";

inline bool wants_memory(const MmuHardware& hardware) {
  return hardware.config.partition_accounts == PartitionAccounts::kMemory;
}

inline ledger::RtlInstance admission_of(const MmuHardware& hardware) {
  return {.block = wants_memory(hardware) ? kInMemoryBlock : kRtlBlock,
          .parameters = {{"PORTS", hardware.ports},
                         {"PORT_W", ledger::bits_to_name(hardware.ports)},
                         {"CLASSES", hardware.classes},
                         {"CELL_W", cell_bits(hardware)},
                         {"Q_W", depth_bits(hardware)}},
          .has_memories = wants_memory(hardware),
          .answers = ledger::Answers::kAllPackets};
}

// The RTL has the accounts of partitions, without a headroom pool and loans.
inline bool is_in_rtl(const MmuHardware& hardware) {
  return hardware.config.partitioned() && !hardware.config.pooled() && !hardware.lends &&
         std::ranges::all_of(admission_of(hardware).parameters,
                             [](const auto& one) { return reference::in_range(one.first, one.second); });
}
inline bool is_in_memory(const MmuHardware& hardware) { return is_in_rtl(hardware) && wants_memory(hardware); }
inline std::string_view rtl(const MmuHardware& hardware) {
  return is_in_memory(hardware) ? kInMemoryBlock : is_in_rtl(hardware) ? kRtlBlock : "";
}

// Admission by VIQ keeps its accounts in memories (docs/decisions/0304-*.md).
inline constexpr char kByViqBlock[] = "viq_admission";

inline unsigned viq_bits(const MmuHardware& hardware) {
  return ledger::bits_to_name(hardware.ports) + ledger::bits_to_name(hardware.classes);
}
template <unsigned flags>
inline unsigned packet_bits(const MmuHardware& hardware) {
  return viq_bits(hardware) + cell_bits(hardware) + flags;
}
inline ledger::Dimensions per_viq_number(const MmuHardware& hardware) {
  return {{"viq", std::uint64_t{1} << viq_bits(hardware)}};
}
inline ledger::Dimensions per_way(const MmuHardware&) { return {{"way", 2}}; }  // in and out

inline ledger::RtlInstance admission_by_viq(const MmuHardware& hardware) {
  return {.block = kByViqBlock,
          .parameters = {{"VIQ_W", viq_bits(hardware)}, {"CELL_W", cell_bits(hardware)}},
          .has_memories = true,
          .answers = ledger::Answers::kAllPackets};
}
inline std::string_view by_viq(const MmuHardware& hardware) { return hardware.by_viq ? kByViqBlock : ""; }
inline std::string_view in_either(const MmuHardware& hardware) { return hardware.by_viq ? kByViqBlock : rtl(hardware); }
inline ledger::Storage accounts_in(const MmuHardware& hardware) {
  return hardware.by_viq || is_in_memory(hardware) ? ledger::Storage::kSram : ledger::Storage::kFlipFlop;
}

// Of a memory of accounts: each packet is counted as it comes and as it leaves.
inline ledger::Accesses of_accounts(const MmuHardware& hardware) {
  return accounts_in(hardware) == ledger::Storage::kSram
             ? ledger::Accesses{.reads_per_packet = 2, .writes_per_packet = 2}
             : ledger::Accesses{};
}
inline constexpr char kAccounts[] = "viq_accounts";  // a row: cells outside and in the headroom pool

// Fields of rows that the switch does not fill: of VIQs that take nothing of a pool, and of numbers that are no VIQ's.
inline ledger::Dimensions spare_fields(const MmuHardware& hardware) {
  const std::uint64_t used =
      ledger::count(per_viq(hardware)) + (hardware.config.pooled() ? ledger::count(per_lossless_viq(hardware)) : 0);
  return {{"field", (std::uint64_t{2} << viq_bits(hardware)) - used}};
}

constexpr auto internal_by_viq(const Row::Text& text) { return Row::internal(text).rtl(kByViqBlock); }

// What the RTL has beside the accounts.
struct ByViqRows {
  static constexpr auto kAll = Row::list(
      internal_by_viq(
          {"viq_asks", 1, per_viq_number, "",
           "the VIQ has reached XOFF and not yet fallen to XON; flow_control.xoff_asserted holds it once more"}),
      internal_by_viq({"viq_written", 1, per_viq_number, "",
                       "the row of the VIQ has been written since the reset; before, it counts as 0"}),
      internal_by_viq({"viq_arrival", packet_bits<3>, kOne, "a VIQ, cells, 3 bits",
                       "packet that is decided, whether its class is lossless and its VEQ full"}),
      internal_by_viq({"viq_departure", packet_bits<1>, kOne, "a VIQ, cells, a bit", "packet that leaves its account"}),
      internal_by_viq({"viq_row_read", [](const MmuHardware& is) { return 2 * cell_bits(is) + 1; }, per_way,
                       "a row, viq_written", "rows of these packets"}),
      internal_by_viq({"viq_row_wrote", [](const MmuHardware& is) { return viq_bits(is) + 2 * cell_bits(is) + 1; },
                       per_way, "a VIQ, a row, a bit", "rows that were written in the cycle before"}),
      internal_by_viq({"viq_watched", 1, kOne, "", "XOFF is compared with the first of these rows"}),
      internal_by_viq({"viq_look", viq_bits, kOne, "names a VIQ", "the VIQ that is looked at next"}),
      internal_by_viq({"viq_shared_used", cell_bits, kOne, kInCells, "cells of VIQs above their minimums"}),
      internal_by_viq({"viq_pool_used", cell_bits, kOne, kInCells, "headroom_cells_used of a switch without a pool"})
          .when([](const MmuHardware& is) { return !is.config.pooled(); }),
      Row::memory({"viq_spare", cell_bits, spare_fields, kInCells, "fields of rows of accounts that stay 0"})
          .when([](const MmuHardware& is) { return ledger::count(spare_fields(is)) > 0; })
          .shares(kAccounts)
          .rtl(kByViqBlock));
};

// What partition_admission_memory has beside the accounts: packets and settings under way, and rows. A row is {asks,
// depth, cells}; there are 8 for each port, and ports for the next power of two.
inline unsigned row_viq_bits(const MmuHardware& hardware) { return ledger::bits_to_name(hardware.ports) + 3; }
inline unsigned row_bits(const MmuHardware& hardware) { return 1 + depth_bits(hardware) + cell_bits(hardware); }
inline std::uint64_t spare_rows(const MmuHardware& hardware) {
  return (std::uint64_t{1} << row_viq_bits(hardware)) - ledger::count(per_viq(hardware));
}

// Flags that say that a number names no port, or no class, are constants where every number names one.
inline unsigned unless_each_names_a_port(const MmuHardware& hardware) {
  return hardware.ports < 1U << ledger::bits_to_name(hardware.ports) ? 1 : 0;
}
inline unsigned unless_each_names_a_viq(const MmuHardware& hardware) {
  return hardware.classes < kClasses ? 1 : unless_each_names_a_port(hardware);
}

constexpr auto internal_in_memory(const Row::Text& text) { return Row::internal(text).rtl(kInMemoryBlock); }

struct InMemoryRows {
  static constexpr auto kAll = Row::list(
      internal_in_memory({"viq_written", 1,
                          [](const MmuHardware& is) {
                            return ledger::Dimensions{{"row", std::uint64_t{1} << row_viq_bits(is)}};
                          },
                          "", "the row has been written since the reset; before, it counts as 0"}),
      internal_in_memory({"viq_arrival",
                          [](const MmuHardware& is) {
                            return row_viq_bits(is) + cell_bits(is) + (4 * depth_bits(is)) + 3 +
                                   unless_each_names_a_viq(is);
                          },
                          kOne, "a VIQ, cells, length, limit, limit and headroom, XOFF, flags",
                          "packet that is decided, and its settings"}),
      internal_in_memory({"viq_departure",
                          [](const MmuHardware& is) {
                            return row_viq_bits(is) + cell_bits(is) + (2 * depth_bits(is)) + 2 +
                                   unless_each_names_a_viq(is);
                          },
                          kOne, "a VIQ, cells, length, XON, flags", "packet that leaves its account, and its setting"}),
      internal_in_memory({"partition_change", [](const MmuHardware& is) { return cell_bits(is) + 4; }, kOne,
                          "a class, cells, a bit", "size that is judged"}),
      internal_in_memory({"viq_minimum", cell_bits, kOne, kInCells, "viq_reserved, for these three"}),
      internal_in_memory({"viq_read",
                          [](const MmuHardware& is) { return row_viq_bits(is) + 1 + unless_each_names_a_port(is); },
                          kOne, "a VIQ, flags", "what software reads"}),
      internal_in_memory({"viq_row_read", [](const MmuHardware& is) { return row_bits(is) + 1; },
                          [](const MmuHardware&) {
                            return ledger::Dimensions{{"reader", 3}};
                          },
                          "a row, viq_written", "rows of both packets and of software"}),
      internal_in_memory({"viq_row_wrote", [](const MmuHardware& is) { return row_viq_bits(is) + row_bits(is) + 1; },
                          per_way, "a VIQ, a row, a bit", "rows that were written in the cycle before"}),
      Row::memory({"viq_spare_row", row_bits,
                   [](const MmuHardware& is) {
                     return ledger::Dimensions{{"row", spare_rows(is)}};
                   },
                   "a row", "rows of no VIQ, which stay 0"})
          .when([](const MmuHardware& is) { return spare_rows(is) > 0; })
          .rtl(kInMemoryBlock));
};

}  // namespace weir::mmu::admission_rows

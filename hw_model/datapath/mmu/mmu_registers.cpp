// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/mmu_registers.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/datapath/mmu/mmu_settings.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::mmu {
namespace {

constexpr unsigned kReasonCounterBits = 32;
constexpr unsigned kWidestWord = 4096;

const ledger::Origin& origin() {
  static const ledger::Origin kOrigin("mmu", "TTL-based buffer management, section 1.1");
  return kOrigin;
}

std::uint64_t cells_of(const MmuHardware& hardware) {
  return static_cast<std::uint64_t>(hardware.config.buffer / hardware.config.cell);
}

void declare_settings(ledger::Block& block, const MmuConfig& config, std::size_t classes) {
  for (const ledger::Setting<MmuConfig>& one : mmu_settings()) {
    if (one.is_held() && one.word != "lossless_alpha")  // which is the pool's
      block.add(origin().setting(ledger::register_of(one, config, classes)));
  }
}

// Headroom as a pool: an account a lossless VIQ, and one of the pool.
void declare_headroom_pool(ledger::Block& block, const MmuHardware& hardware, std::uint64_t cells) {
  const ledger::Origin pool(hardware.headroom_for.empty() ? "mmu" : hardware.headroom_for,
                            "TTL-based buffer management, eq. (14)");
  const ledger::Dimensions each = {{"port", hardware.ports}, {"class", hardware.lossless_classes}};
  const unsigned width = ledger::bits_for(cells);
  const char* follows = "bits of the cells of the buffer";
  const auto state = [&](const char* name, const ledger::Dimensions& dimensions, const char* what) {
    block.add(pool.state(
        {.name = name, .width = width, .dimensions = dimensions, .width_follows = follows, .description = what}));
  };
  block
      .add(pool.setting({.name = "headroom_pool",
                         .width = width,
                         .reset = static_cast<std::uint64_t>(hardware.config.headroom_pool / hardware.config.cell),
                         .width_follows = follows,
                         .description = "cells set aside for the headroom of all lossless VIQs"}))
      .add(pool.setting(ledger::register_of(ledger::find(mmu_settings(), "lossless_alpha"), hardware.config)));
  state("viq_headroom_cells", each, "cells of the headroom pool that the VIQ holds");
  state("headroom_cells_used", {}, "cells of the headroom pool in use");
  state("headroom_cells_peak", {}, "highest headroom_cells_used");
  block.add(pool.counter({.name = "viq_headroom_peak",
                          .width = width,
                          .dimensions = each,
                          .width_follows = follows,
                          .description = "highest viq_headroom_cells"}));
}

// The RTL that has the accounts: it is for partitions, without a headroom pool.
const char* in_rtl(const MmuConfig& config) {
  return config.partitioned() && !config.pooled() ? "partition_admission" : "";
}

void declare_accounts(ledger::Block& block, const MmuHardware& hardware, std::uint64_t cells) {
  const ledger::Dimensions each = {{"port", hardware.ports}, {"class", hardware.classes}};
  const unsigned depth = ledger::bits_for(ledger::register_value(hardware.config.buffer));
  const char* const rtl_block = in_rtl(hardware.config);
  block
      .add(origin().state({.name = "viq_depth",
                           .width = depth,
                           .dimensions = each,
                           .rtl_block = rtl_block,
                           .width_follows = "bits of the buffer in bytes: one VIQ may hold all of it",
                           .description = "bytes in the switch that came in through this port and class"}))
      .add(origin().state({.name = "viq_cells",
                           .width = ledger::bits_for(cells),
                           .dimensions = each,
                           .rtl_block = rtl_block,
                           .width_follows = "bits of the cells of the buffer",
                           .description = "cells of the VIQ outside the headroom pool"}))
      .add(origin().state({.name = "cells_set_aside",
                           .width = ledger::bits_for(cells),
                           .width_follows = "bits of the cells of the buffer",
                           .description = "cells of guaranteed minimums that are not filled"}))
      .add(origin().state({.name = "used",
                           .width = depth,
                           .width_follows = "bits of the buffer in bytes",
                           .description = "bytes in the switch"}))
      .add(origin().state({.name = "cells_used",
                           .width = ledger::bits_for(cells),
                           .width_follows = "bits of the cells of the buffer",
                           .description = "cells in use"}))
      .add(origin().state({.name = "cells_used_peak",
                           .width = ledger::bits_for(cells),
                           .width_follows = "bits of the cells of the buffer",
                           .description = "highest cells_used"}))
      .add(origin().counter({.name = "viq_peak",
                             .width = depth,
                             .dimensions = each,
                             .width_follows = "as viq_depth",
                             .description = "highest viq_depth"}))
      .add(origin().events("packets", {.name = "admitted", .dimensions = each, .description = "packets admitted"}));
  const auto reason = [&](const char* name, const char* what) {
    block.add(origin().counter({.name = name,
                                .width = kReasonCounterBits,
                                .dimensions = each,
                                .memory = "admission_counters",
                                .width_follows = "wraps after 2^32 packets",
                                .description = what}));
  };
  reason("admitted_reserved", "packets that the guaranteed minimum took");
  reason("admitted_shared", "packets that shared buffer took");
  reason("admitted_headroom", "packets that headroom took");
  reason("dropped_viq_full", "packets of a lossy class over viq_limit");
  reason("dropped_headroom_exhausted", "packets of a lossless class over viq_limit and headroom");
  reason("dropped_buffer_full", "packets for which there was no free cell");
  reason("dropped_veq_full", "packets of a lossy class over veq_limit");
}

// Cells of a packet, packets of a queue, and free cells are linked lists. In the worst case every packet is one cell,
// so that there are as many descriptors as cells. Of a packet each cell comes off the free list and goes back; its
// descriptor is written, linked behind the packet before it, and read.
void declare_lists(ledger::Block& block, const MmuHardware& hardware, std::uint64_t cells) {
  const unsigned pointer = ledger::bits_to_name(cells);
  const auto memory = [&](const char* name, unsigned width, std::uint64_t word_bytes, const char* follows,
                          const char* what) {
    block.add(origin().memory({.name = name,
                               .width = width,
                               .dimensions = {{"cell", cells}},
                               .accesses = {.reads_per_packet = 1, .writes_per_packet = 1, .word_bytes = word_bytes},
                               .width_follows = follows,
                               .description = what}));
  };
  memory("cell_next", pointer, ledger::register_value(hardware.config.cell), "names a cell",
         "next cell of the packet, or next free cell");
  memory("packet_next", pointer, 0, "names a cell", "next packet of the queue, by its first cell");
  memory("packet_descriptor",
         ledger::bits_for(ledger::register_value(std::max(hardware.max_frame, frame::kMaxFrameLength))) +
             ledger::bits_to_name(hardware.ports) + ledger::bits_to_name(hardware.classes),
         0, "length up to 9216 B, a port, a class", "length, ingress port and class of the packet of this first cell");
  block
      .add(origin().internal({.name = "free_head",
                              .width = pointer,
                              .width_follows = "names a cell",
                              .description = "free cell that is taken next"}))
      .add(origin().internal({.name = "free_tail",
                              .width = pointer,
                              .width_follows = "names a cell",
                              .description = "free cell that was given back last"}));
}

// Cells of each class that there is a register for.
std::vector<std::uint64_t> partition_cells(const MmuHardware& hardware) {
  std::vector<std::uint64_t> cells;
  for (unsigned c = 0; c < hardware.classes; ++c)
    cells.push_back(static_cast<std::uint64_t>(hardware.config.partition_size[c] / hardware.config.cell));
  return cells;
}

void declare_partitions(ledger::Block& block, const MmuHardware& hardware, std::uint64_t cells) {
  const bool asked = !hardware.partitions_for.empty();
  const ledger::Origin divided(asked ? hardware.partitions_for : "mmu", "TTL-based buffer management, section 1.3");
  const ledger::Dimensions each_class = {{"class", hardware.classes}};
  std::vector<std::uint64_t> sizes = partition_cells(hardware);
  const std::uint64_t first = sizes.front();
  if (std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end())
    sizes.clear();  // all are as the first
  block
      .add(divided.setting({.name = "partition_size",
                            .width = ledger::bits_for(cells),
                            .dimensions = each_class,
                            .reset = first,
                            .resets = std::move(sizes),
                            .rtl_block = in_rtl(hardware.config),
                            .width_follows = "bits of the cells of the buffer",
                            .description = "cells of the buffer that the class may take"}))
      .add(divided.state({.name = "partition_used",
                          .width = ledger::bits_for(cells),
                          .dimensions = each_class,
                          .rtl_block = in_rtl(hardware.config),
                          .width_follows = "bits of the cells of the buffer",
                          .description = "cells of the class in use"}))
      .add(divided.state({.name = "partition_set_aside",
                          .width = ledger::bits_for(cells),
                          .dimensions = each_class,
                          .rtl_block = in_rtl(hardware.config),
                          .width_follows = "bits of the cells of the buffer",
                          .description = "cells of guaranteed minimums of the class that are not filled"}))
      .add(divided.counter({.name = "dropped_partition_full",
                            .width = kReasonCounterBits,
                            .dimensions = {{"port", hardware.ports}, {"class", hardware.classes}},
                            .memory = "admission_counters",
                            .width_follows = "wraps after 2^32 packets",
                            .description = "packets for which the partition of their class had no cell"}));
}

// What lossless VIQs have been lent, for a unit that breaks deadlocks.
void declare_loans(ledger::Block& block, const MmuHardware& hardware, std::uint64_t cells) {
  const ledger::Origin loans("watchdog", "loans of shared buffer");
  const ledger::Dimensions each = {{"port", hardware.ports}, {"class", hardware.lossless_classes}};
  const auto state = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(
        loans.state({.name = name, .width = width, .dimensions = each, .width_follows = follows, .description = what}));
  };
  const char* in_cells = "bits of the cells of the buffer";
  state("viq_lent", ledger::bits_for(ledger::register_value(hardware.config.buffer)), "bits of the buffer in bytes",
        "bytes lent to the VIQ: its XOFF, XON and limit are higher by this");
  state("viq_lent_unused", ledger::bits_for(cells), in_cells, "cells that are set aside for the loan of the VIQ");
  state("viq_lent_used", ledger::bits_for(cells), in_cells, "cells that the VIQ holds of its loan, beside viq_cells");
}

}  // namespace

void Mmu::check_declared(const ledger::Block& block, const MmuConfig& config, bool lends) {
  static constexpr auto kViq = ledger::state_fields<Viq>(
      ledger::holds(&Viq::depth, "viq_depth"), ledger::holds(&Viq::cells, "viq_cells"), ledger::part(&Viq::counters));
  static constexpr auto kCounters = ledger::state_fields<ViqCounters>(
      ledger::holds(&ViqCounters::peak, "viq_peak"), ledger::holds(&ViqCounters::admitted, "admitted"),
      ledger::holds(&ViqCounters::by_admission, "admitted_reserved", "admitted_shared", "admitted_headroom",
                    "dropped_viq_full", "dropped_headroom_exhausted", "dropped_buffer_full", "dropped_veq_full"));
  static constexpr auto kFields = ledger::state_fields<Mmu>(
      ledger::part(&Mmu::viq_), ledger::model_only(&Mmu::minimums_, "constant of the setting: viq_reserved in cells"),
      ledger::part(&Mmu::buffer_), ledger::part(&Mmu::pool_), ledger::part(&Mmu::partitions_),
      ledger::part(&Mmu::loans_), ledger::model_only(&Mmu::engines_, "other blocks"),
      ledger::model_only(&Mmu::waiting_, "hardware compares XON of all VIQs with what is free"));
  ledger::require_declared(block, kViq);
  ledger::require_declared(block, kCounters);
  ledger::require_declared(block, kFields);
  SharedBuffer::check_declared(block);
  if (config.pooled())
    HeadroomPool::check_declared(block);
  if (lends)
    Loans::check_declared(block);
  if (config.partitioned()) {
    Partitions::check_declared(block);
    if (block.find("dropped_partition_full") == nullptr)
      throw std::logic_error("ledger: mmu counts partition_full and does not declare it");
  }
}

ledger::Block declare_mmu(const MmuHardware& hardware) {
  const std::uint64_t cells = cells_of(hardware);
  ledger::Block block("mmu");
  declare_settings(block, hardware.config, hardware.classes);
  declare_accounts(block, hardware, cells);
  declare_lists(block, hardware, cells);
  if (hardware.config.partitioned())
    declare_partitions(block, hardware, cells);
  if (hardware.config.pooled())
    declare_headroom_pool(block, hardware, cells);
  if (hardware.lends)
    declare_loans(block, hardware, cells);
  Mmu::check_declared(block, hardware.config, hardware.lends);
  return block;
}

ledger::Block declare_packet_buffer(const MmuHardware& hardware) {
  const std::uint64_t cells = cells_of(hardware);
  const std::uint64_t promised = hardware.config.pooled() ? ledger::register_value(hardware.config.headroom_pool)
                                                          : ledger::register_value(hardware.config.headroom) *
                                                                hardware.ports * hardware.headroom_classes;
  const std::uint64_t cell = ledger::register_value(hardware.config.cell);
  const std::uint64_t headroom = hardware.headroom_for.empty() ? 0 : std::min((promised + cell - 1) / cell, cells);
  std::uint64_t words = 1;
  while (cell * kBitsPerByte > words * kWidestWord)
    words *= 2;
  ledger::Block block("packet_buffer");
  const auto memory = [&](const char* name, const std::string& mechanism, std::uint64_t size, const char* source,
                          const char* what) {
    ledger::Dimensions dimensions = {{"cell", size}};
    if (words > 1)
      dimensions.push_back({"word", words});
    if (size > 0)
      block.add(ledger::Origin(mechanism, source)
                    .memory({.name = name,
                             .width = static_cast<unsigned>((cell * kBitsPerByte + words - 1) / words),
                             .dimensions = std::move(dimensions),
                             .accesses = {.reads_per_packet = 1, .writes_per_packet = 1, .word_bytes = cell / words},
                             .width_follows = "mmu.cell",
                             .description = what}));
  };
  memory("shared_cell", "packet_buffer", cells - headroom, "TTL-based buffer management, section 1.1",
         "reserved and shared buffer; without error correction bits");
  memory("headroom_cell", hardware.headroom_for, headroom, "TTL-based buffer management, eq. (14)",
         "headroom of all lossless VIQs; without error correction bits");
  return block;
}

}  // namespace weir::mmu

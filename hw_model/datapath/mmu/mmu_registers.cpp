// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the MMU, and their binding to the live MMU.

#include "hw_model/datapath/mmu/mmu_registers.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/mmu/admission_rows.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/datapath/mmu/mmu_settings.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/rows.h"

namespace weir::mmu {
namespace {

using At = ledger::RegisterAccess;
using ledger::kOne;
using namespace admission_rows;  // NOLINT(google-build-using-namespace): the words of rows

constexpr unsigned kReasonCounterBits = 32;
constexpr unsigned kWidestWord = 4096;

unsigned pointer_bits(const MmuHardware& hardware) { return ledger::bits_to_name(cells_of(hardware)); }
unsigned descriptor_bits(const MmuHardware& hardware) {
  return ledger::bits_for(ledger::register_value(std::max(hardware.max_frame, frame::kMaxFrameLength))) +
         ledger::bits_to_name(hardware.ports) + ledger::bits_to_name(hardware.classes);
}

ledger::Dimensions per_class(const MmuHardware& hardware) { return {{"class", hardware.classes}}; }
ledger::Dimensions per_cell(const MmuHardware& hardware) { return {{"cell", cells_of(hardware)}}; }

template <Admission reason>
constexpr auto decided(std::string_view name, std::string_view what) {
  return Row::counter(
             {name, kReasonCounterBits, per_viq, "wraps after 2^32 packets", what},
             [](const ViqCounters& counters) { return counters.by_admission[static_cast<std::size_t>(reason)]; })
      .shares("admission_counters");
}

// A lossless VIQ of the live MMU.
struct LosslessViq {
  const Mmu& mmu;
  PortId p;
  ClassId c;
};

}  // namespace

struct SharedBuffer::Rows {
  static constexpr auto kAll =
      Row::list(Row::state<&SharedBuffer::set_aside_>(
                    {"cells_set_aside", cell_bits, kOne, kInCells, "cells of guaranteed minimums that are not filled"}),
                Row::state<&SharedBuffer::counted_>(
                    {"used", depth_bits, kOne, "bits of the buffer in bytes", "bytes in the switch"}),
                Row::state<&SharedBuffer::used_>({"cells_used", cell_bits, kOne, kInCells, "cells in use"}),
                Row::state<&SharedBuffer::peak_>({"cells_used_peak", cell_bits, kOne, kInCells, "highest cells_used"}),
                Row::model_only<&SharedBuffer::cells_>("constant: the size of the buffer"));
};

struct Partitions::Rows {
  static constexpr auto kAll = Row::list(
      Row::setting(
          {"partition_size", cell_bits, per_class, kInCells, "cells of the buffer that the class may take"},
          [](const MmuConfig& now, const At& at) { return now.partition_size[at.indices[0]] / now.cell; },
          [](MmuConfig& draft, const At& at, std::uint64_t value) {
            draft.partition_size[at.indices[0]] = static_cast<std::int64_t>(value) * draft.cell;
          })
          .rtl(rtl),
      Row::holds<&Partition::cells>("partition_size"),
      Row::state<&Partition::used>({"partition_used", cell_bits, per_class, kInCells, "cells of the class in use"})
          .rtl(rtl),
      Row::state<&Partition::set_aside>({"partition_set_aside", cell_bits, per_class, kInCells,
                                         "cells of guaranteed minimums of the class that are not filled"})
          .rtl(rtl),
      Row::internal(
          {"viq_asks", 1, per_viq, "",
           "the VIQ has reached XOFF and not yet fallen to XON; flow_control.xoff_asserted holds it once more"})
          .when(is_in_rtl)
          .storage(accounts_in)
          .accesses(of_accounts)
          .rtl(rtl),
      decided<Admission::kPartitionFull>("dropped_partition_full",
                                         "packets for which the partition of their class had no cell"),
      Row::model_only<&Partitions::divided_>("a constant: whether the partitions are there"),
      Row::part<&Partitions::classes_>());

  static ledger::Objects objects(const Partitions& all) {
    return ledger::objects([&all](const At& at) -> const Partition& { return all.classes_[at.indices[0]]; });
  }
};

// Headroom as a pool: an account a lossless VIQ, and one of the pool. The setting lossless_alpha is between the lists.
struct HeadroomPool::Rows {
  static constexpr auto kSize = Row::list(Row::setting(
      {"headroom_pool", cell_bits, kOne, kInCells, "cells set aside for the headroom of all lossless VIQs"},
      [](const MmuConfig& now) { return now.headroom_pool / now.cell; },
      [](MmuConfig& draft, std::uint64_t value) {
        draft.headroom_pool = static_cast<std::int64_t>(value) * draft.cell;
      }));
  static constexpr auto kAll = Row::list(
      Row::holds<&HeadroomPool::cells_>("headroom_pool"),
      Row::state<&Account::held>({"viq_headroom_cells", cell_bits, per_lossless_viq, kInCells,
                                  "cells of the headroom pool that the VIQ holds"},
                                 [](const LosslessViq& viq) { return viq.mmu.headroom_pool().held(viq.p, viq.c); })
          .storage(accounts_in)
          .accesses(of_accounts)
          .shares(kAccounts)
          .rtl(by_viq),
      Row::state<&HeadroomPool::free_>(
          {"headroom_cells_used", cell_bits, kOne, kInCells, "cells of the headroom pool in use"},
          [](const HeadroomPool& pool) { return pool.used(); })
          .rtl(by_viq),
      Row::state<&HeadroomPool::peak_>(
          {"headroom_cells_peak", cell_bits, kOne, kInCells, "highest headroom_cells_used"}),
      Row::counter<&Account::peak>(
          {"viq_headroom_peak", cell_bits, per_lossless_viq, kInCells, "highest viq_headroom_cells"},
          [](const LosslessViq& viq) { return viq.mmu.headroom_pool().peak(viq.p, viq.c); }),
      Row::part<&HeadroomPool::viqs_>());
};

// What lossless VIQs have been lent, for a unit that breaks deadlocks.
struct Loans::Rows {
  static constexpr auto kAll = Row::list(
      Row::state<&Account::lent>({"viq_lent", depth_bits, per_lossless_viq, "bits of the buffer in bytes",
                                  "bytes lent to the VIQ: its XOFF, XON and limit are higher by this"},
                                 [](const LosslessViq& viq) { return viq.mmu.loans().lent(viq.p, viq.c); }),
      Row::state<&Account::unused>({"viq_lent_unused", cell_bits, per_lossless_viq, kInCells,
                                    "cells that are set aside for the loan of the VIQ"},
                                   [](const LosslessViq& viq) {
                                     return viq.mmu.loans().cells(viq.p, viq.c) - viq.mmu.loans().used(viq.p, viq.c);
                                   }),
      Row::state<&Account::used>({"viq_lent_used", cell_bits, per_lossless_viq, kInCells,
                                  "cells that the VIQ holds of its loan, beside viq_cells"},
                                 [](const LosslessViq& viq) { return viq.mmu.loans().used(viq.p, viq.c); }),
      Row::model_only<&Loans::ports_>("a constant: the ports of the switch"),
      Row::model_only<&Loans::open_>("spares the look at VIQs where there is no loan"), Row::part<&Loans::viqs_>());
};

struct Mmu::Rows {
  static constexpr ledger::Accesses kOnce{.reads_per_packet = 1, .writes_per_packet = 1};

  // Cells of a packet, packets of a queue, and free cells are linked lists. In the worst case every packet is one cell,
  // so that there are as many descriptors as cells. Of a packet each cell comes off the free list and goes back; its
  // descriptor is written, linked behind the packet before it, and read.
  static constexpr auto kAll = Row::list(
      Row::state<&Viq::depth>({"viq_depth", depth_bits, per_viq,
                               "bits of the buffer in bytes: one VIQ may hold all of it",
                               "bytes in the switch that came in through this port and class"})
          .storage(accounts_in)
          .accesses(of_accounts)
          .rtl(rtl),
      Row::state<&Viq::cells>({"viq_cells", cell_bits, per_viq, kInCells, "cells of the VIQ outside the headroom pool"})
          .storage(accounts_in)
          .accesses(of_accounts)
          .shares(kAccounts)
          .rtl(in_either),
      SharedBuffer::Rows::kAll,
      Row::counter<&ViqCounters::peak>({"viq_peak", depth_bits, per_viq, "as viq_depth", "highest viq_depth"}),
      Row::events<&ViqCounters::admitted>({"admitted", 64, per_viq, "packets", "packets admitted"}),
      decided<Admission::kReserved>("admitted_reserved", "packets that the guaranteed minimum took"),
      decided<Admission::kShared>("admitted_shared", "packets that shared buffer took"),
      decided<Admission::kHeadroom>("admitted_headroom", "packets that headroom took"),
      decided<Admission::kViqFull>("dropped_viq_full", "packets of a lossy class over viq_limit"),
      decided<Admission::kHeadroomExhausted>("dropped_headroom_exhausted",
                                             "packets of a lossless class over viq_limit and headroom"),
      decided<Admission::kBufferFull>("dropped_buffer_full", "packets for which there was no free cell"),
      decided<Admission::kVeqFull>("dropped_veq_full", "packets of a lossy class over veq_limit"),
      Row::holds<&ViqCounters::by_admission>("admitted_reserved", "admitted_shared", "admitted_headroom",
                                             "dropped_viq_full", "dropped_headroom_exhausted", "dropped_buffer_full",
                                             "dropped_veq_full"),
      Row::memory({"cell_next", pointer_bits, per_cell, "names a cell", "next cell of the packet, or next free cell"})
          .accesses([](const MmuHardware& hardware) {
            ledger::Accesses each = kOnce;
            each.word_bytes = ledger::register_value(hardware.config.cell);
            return each;
          }),
      Row::memory(
          {"packet_next", pointer_bits, per_cell, "names a cell", "next packet of the queue, by its first cell"})
          .accesses(kOnce),
      Row::memory({"packet_descriptor", descriptor_bits, per_cell, "length up to 9216 B, a port, a class",
                   "length, ingress port and class of the packet of this first cell"})
          .accesses(kOnce),
      Row::internal({"free_head", pointer_bits, kOne, "names a cell", "free cell that is taken next"}),
      Row::internal({"free_tail", pointer_bits, kOne, "names a cell", "free cell that was given back last"}),
      Row::part<&Viq::counters>(), Row::part<&Mmu::viq_>(),
      Row::model_only<&Mmu::minimums_>("constant of the setting: viq_reserved in cells"), Row::part<&Mmu::buffer_>(),
      Row::part<&Mmu::pool_>(), Row::part<&Mmu::partitions_>(), Row::part<&Mmu::loans_>(),
      Row::model_only<&Mmu::engines_>("other blocks"),
      Row::model_only<&Mmu::has_block_>("whether one of the next two is there"),
      Row::model_only<&Mmu::clocked_>("the same accounts once more, in RTL"),
      Row::model_only<&Mmu::divided_>("likewise of partitions"),
      Row::model_only<&Mmu::rises_>("VIQs that a block is to resume, within a call"),
      Row::model_only<&Mmu::waiting_>("hardware looks at the VIQs that ask in turn"));
};

ledger::Block Mmu::declare(const MmuHardware& hardware) {
  const MmuConfig& config = hardware.config;
  const auto of = [](const std::string& mechanism) { return mechanism.empty() ? "mmu" : mechanism; };
  const ledger::Origin mmu("mmu", "TTL-based buffer management, section 1.1");
  ledger::Block block("mmu");
  for (const ledger::Setting<MmuConfig>& one : mmu_settings()) {
    if (one.is_held() && one.word != "lossless_alpha")  // which is the pool's
      block.add(mmu.setting(ledger::register_of(one, config, hardware.classes)));
  }
  ledger::declare(block, mmu, hardware, Rows::kAll);
  if (config.partitioned()) {
    const ledger::Origin partitions(of(hardware.partitions_for), "TTL-based buffer management, section 1.3");
    ledger::declare(block, partitions, hardware, Partitions::Rows::kAll, config);
    if (is_in_memory(hardware))
      ledger::declare(block, partitions, hardware, InMemoryRows::kAll);
  }
  if (is_in_rtl(hardware))
    block.add(admission_of(hardware));
  if (hardware.by_viq)
    ledger::declare(block, mmu, hardware, ByViqRows::kAll);
  if (config.pooled()) {
    const ledger::Origin pool(of(hardware.headroom_for), "TTL-based buffer management, eq. (14)");
    ledger::declare(block, pool, hardware, HeadroomPool::Rows::kSize, config);
    block.add(pool.setting(ledger::register_of(ledger::find(mmu_settings(), "lossless_alpha"), config)));
    ledger::declare(block, pool, hardware, HeadroomPool::Rows::kAll);
  }
  if (hardware.by_viq)
    block.add(admission_by_viq(hardware));
  if (hardware.lends)
    ledger::declare(block, {"watchdog", "loans of shared buffer"}, hardware, Loans::Rows::kAll);
  return block;
}

void Mmu::bind_registers(const ledger::Binder& binder, const SettingsCheck& check) {
  const auto settings = std::make_shared<ledger::Drafted<MmuConfig>>(
      [this]() -> const MmuConfig& { return config_; },
      [this, check](const MmuConfig& draft) {
        check(draft);
        check_settings(draft);
      },
      [this](const MmuConfig& draft, Time now) { reconfigure(draft, now); });
  for (const ledger::Setting<MmuConfig>& one : mmu_settings()) {
    if (one.is_held() && (one.word != "lossless_alpha" || pool_.exists()))
      ledger::bind(binder, settings, one);
  }
  ClassMask lossless = 0;  // the same at all ports
  for (std::size_t c = 0; c < kClasses; ++c)
    lossless |= engines_.front()->lossless(ClassId(c)) ? mask_of(ClassId(c)) : ClassMask{0};
  const auto viq = [this](const At& at) -> const Viq& {
    return viq_.at(PortId(at.indices[0]), ClassId(at.indices[1]));
  };
  const std::initializer_list<ledger::Objects> from = {
      ledger::objects(settings),
      ledger::objects(viq),
      ledger::objects([viq](const At& at) -> const ViqCounters& { return viq(at).counters; }),
      ledger::objects([this](const At&) -> const SharedBuffer& { return buffer_; }),
      ledger::objects([this](const At&) -> const HeadroomPool& { return pool_; }),
      Partitions::Rows::objects(partitions_),
      ledger::objects([this, lossless](const At& at) {
        return LosslessViq{*this, PortId(at.indices[0]), nth_class(lossless, at.indices[1])};
      })};
  ledger::bind(binder, Rows::kAll, from);
  ledger::bind(binder, Partitions::Rows::kAll, from);
  ledger::bind(binder, HeadroomPool::Rows::kSize, from);
  ledger::bind(binder, HeadroomPool::Rows::kAll, from);
  ledger::bind(binder, Loans::Rows::kAll, from);
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

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the MMU as software reads and writes them.

#include <memory>
#include <string>
#include <vector>

#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/datapath/mmu/mmu_settings.h"
#include "hw_model/ledger/drafted.h"

namespace weir::mmu {
namespace {

using At = ledger::RegisterAccess;

using Live = std::shared_ptr<ledger::Drafted<MmuConfig>>;

// The registers that count in cells what the settings give in bytes.
void bind_cells(const Live& live, const ledger::Binder& binder) {
  if (live->live().pooled()) {
    binder.bind("headroom_pool", {.read =
                                      [live](const At&) {
                                        const MmuConfig& now = live->live();
                                        return static_cast<std::uint64_t>(now.headroom_pool / now.cell);
                                      },
                                  .write =
                                      [live](const At&, std::uint64_t value) {
                                        MmuConfig& draft = live->draft();
                                        draft.headroom_pool = static_cast<std::int64_t>(value) * draft.cell;
                                      },
                                  .settings = live});
  }
  if (live->live().partitioned()) {
    binder.bind("partition_size",
                {.read =
                     [live](const At& at) {
                       const MmuConfig& now = live->live();
                       return static_cast<std::uint64_t>(now.partition_size[at.indices[0]] / now.cell);
                     },
                 .write =
                     [live](const At& at, std::uint64_t value) {
                       MmuConfig& draft = live->draft();
                       draft.partition_size[at.indices[0]] = static_cast<std::int64_t>(value) * draft.cell;
                     },
                 .settings = live});
  }
}

std::vector<ClassId> lossless_of(const flow_control::ReceivingSide& engine) {
  std::vector<ClassId> lossless;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (engine.lossless(ClassId(i)))
      lossless.push_back(ClassId(i));
  }
  return lossless;
}

}  // namespace

// Only for lossless classes, which are the same at all ports.
void Mmu::bind_headroom_pool(const ledger::Binder& binder) {
  const std::vector<ClassId> lossless = lossless_of(*engines_.front());
  const auto of_queue = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read, lossless](const At& at) {
                  return static_cast<std::uint64_t>(read(pool_, PortId(at.indices[0]), lossless[at.indices[1]]));
                }});
  };
  of_queue("viq_headroom_cells", [](const HeadroomPool& pool, PortId p, ClassId c) { return pool.held(p, c); });
  of_queue("viq_headroom_peak", [](const HeadroomPool& pool, PortId p, ClassId c) { return pool.peak(p, c); });
  binder.bind("headroom_cells_used", {.read = [this](const At&) { return static_cast<std::uint64_t>(pool_.used()); }});
  binder.bind("headroom_cells_peak", {.read = [this](const At&) { return static_cast<std::uint64_t>(pool_.peak()); }});
}

void Mmu::bind_loans(const ledger::Binder& binder) {
  const std::vector<ClassId> lossless = lossless_of(*engines_.front());
  const auto of_queue = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read, lossless](const At& at) {
                  return static_cast<std::uint64_t>(read(loans_, PortId(at.indices[0]), lossless[at.indices[1]]));
                }});
  };
  of_queue("viq_lent", [](const Loans& loans, PortId p, ClassId c) { return loans.lent(p, c).count(); });
  of_queue("viq_lent_unused",
           [](const Loans& loans, PortId p, ClassId c) { return loans.cells(p, c) - loans.used(p, c); });
  of_queue("viq_lent_used", [](const Loans& loans, PortId p, ClassId c) { return loans.used(p, c); });
}

void Mmu::bind_partitions(const ledger::Binder& binder) {
  binder.bind("partition_used", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(partitions_.used(ClassId(at.indices[0])));
              }});
  binder.bind("partition_set_aside", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(partitions_.set_aside(ClassId(at.indices[0])));
              }});
}

void Mmu::bind_registers(const ledger::Binder& binder, const SettingsCheck& check, bool lends) {
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
  bind_cells(settings, binder);
  const auto of_queue = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return static_cast<std::uint64_t>(read(viq_.at(PortId(at.indices[0]), ClassId(at.indices[1]))));
                }});
  };
  of_queue("viq_depth", [](const Viq& viq) { return viq.depth.count(); });
  of_queue("viq_cells", [](const Viq& viq) { return viq.cells; });
  of_queue("viq_peak", [](const Viq& viq) { return viq.counters.peak.count(); });
  of_queue("admitted", [](const Viq& viq) { return viq.counters.admitted; });
  for (std::size_t i = 0; i < kAdmissions; ++i) {
    const auto admission = static_cast<Admission>(i);
    if (admission == Admission::kPartitionFull && !partitions_.divided())
      continue;
    const std::string register_name = (is_drop(admission) ? "dropped_" : "admitted_") + std::string(name(admission));
    of_queue(register_name.c_str(), [i](const Viq& viq) { return viq.counters.by_admission[i]; });
  }
  if (pool_.exists())
    bind_headroom_pool(binder);
  if (partitions_.divided())
    bind_partitions(binder);
  if (lends)
    bind_loans(binder);
  const auto of_buffer = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At&) { return static_cast<std::uint64_t>(read(buffer_)); }});
  };
  of_buffer("used", [](const SharedBuffer& buffer) { return buffer.counted().count(); });
  of_buffer("cells_set_aside", [](const SharedBuffer& buffer) { return buffer.set_aside(); });
  of_buffer("cells_used_peak", [](const SharedBuffer& buffer) { return buffer.peak(); });
  of_buffer("cells_used", [](const SharedBuffer& buffer) { return buffer.used(); });
}

}  // namespace weir::mmu

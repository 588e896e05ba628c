// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the MMU as software reads and writes them.

#include <memory>
#include <string>
#include <vector>

#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {
namespace {

using At = ledger::RegisterAccess;

class MmuSettings final : public ledger::Settings {
 public:
  explicit MmuSettings(Mmu& mmu) : mmu_(mmu), draft_(mmu.config()) {}

  MmuConfig& draft() { return draft_; }
  void begin() override { draft_ = mmu_.config(); }
  void check() const override { mmu_.check_settings(draft_); }
  void apply(Time now) override { mmu_.reconfigure(draft_, now); }

 private:
  Mmu& mmu_;
  MmuConfig draft_;
};

void bind_settings(Mmu& mmu, const ledger::Binder& binder) {
  const auto settings = std::make_shared<MmuSettings>(mmu);
  const auto threshold = [&](const char* name, Bytes MmuConfig::*member) {
    binder.bind(
        name, {.read = [&mmu, member](const At&) { return static_cast<std::uint64_t>((mmu.config().*member).count()); },
               .write =
                   [settings, member](const At&, std::uint64_t value) {
                     settings->draft().*member = Bytes(static_cast<std::int64_t>(value));
                   },
               .settings = settings});
  };
  threshold("viq_reserved", &MmuConfig::viq_reserved);
  threshold("viq_limit", &MmuConfig::viq_limit);
  threshold("headroom", &MmuConfig::headroom);
  threshold("veq_limit", &MmuConfig::veq_limit);
  binder.bind("alpha", {.read = [&mmu](const At&) { return std::uint64_t{mmu.config().alpha_128ths}; },
                        .write =
                            [settings](const At&, std::uint64_t value) {
                              settings->draft().alpha_128ths = static_cast<std::uint32_t>(value);
                            },
                        .settings = settings});
  if (mmu.config().pooled()) {
    binder.bind("headroom_pool",
                {.read = [&mmu](const At&) { return static_cast<std::uint64_t>(mmu.headroom_pool().cells()); },
                 .write =
                     [settings](const At&, std::uint64_t value) {
                       settings->draft().headroom_pool = static_cast<std::int64_t>(value) * settings->draft().cell;
                     },
                 .settings = settings});
    binder.bind("lossless_alpha",
                {.read = [&mmu](const At&) { return std::uint64_t{mmu.config().lossless_alpha_128ths}; },
                 .write =
                     [settings](const At&, std::uint64_t value) {
                       settings->draft().lossless_alpha_128ths = static_cast<std::uint32_t>(value);
                     },
                 .settings = settings});
  }
  if (mmu.config().partitioned()) {
    binder.bind("partition_size",
                {.read =
                     [&mmu](const At& at) {
                       return static_cast<std::uint64_t>(mmu.partitions().cells(ClassId(at.indices[0])));
                     },
                 .write =
                     [settings](const At& at, std::uint64_t value) {
                       MmuConfig& draft = settings->draft();
                       draft.partition_size[at.indices[0]] = static_cast<std::int64_t>(value) * draft.cell;
                     },
                 .settings = settings});
  }
  binder.bind("count_cells",
              {.read = [&mmu](const At&) { return mmu.config().count_cells ? 1U : 0U; },
               .write = [settings](const At&, std::uint64_t value) { settings->draft().count_cells = value != 0; },
               .settings = settings});
}

}  // namespace

// Of lossless classes alone, which are the same at all ports.
void Mmu::bind_headroom_pool(const ledger::Binder& binder) {
  std::vector<ClassId> lossless;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (engines_.front()->lossless(ClassId(i)))
      lossless.push_back(ClassId(i));
  }
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

void Mmu::bind_partitions(const ledger::Binder& binder) {
  binder.bind("partition_used", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(partitions_.used(ClassId(at.indices[0])));
              }});
  binder.bind("partition_set_aside", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(partitions_.set_aside(ClassId(at.indices[0])));
              }});
}

void Mmu::bind_registers(const ledger::Binder& binder) {
  bind_settings(*this, binder);
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
  const auto of_buffer = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At&) { return static_cast<std::uint64_t>(read(buffer_)); }});
  };
  of_buffer("used", [](const SharedBuffer& buffer) { return buffer.counted().count(); });
  of_buffer("cells_set_aside", [](const SharedBuffer& buffer) { return buffer.set_aside(); });
  of_buffer("cells_used_peak", [](const SharedBuffer& buffer) { return buffer.peak(); });
  of_buffer("cells_used", [](const SharedBuffer& buffer) { return buffer.used(); });
}

}  // namespace weir::mmu

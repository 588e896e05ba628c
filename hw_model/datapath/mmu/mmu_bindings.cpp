// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the MMU as software reads and writes them.

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

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
  void apply(Time) override { mmu_.reconfigure(draft_); }

 private:
  Mmu& mmu_;
  MmuConfig draft_;
};

std::string text(Bytes length) { return std::to_string(length.count()) + " B"; }

void require(bool holds, const std::string& message) {
  if (!holds)
    throw std::invalid_argument(message);
}

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
  if (mmu.config().partitioned()) {
    binder.bind(
        "partition_size",
        {.read =
             [&mmu](const At& at) { return static_cast<std::uint64_t>(mmu.partition_cells(ClassId(at.indices[0]))); },
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

void Mmu::check_settings(const MmuConfig& settings) const {
  require(settings.viq_reserved <= settings.viq_limit, "mmu: viq_reserved is " + text(settings.viq_reserved) +
                                                           ", wanted at most viq_limit, " + text(settings.viq_limit));
  for (const Bytes threshold : {settings.viq_limit, settings.headroom, settings.veq_limit}) {
    require(threshold <= std::max({config_.buffer, config_.viq_limit, config_.headroom, config_.veq_limit}),
            "mmu: a threshold is " + text(threshold) + ", the buffer " + text(config_.buffer));
  }
  const std::int64_t set_aside = all_unfilled(reserved_cells(settings));
  require(cells_used_ + set_aside <= cells_total_,
          "mmu: viq_reserved " + text(settings.viq_reserved) + " sets " + std::to_string(set_aside) +
              " cells aside, beside " + std::to_string(cells_used_) + " in use of " + std::to_string(cells_total_));
  require(settings.count_cells == config_.count_cells || used_ == Bytes(0),
          "mmu: count_cells cannot change while " + text(used_) + " are counted the other way");
  require(!partitioned_ || settings.partitioned(), "mmu: no class would have a partition");
  check_partitions(settings);
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
    if (admission == Admission::kPartitionFull && !partitioned_)
      continue;
    const std::string register_name = (is_drop(admission) ? "dropped_" : "admitted_") + std::string(name(admission));
    of_queue(register_name.c_str(), [i](const Viq& viq) { return viq.counters.by_admission[i]; });
  }
  if (partitioned_) {
    binder.bind("partition_used", {.read = [this](const At& at) {
                  return static_cast<std::uint64_t>(partition_used(ClassId(at.indices[0])));
                }});
    binder.bind("partition_set_aside", {.read = [this](const At& at) {
                  return static_cast<std::uint64_t>(partitions_[at.indices[0]].set_aside);
                }});
  }
  binder.bind("used", {.read = [this](const At&) { return static_cast<std::uint64_t>(used_.count()); }});
  binder.bind("cells_set_aside", {.read = [this](const At&) { return static_cast<std::uint64_t>(set_aside_); }});
  binder.bind("cells_used_peak", {.read = [this](const At&) { return static_cast<std::uint64_t>(cells_used_peak_); }});
  binder.bind("cells_used", {.read = [this](const At&) { return static_cast<std::uint64_t>(cells_used_); }});
}

}  // namespace weir::mmu

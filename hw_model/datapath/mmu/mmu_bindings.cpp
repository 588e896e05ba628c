// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the MMU as software reads and writes them.

#include <algorithm>
#include <memory>
#include <stdexcept>
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
  if (mmu.config().pooled()) {
    binder.bind("headroom_pool", {.read = [&mmu](const At&) { return static_cast<std::uint64_t>(mmu.pool_cells()); },
                                  .write =
                                      [settings](const At&, std::uint64_t value) {
                                        settings->draft().headroom_pool =
                                            static_cast<std::int64_t>(value) * settings->draft().cell;
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
  const std::int64_t pool = settings.headroom_pool / settings.cell;
  require(settings.pooled() == pooled() && pool >= pool_used(), "mmu: headroom_pool is " + std::to_string(pool) +
                                                                    " cells, wanted at least one, and the " +
                                                                    std::to_string(pool_used()) + " in use");
  require(cells_used_ - pool_used() + set_aside + pool <= cells_total_,
          "mmu: viq_reserved " + text(settings.viq_reserved) + " sets " + std::to_string(set_aside) +
              " cells aside, beside " + std::to_string(cells_used_) + " in use of " + std::to_string(cells_total_) +
              (pool > 0 ? ", of which " + std::to_string(pool) + " are headroom_pool" : ""));
  require(settings.count_cells == config_.count_cells || used_ == Bytes(0),
          "mmu: count_cells cannot change while " + text(used_) + " are counted the other way");
  require(!partitioned_ || settings.partitioned(), "mmu: no class would have a partition");
  check_partitions(settings);
}

// Of lossless classes alone, which are the same at all ports.
void Mmu::bind_headroom_pool(const ledger::Binder& binder) {
  std::vector<ClassId> lossless;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (engines_.front()->lossless(ClassId(i)))
      lossless.push_back(ClassId(i));
  }
  const auto of_queue = [&](const char* name, std::int64_t PooledViq::*member) {
    binder.bind(name, {.read = [this, member, lossless](const At& at) {
                  return static_cast<std::uint64_t>(pooled_.at(PortId(at.indices[0]), lossless[at.indices[1]]).*member);
                }});
  };
  of_queue("viq_headroom_cells", &PooledViq::headroom);
  of_queue("viq_headroom_peak", &PooledViq::headroom_peak);
  binder.bind("headroom_cells_used", {.read = [this](const At&) { return static_cast<std::uint64_t>(pool_used()); }});
  binder.bind("headroom_cells_peak", {.read = [this](const At&) { return static_cast<std::uint64_t>(pool_peak_); }});
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
  if (pooled())
    bind_headroom_pool(binder);
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

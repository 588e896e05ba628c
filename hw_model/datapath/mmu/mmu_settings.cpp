// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/mmu_settings.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/origin.h"

namespace weir::mmu {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

constexpr Bytes kMost{std::int64_t{1} << 32};
constexpr std::int64_t kAlphaSteps = 128;
constexpr std::int64_t kMostAlpha = 64;
constexpr const char* kDynamic = "A. Choudhury, E. Hahne, Dynamic Queue Length Thresholds, ToN 6(2), 1998";

// Bits in which software can set a threshold: any depth that a queue may have.
template <class Depth>
ledger::HeldIn<MmuConfig> threshold(Depth MmuConfig::*member) {
  return {.width =
              [member](const MmuConfig& config) {
                const Bytes most = std::max(config.buffer, Bytes(config.*member));
                return ledger::bits_for(static_cast<std::uint64_t>(most.count()));
              },
          .width_follows = "bits of the buffer in bytes"};
}

ledger::HeldIn<MmuConfig> alpha() {
  return {.width = [](const MmuConfig&) { return ledger::bits_for(kMostAlpha * kAlphaSteps); },
          .width_follows = "0..64 in steps of 1/128, rounded up to bits",
          .source = kDynamic};
}

std::string cells_text(std::int64_t cells) { return std::to_string(cells) + " cells"; }

void check_pool(const MmuConfig& config, ledger::Complaints& complaints) {
  if (!config.pooled()) {
    complaints.unless(config.lossless_alpha_128ths == 0, {"lossless_alpha", "headroom_pool"},
                      "only with headroom_pool: headroom above a moving threshold must be set aside");
    return;
  }
  complaints.unless(config.headroom > 0_B && config.headroom <= config.headroom_pool, {"headroom_pool", "headroom"},
                    "wanted a headroom from 1B to headroom_pool, " + quantity_text(config.headroom_pool) +
                        ", the most that one VIQ takes; headroom is " + quantity_text(config.headroom));
  complaints.unless(config.count_cells, {"count_cells", "headroom_pool"},
                    "wanted true, or no headroom_pool, which is counted in cells");
}

// Of every class, whether the limit is one number or one for each.
void check_limits(const MmuConfig& config, Bytes max_frame, ledger::Complaints& complaints) {
  const Bytes frame = config.count_cells ? config.whole_cells(max_frame) : max_frame;
  for (std::size_t c = 0; c < (config.viq_limit.is_list() ? kClasses : 1); ++c) {
    const Bytes limit = config.viq_limit[ClassId(c)];
    const std::string of_class = config.viq_limit.is_list() ? " for class " + std::to_string(c) : "";
    complaints.unless(
        config.viq_reserved <= limit, {"viq_reserved", "viq_limit"},
        "wanted at most viq_limit, " + quantity_text(limit) + of_class + "; got " + quantity_text(config.viq_reserved));
    complaints.unless(limit >= frame, {"viq_limit", "switch.max_frame"},
                      "wanted at least a frame of switch.max_frame, " + quantity_text(frame) +
                          (config.count_cells ? " in whole cells" : "") + ", or it would never be admitted; got " +
                          quantity_text(limit) + of_class);
  }
}

}  // namespace

const ledger::SettingsOf<MmuConfig>& mmu_settings() {
  using Config = MmuConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::buffer, "buffer", {1_KB, kMost}, "The whole packet buffer."),
      ledger::setting(&Config::cell, "cell", {1_B, 9216_B}, "Allocation unit of the buffer."),
      ledger::setting(&Config::viq_reserved, "viq_reserved", {0_B, kMost},
                      "Guaranteed minimum of each VIQ, in whole cells that are set aside for the VIQ.",
                      threshold(&Config::viq_reserved)),
      ledger::setting(&Config::viq_limit, "viq_limit", {0_B, kMost},
                      "Most that a VIQ takes of reserved and shared buffer, at least a frame; or a list of 8, one for "
                      "each class.",
                      threshold(&Config::viq_limit)),
      ledger::setting(&Config::headroom, "headroom", {0_B, kMost},
                      "Bytes of each VIQ above `viq_limit`, for what arrives after XOFF; with `headroom_pool` the most "
                      "that a VIQ takes of the pool.",
                      threshold(&Config::headroom)),
      ledger::setting(&Config::veq_limit, "veq_limit", {0_B, kMost},
                      "Lossy classes: VEQ depth above which packets are dropped; 0B: none is dropped.",
                      threshold(&Config::veq_limit)),
      ledger::fraction(&Config::alpha_128ths, "alpha", {0, kMostAlpha}, kAlphaSteps,
                       "Lossy classes: a VIQ takes at most this multiple of the free shared buffer, in steps of 1/128, "
                       "and never more than `viq_limit`; 0.0: `viq_limit` alone.",
                       alpha()),
      ledger::setting(&Config::count_cells, "count_cells",
                      "Whether VIQ depths count whole cells instead of frame bytes.",
                      {.width = [](const Config&) { return 1U; }}),
      ledger::setting(&Config::headroom_pool, "headroom_pool", {0_B, kMost},
                      "Buffer set aside, in whole cells, for the headroom of all lossless VIQs of a switch together "
                      "(`pfc`, `ttl_pfc`); `count_cells` is then true. 0B: each VIQ has `headroom` of its own.",
                      {.name = "headroom_pool"}),
      ledger::fraction(&Config::lossless_alpha_128ths, "lossless_alpha", {0, kMostAlpha}, kAlphaSteps,
                       "Lossless classes, with `headroom_pool`: a VIQ's threshold is this multiple of the free shared "
                       "buffer, as with `alpha`; XOFF is at most that threshold. 0.0: `viq_limit` and XOFF are fixed.",
                       alpha()),
      ledger::setting(&Config::partition_accounts, "partition_accounts", kPartitionAccounts,
                      "Where RTL has the accounts of VIQs of a buffer with partitions: flip_flops "
                      "(`partition_admission`), or memory (`partition_admission_memory`), for many ports. Answers are "
                      "the same."),
  };
  return kSettings;
}

PerClass<Bytes> partitions_by_weight(const MmuConfig& config, std::span<const std::int64_t> weights) {
  const Bytes buffer = config.buffer - config.headroom_pool;
  const auto sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  PerClass<Bytes> sizes{};
  std::ranges::transform(weights, sizes.begin(), [&](std::int64_t weight) { return buffer * weight / sum; });
  return sizes;
}

PerClass<std::int64_t> reserved_cells(const MmuConfig& config) {
  PerClass<std::int64_t> reserved{};
  for (std::size_t i = 0; i < kClasses; ++i) {
    const bool takes_part = !config.partitioned() || config.partition_size[i] > Bytes(0);
    reserved[i] = takes_part ? config.cells(config.viq_reserved) : 0;
  }
  return reserved;
}

void check_accounts(const MmuConfig& config, std::size_t ports, ledger::Complaints& complaints) {
  check_pool(config, complaints);
  const std::int64_t total = config.buffer / config.cell;
  const std::int64_t pool = config.headroom_pool / config.cell;
  const auto count = static_cast<std::int64_t>(ports);
  std::int64_t set_aside = 0;
  std::int64_t divided = 0;
  const PerClass<std::int64_t> reserved = reserved_cells(config);
  for (std::size_t c = 0; c < kClasses; ++c) {
    const std::int64_t partition = config.partition_size[c] / config.cell;
    set_aside += reserved[c] * count;
    divided += partition;
    complaints.unless(!config.partitioned() || reserved[c] * count <= partition, {"partition_size", "viq_reserved"},
                      "the partition of class " + std::to_string(c) + " has " + cells_text(partition) +
                          ", wanted at least the " + cells_text(reserved[c] * count) + " of viq_reserved of " +
                          std::to_string(ports) + " ports");
  }
  const std::string beside = pool > 0 ? ", of which " + cells_text(pool) + " are headroom_pool" : "";
  complaints.unless(set_aside + pool <= total, {"viq_reserved", "headroom_pool", "buffer"},
                    quantity_text(config.viq_reserved) + " sets " + cells_text(set_aside) + " aside for the VIQs of " +
                        std::to_string(ports) + " ports, and the buffer has " + cells_text(total) + beside);
  complaints.unless(
      divided + pool <= total, {"partition_size", "buffer"},
      "the partitions have " + cells_text(divided) + ", and the buffer has " + cells_text(total) + beside);
}

void check(const MmuConfig& config, const MmuPorts& ports, ledger::Complaints& complaints) {
  complaints.unless(
      config.cell <= config.buffer, {"cell", "buffer"},
      "wanted at most the whole buffer, " + quantity_text(config.buffer) + "; got " + quantity_text(config.cell));
  check_limits(config, ports.max_frame, complaints);
  check_accounts(config, ports.ports, complaints);
  const Bytes most = config.viq_limit + (config.pooled() ? config.headroom_pool : config.headroom);
  complaints.unless(most <= config.buffer, {"viq_limit", config.pooled() ? "headroom_pool" : "headroom", "buffer"},
                    std::string("viq_limit and ") + (config.pooled() ? "headroom_pool, " : "headroom, ") +
                        quantity_text(most) + ", exceed the whole buffer, " + quantity_text(config.buffer));
  const Bytes cells_of_frame = config.whole_cells(ports.max_frame);
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Bytes size = config.partition_size[c];
    complaints.unless(size == 0_B || size >= cells_of_frame, {"partition_size", "buffer", "switch.max_frame"},
                      "the partition of class " + std::to_string(c) + ", " + quantity_text(size) +
                          ", takes no frame of " + quantity_text(ports.max_frame) + ", which is " +
                          quantity_text(cells_of_frame) + " in whole cells");
  }
}

}  // namespace weir::mmu

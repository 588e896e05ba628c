// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/mmu.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/base/require.h"
#include "hw_model/datapath/mmu/mmu_settings.h"

namespace weir::mmu {

std::string_view name(Admission admission) {
  constexpr std::array<std::string_view, kAdmissions> kNames = {
      "reserved", "shared", "headroom", "viq_full", "headroom_exhausted", "buffer_full", "veq_full", "partition_full"};
  return kNames[static_cast<std::size_t>(admission)];
}

namespace {

PerClass<std::int64_t> partitions_of(const MmuConfig& config) {
  PerClass<std::int64_t> cells{};
  std::transform(config.partition_size.begin(), config.partition_size.end(), cells.begin(),
                 [&](Bytes size) { return size / config.cell; });
  return cells;
}

const MmuConfig& possible(const MmuConfig& config, std::size_t ports) {
  ledger::Refusal refusal;
  ledger::OfTable table(refusal, "switch.mmu");
  check_accounts(config, ports, table);
  return config;
}

std::int64_t sum(const PerClass<std::int64_t>& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

// Out of the way of release(), which would keep room for these texts.
[[noreturn, gnu::noinline]] void negative(PortId port, ClassId c, Bytes length, Time now) {
  broken_invariant("a VIQ has become negative",
                   "viq port " + std::to_string(port.index()) + " class " + std::to_string(c.index()),
                   std::to_string(length.count()) + " B", now);
}

}  // namespace

Mmu::Mmu(const MmuConfig& config, std::vector<flow_control::ReceivingSide*> engines)
    : config_(possible(config, engines.size())),
      engines_(std::move(engines)),
      viq_(engines_.size()),
      minimums_(reserved_cells(config)),
      buffer_(config.buffer / config.cell),
      pool_(config.headroom_pool / config.cell, engines_.size()),
      partitions_(config.partitioned()),
      loans_(engines_.size()),
      waiting_(pool_.exists() ? engines_.size() : 0) {
  set_aside();
}

// Cells of the guaranteed minimum that the VIQ has not filled.
std::int64_t Mmu::unfilled(const Viq& viq, ClassId c) const {
  return std::max<std::int64_t>(minimums_[c.index()] - viq.cells, 0);
}

// The same for all VIQs of each class, with these minimums.
PerClass<std::int64_t> Mmu::unfilled(const PerClass<std::int64_t>& minimums) const {
  PerClass<std::int64_t> lacking{};
  for (std::size_t p = 0; p < viq_.ports(); ++p) {
    for (std::size_t i = 0; i < kClasses; ++i) {
      lacking[i] += std::max<std::int64_t>(minimums[i] - viq_.at(PortId(p), ClassId(i)).cells, 0);
    }
  }
  return lacking;
}

// The same plus the unused cells of loans, for each class.
PerClass<std::int64_t> Mmu::promised(const PerClass<std::int64_t>& minimums) const {
  PerClass<std::int64_t> promised = unfilled(minimums);
  const PerClass<std::int64_t> lent = loans_.unused();
  std::transform(promised.begin(), promised.end(), lent.begin(), promised.begin(), std::plus<>());
  return promised;
}

// Sets aside the cells that the settings' minimums lack, in the buffer and in each partition, beside loans.
void Mmu::set_aside() {
  const PerClass<std::int64_t> lacking = promised(minimums_);
  buffer_.set_aside(sum(lacking));
  partitions_.divide(partitions_of(config_), lacking);
}

void Mmu::check_settings(const MmuConfig& settings) const {
  const PerClass<std::int64_t> lacking = promised(reserved_cells(settings));
  const std::int64_t pool = settings.headroom_pool / settings.cell;
  require(settings.pooled() == pool_.exists() && pool >= pool_.used(), "mmu: headroom_pool is " + std::to_string(pool) +
                                                                           " cells, wanted at least one, and the " +
                                                                           std::to_string(pool_.used()) + " in use");
  require(buffer_.used() - pool_.used() + sum(lacking) + pool <= buffer_.cells(),
          "mmu: viq_reserved " + bytes_text(settings.viq_reserved) + " sets " + std::to_string(sum(lacking)) +
              " cells aside, beside " + std::to_string(buffer_.used()) + " in use of " +
              std::to_string(buffer_.cells()) +
              (pool > 0 ? ", of which " + std::to_string(pool) + " are headroom_pool" : ""));
  require(settings.count_cells == config_.count_cells || buffer_.counted() == Bytes(0),
          "mmu: count_cells cannot change while " + bytes_text(buffer_.counted()) + " are counted the other way");
  require(!partitions_.divided() || settings.partitioned(), "mmu: no class would have a partition");
  partitions_.check_division(partitions_of(settings), lacking, buffer_.cells() - pool, pool > 0);
}

void Mmu::reconfigure(const MmuConfig& settings, Time now) {
  config_ = settings;
  minimums_ = reserved_cells(settings);
  pool_.resize(settings.headroom_pool / settings.cell);
  set_aside();
  if (has_block_) {
    set_block();
  }
  tell_all_thresholds(now);
}

Bytes Mmu::limit(PortId port, ClassId c) const {
  return engines_[port.index()]->guards(c) ? config_.viq_limit[c] + config_.headroom + loans_.lent(port, c)
                                           : config_.viq_limit[c];
}

// A part of admit(), which calls it once a packet: a real call would cost a fifth of its work.
[[gnu::always_inline]] inline Admission Mmu::decide(const frame::Packet& packet, const Viq& viq, bool lossless,
                                                    Bytes counted, std::int64_t wanted, Bytes veq_depth) const {
  const Bytes depth = viq.depth + counted;
  const std::int64_t promised = std::min(wanted, unfilled(viq, packet.traffic_class));
  if (lossless && pool_.exists()) [[unlikely]] {
    return decide_pooled(packet, viq, wanted, promised);
  }
  const Bytes own = config_.viq_limit[packet.traffic_class] + config_.headroom;
  if (loans_.lent(packet.ingress, packet.traffic_class) > Bytes(0) && depth > own) [[unlikely]] {
    return decide_lent(packet, viq, depth, wanted);
  }
  if (const Admission room = room_for(packet.traffic_class, wanted - promised); is_drop(room)) {
    return room;
  }
  if (wanted == promised) {
    return Admission::kReserved;
  }
  if (depth > threshold(packet.traffic_class, lossless)) {
    if (!lossless) {
      return Admission::kViqFull;
    }
    return depth > own ? Admission::kHeadroomExhausted : Admission::kHeadroom;
  }
  if (!lossless && config_.veq_limit > Bytes(0) && veq_depth + counted > config_.veq_limit) {
    return Admission::kVeqFull;
  }
  return Admission::kShared;
}

// Whether `cells` free cells are promised to nobody.
Admission Mmu::room_for(ClassId c, std::int64_t cells) const {
  if (cells > free_shared()) {
    return Admission::kBufferFull;
  }
  return partitions_.has_room(c, cells) ? Admission::kShared : Admission::kPartitionFull;
}

Bytes Mmu::dynamic_threshold(ClassId c, std::uint32_t alpha_128ths) const {
  constexpr unsigned kFractionBits = 7;
  const std::int64_t cells = (free_shared() * alpha_128ths) >> kFractionBits;
  return std::min(config_.viq_limit[c], config_.viq_reserved + cells * config_.cell);
}

// Takes cells; negative: gives them back.
inline void Mmu::take(Viq& viq, ClassId c, std::int64_t cells) {
  const std::int64_t minimum = minimums_[c.index()];
  const std::int64_t before = std::min(viq.cells, minimum);
  viq.cells += cells;
  const std::int64_t filled = std::min(viq.cells, minimum) - before;
  buffer_.take(cells, filled);
  partitions_.take(c, cells, filled);
}

[[gnu::hot]] Admission Mmu::admit(const frame::Packet& packet, Bytes veq_depth, Time now) {
  const PortId ingress = packet.ingress;
  const ClassId c = packet.traffic_class;
  const Bytes length = packet.length;
  Viq& viq = viq_.at(ingress, c);
  flow_control::ReceivingSide& engine = *engines_[ingress.index()];
  const bool lossless = engine.guards(c);
  const Bytes counts = counted(length);
  const std::int64_t cells = config_.cells(length);
  const Admission admission = decide(packet, viq, lossless, counts, cells, veq_depth);
  if (has_block_) [[unlikely]] {
    return admit_by_block(packet, viq, lossless, admission, veq_depth, now);
  }
  ++viq.counters.by_admission[static_cast<std::size_t>(admission)];
  if (is_drop(admission)) {
    return admission;
  }
  viq.depth += counts;
  viq.counters.peak = std::max(viq.counters.peak, viq.depth);
  ++viq.counters.admitted;
  buffer_.count(counts);
  if (lossless && pool_.exists()) [[unlikely]] {
    admitted_pooled(packet, viq, admission, cells, now);
    return admission;
  }
  const std::int64_t lent = loans_.any() ? use_loan(ingress, c, cells) : 0;
  take(viq, c, cells - lent);
  engine.packet_admitted(c, length, viq.depth, now);
  return admission;
}

// The rest of admit() if the VIQ's headroom is in the pool; there are no loans then.
void Mmu::admitted_pooled(const frame::Packet& packet, Viq& viq, Admission admission, std::int64_t cells, Time now) {
  const PortId port = packet.ingress;
  const ClassId c = packet.traffic_class;
  if (admission == Admission::kHeadroom) {
    pool_.take(port, c, cells);
    buffer_.take(cells, 0);
  } else {
    take(viq, c, cells);
  }
  tell_threshold(port, c);
  engines_[port.index()]->packet_admitted(c, packet.length, viq.depth, now);
  wait_for_room(port, c);
}

[[gnu::hot]] void Mmu::release(PortId ingress, ClassId traffic_class, Bytes length, Time now) {
  Viq& viq = viq_.at(ingress, traffic_class);
  const Bytes counts = counted(length);
  viq.depth -= counts;
  buffer_.count(-counts);
  if (viq.depth < Bytes(0)) [[unlikely]] {
    negative(ingress, traffic_class, length, now);
  }
  if (has_block_) [[unlikely]] {
    return release_by_block(viq, ingress, traffic_class, length, now);
  }
  if (pool_.exists()) [[unlikely]] {
    return released_beside_pool(viq, ingress, traffic_class, length, now);
  }
  const std::int64_t cells = config_.cells(length);
  const std::int64_t lent = loans_.any() ? give_back_loan(ingress, traffic_class, cells) : 0;
  take(viq, traffic_class, lent - cells);
  engines_[ingress.index()]->packet_released(traffic_class, length, viq.depth, now);
}

// The rest of release() with a pool; there are no loans then. Any packet that leaves may wake a waiting VIQ.
void Mmu::released_beside_pool(Viq& viq, PortId port, ClassId c, Bytes length, Time now) {
  flow_control::ReceivingSide& engine = *engines_[port.index()];
  const bool apart = engine.guards(c);
  std::int64_t cells = config_.cells(length);
  if (apart) {
    const std::int64_t headroom = pool_.give_back(port, c, cells);
    buffer_.take(-headroom, 0);
    cells -= headroom;
  }
  take(viq, c, -cells);
  if (apart) {
    tell_threshold(port, c);
  }
  engine.packet_released(c, length, viq.depth, now);
  if (apart) {
    wait_for_room(port, c);
  }
  if (free_shared() >= waiting_.wakes_at()) [[unlikely]] {
    wake(now);
  }
}

void Mmu::check(const std::string& device, Time now) const {
  const std::string place = device + ".mmu";
  Bytes depths;
  viq_.each([&](PortId, ClassId, const Viq& viq) { depths += viq.depth; });
  const PerClass<std::int64_t> lacking = promised(minimums_);
  buffer_.check(depths, sum(lacking), place, now);
  if (free_shared() < 0) {
    broken_invariant("the buffer has " + std::to_string(buffer_.free()) + " free cells, the headroom pool " +
                         std::to_string(pool_.free()),
                     place, "", now);
  }
  partitions_.check(lacking, buffer_.used() - pool_.used(), place, now);
  pool_.check(place, now);
  loans_.check(place, now);
  waiting_.check(free_shared(), place, now);
}

}  // namespace weir::mmu

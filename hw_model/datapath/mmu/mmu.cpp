// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/mmu.h"

#include <algorithm>
#include <stdexcept>

#include "hw_model/base/invariant.h"

namespace weir::mmu {

std::string_view name(Admission admission) {
  constexpr std::array<std::string_view, kAdmissions> kNames = {
      "reserved", "shared", "headroom", "viq_full", "headroom_exhausted", "buffer_full", "veq_full", "partition_full"};
  return kNames[static_cast<std::size_t>(admission)];
}

Mmu::Mmu(const MmuConfig& config, std::size_t ports, Engines& engines)
    : config_(config),
      engines_(engines),
      viq_(ports),
      cells_total_(config.buffer / config.cell),
      reserved_(reserved_cells(config)),
      set_aside_(all_unfilled(reserved_)),
      pool_cells_(config.headroom_pool / config.cell),
      pool_free_(pool_cells_),
      pooled_(pooled() ? ports : 0),
      wakes_at_(kNeverWakes),
      partitioned_(config.partitioned()) {
  if (set_aside_ + pool_cells_ > cells_total_) {
    throw std::invalid_argument("mmu: viq_reserved is " + std::to_string(config.viq_reserved.count()) +
                                " B, which for " + std::to_string(ports * kClasses) + " VIQs is " +
                                std::to_string(set_aside_) + " cells, and the buffer has " +
                                std::to_string(cells_total_) +
                                (pooled() ? ", of which " + std::to_string(pool_cells_) + " are headroom_pool" : ""));
  }
  if (pooled() && !config.count_cells) {
    throw std::invalid_argument("mmu: headroom_pool is cells, and wants count_cells");
  }
  waiting_.reserve(pooled() ? ports * kClasses : 0);
  check_partitions(config);
  divide();
}

// A class that has no partition takes nothing, and nothing is set aside for it.
PerClass<std::int64_t> Mmu::reserved_cells(const MmuConfig& config) {
  PerClass<std::int64_t> reserved{};
  for (std::size_t i = 0; i < kClasses; ++i) {
    const bool takes_part = !config.partitioned() || config.partition_size[i] > Bytes(0);
    reserved[i] = takes_part ? config.cells(config.viq_reserved) : 0;
  }
  return reserved;
}

// Cells of the guaranteed minimum that the VIQ has not filled.
std::int64_t Mmu::unfilled(const Viq& viq, ClassId c) const {
  return std::max<std::int64_t>(reserved_[c.index()] - viq.cells, 0);
}

std::int64_t Mmu::unfilled_of(ClassId c, std::int64_t reserved) const {
  std::int64_t sum = 0;
  for (std::size_t p = 0; p < viq_.ports(); ++p) {
    sum += std::max<std::int64_t>(reserved - viq_.at(PortId(p), c).cells, 0);
  }
  return sum;
}

std::int64_t Mmu::all_unfilled(const PerClass<std::int64_t>& reserved) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kClasses; ++i) {
    sum += unfilled_of(ClassId(i), reserved[i]);
  }
  return sum;
}

void Mmu::reconfigure(const MmuConfig& settings, Time now) {
  config_ = settings;
  const std::int64_t in_use = pool_used();
  pool_cells_ = settings.headroom_pool / settings.cell;
  pool_free_ = pool_cells_ - in_use;
  reserved_ = reserved_cells(settings);
  set_aside_ = all_unfilled(reserved_);
  divide();
  tell_all_thresholds(now);
}

Bytes Mmu::limit(PortId port, ClassId c) const {
  return engines_[port.index()]->lossless(c) ? config_.viq_limit + config_.headroom : config_.viq_limit;
}

Admission Mmu::decide(const frame::Packet& packet, const Viq& viq, Bytes counted, Bytes veq_depth) const {
  const bool lossless = engines_[packet.ingress.index()]->lossless(packet.traffic_class);
  const Bytes depth = viq.depth + counted;
  const std::int64_t wanted = config_.cells(packet.length);
  const std::int64_t promised = std::min(wanted, unfilled(viq, packet.traffic_class));
  if (lossless && pooled()) {
    return decide_pooled(packet, viq, wanted, promised);
  }
  if (const Admission room = room_for(packet.traffic_class, wanted - promised); is_drop(room)) {
    return room;
  }
  if (wanted == promised) {
    return Admission::kReserved;
  }
  if (depth > threshold(lossless)) {
    if (!lossless) {
      return Admission::kViqFull;
    }
    return depth > config_.viq_limit + config_.headroom ? Admission::kHeadroomExhausted : Admission::kHeadroom;
  }
  if (!lossless && config_.veq_limit > Bytes(0) && veq_depth + counted > config_.veq_limit) {
    return Admission::kVeqFull;
  }
  return Admission::kShared;
}

// Whether there are so many cells that nobody has been promised.
Admission Mmu::room_for(ClassId c, std::int64_t cells) const {
  if (cells > free_shared()) {
    return Admission::kBufferFull;
  }
  const Partition& own = partitions_[c.index()];
  return partitioned_ && cells > own.cells - own.used - own.set_aside ? Admission::kPartitionFull : Admission::kShared;
}

// Without a pool a lossless class has a static one: its headroom begins where the threshold is, and must not move down
// while a PAUSE is on its way.
Bytes Mmu::threshold(bool lossless) const {
  const std::uint32_t alpha = lossless ? config_.lossless_alpha_128ths : config_.alpha_128ths;
  return alpha == 0 ? config_.viq_limit : dynamic_threshold(alpha);
}

Bytes Mmu::dynamic_threshold(std::uint32_t alpha_128ths) const {
  constexpr unsigned kFractionBits = 7;
  const std::int64_t cells = (free_shared() * alpha_128ths) >> kFractionBits;
  return std::min(config_.viq_limit, config_.viq_reserved + cells * config_.cell);
}

// Negative: given back.
void Mmu::take(Viq& viq, ClassId c, std::int64_t cells) {
  const std::int64_t before = unfilled(viq, c);
  viq.cells += cells;
  const std::int64_t filled = before - unfilled(viq, c);
  set_aside_ -= filled;
  cells_used_ += cells;
  if (partitioned_) {
    partitions_[c.index()].used += cells;
    partitions_[c.index()].set_aside -= filled;
  }
}

Admission Mmu::admit(const frame::Packet& packet, Bytes veq_depth, Time now) {
  Viq& viq = viq_.at(packet.ingress, packet.traffic_class);
  const Bytes length = counted(packet.length);
  const Admission admission = decide(packet, viq, length, veq_depth);
  ++viq.counters.by_admission[static_cast<std::size_t>(admission)];
  if (is_drop(admission)) {
    return admission;
  }
  viq.depth += length;
  viq.counters.peak = std::max(viq.counters.peak, viq.depth);
  ++viq.counters.admitted;
  used_ += length;
  const bool apart = pooled() && engines_[packet.ingress.index()]->lossless(packet.traffic_class);
  if (apart && admission == Admission::kHeadroom) {
    take_headroom(pooled_.at(packet.ingress, packet.traffic_class), config_.cells(packet.length));
  } else {
    take(viq, packet.traffic_class, config_.cells(packet.length));
  }
  cells_used_peak_ = std::max(cells_used_peak_, cells_used_);
  if (apart) {
    tell_threshold(packet.ingress, packet.traffic_class);
  }
  engines_[packet.ingress.index()]->packet_admitted(packet.traffic_class, packet.length, viq.depth, now);
  if (apart) {
    wait_for_room(packet.ingress, packet.traffic_class);
  }
  return admission;
}

void Mmu::release(PortId ingress, ClassId traffic_class, Bytes length, Time now) {
  Viq& viq = viq_.at(ingress, traffic_class);
  viq.depth -= counted(length);
  used_ -= counted(length);
  const bool apart = pooled() && engines_[ingress.index()]->lossless(traffic_class);
  const std::int64_t left = config_.cells(length);
  take(viq, traffic_class, apart ? give_back_headroom(ingress, traffic_class, left) - left : -left);
  if (viq.depth < Bytes(0)) [[unlikely]] {
    broken_invariant("a VIQ has become negative",
                     "viq port " + std::to_string(ingress.index()) + " class " + std::to_string(traffic_class.index()),
                     std::to_string(length.count()) + " B", now);
  }
  if (apart) {
    tell_threshold(ingress, traffic_class);
  }
  engines_[ingress.index()]->packet_released(traffic_class, length, viq.depth, now);
  if (apart) {
    wait_for_room(ingress, traffic_class);
  }
  if (free_shared() >= wakes_at_) [[unlikely]] {
    wake(now);
  }
}

void Mmu::check(const std::string& device, Time now) const {
  Bytes sum;
  for (const Viq& viq : viq_) {
    sum += viq.depth;
  }
  if (sum != used_) {
    broken_invariant("the VIQs hold " + std::to_string(sum.count()) + " B, the buffer " + std::to_string(used_.count()),
                     device + ".mmu", "", now);
  }
  if (cells_used_ < 0 || cells_used_ > cells_total_) {
    broken_invariant(std::to_string(cells_used_) + " cells in use of " + std::to_string(cells_total_), device + ".mmu",
                     "", now);
  }
  if (set_aside_ != all_unfilled(reserved_) || free_shared() < 0) {
    broken_invariant(std::to_string(set_aside_) + " cells set aside for minimums that lack " +
                         std::to_string(all_unfilled(reserved_)) + ", beside " + std::to_string(cells_used_) +
                         " in use of " + std::to_string(cells_total_),
                     device + ".mmu", "", now);
  }
  audit_partitions(device, now);
  audit_headroom(device, now);
}

}  // namespace weir::mmu

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/mmu.h"

#include <algorithm>

#include "hw_model/base/invariant.h"

namespace weir::mmu {

std::string_view name(Admission admission) {
  constexpr std::array<std::string_view, kAdmissions> kNames = {
      "reserved", "shared", "headroom", "viq_full", "headroom_exhausted", "buffer_full", "veq_full"};
  return kNames[static_cast<std::size_t>(admission)];
}

Mmu::Mmu(const MmuConfig& config, std::size_t ports, Engines& engines)
    : config_(config), engines_(engines), viq_(ports), cells_total_(config.buffer / config.cell) {}

Bytes Mmu::limit(PortId port, ClassId c) const {
  return engines_[port.index()]->lossless(c) ? config_.viq_limit + config_.headroom : config_.viq_limit;
}

Admission Mmu::decide(const frame::Packet& packet, const Viq& viq, Bytes counted, Bytes veq_depth) const {
  const bool lossless = engines_[packet.ingress.index()]->lossless(packet.traffic_class);
  const Bytes depth = viq.depth + counted;
  if (cells_used_ + cells(packet.length).count() > cells_total_) {
    return Admission::kBufferFull;
  }
  if (depth <= config_.viq_reserved) {
    return Admission::kReserved;
  }
  if (depth > config_.viq_limit) {
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
  cells_used_ += cells(packet.length).count();
  engines_[packet.ingress.index()]->packet_admitted(packet.traffic_class, packet.length, viq.depth, now);
  return admission;
}

void Mmu::release(PortId ingress, ClassId traffic_class, Bytes length, Time now) {
  Viq& viq = viq_.at(ingress, traffic_class);
  viq.depth -= counted(length);
  used_ -= counted(length);
  cells_used_ -= cells(length).count();
  if (viq.depth < Bytes(0)) [[unlikely]] {
    broken_invariant("a VIQ has become negative",
                     "viq port " + std::to_string(ingress.index()) + " class " + std::to_string(traffic_class.index()),
                     std::to_string(length.count()) + " B", now);
  }
  engines_[ingress.index()]->packet_released(traffic_class, length, viq.depth, now);
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
}

}  // namespace weir::mmu

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Headroom as a pool of cells, and thresholds of lossless VIQs that move.
//
// A packet goes into headroom, as a whole, if the VIQ's other cells with it would exceed the threshold, or if there is
// no shared cell for it. Cells that leave give headroom back first, so a VIQ with headroom is at least as full as when
// it first took some. A VIQ that holds headroom is told a threshold no higher than its other cells: the engine pauses
// then, and does not resume before the headroom has been given back. So every XOFF finds the VIQ's headroom empty, and
// packets that arrive after it fit whatever the threshold does meanwhile.
//
// A threshold falls when other VIQs take cells. A VIQ above its threshold learns of it with its own next packet:
// without arrivals it needs no PAUSE. A threshold rises when other VIQs give cells back. VIQs that pause their peer,
// hold no headroom and would resume under a higher threshold wait in a list, each with the least number of free cells
// for that; a release walks the list only when the least of them is reached, and then at least one VIQ resumes.

#include <algorithm>

#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {

Bytes Mmu::headroom_peak(PortId port, ClassId c) const {
  if (!engines_[port.index()]->guards(c)) {
    return Bytes(0);
  }
  return pool_.exists() ? pool_.peak(port, c) * config_.cell
                        : std::max(viq_.at(port, c).counters.peak - config_.viq_limit[c], Bytes(0));
}

Admission Mmu::decide_pooled(const frame::Packet& packet, const Viq& viq, std::int64_t wanted,
                             std::int64_t promised) const {
  if (wanted == promised) {
    return Admission::kReserved;
  }
  const bool below = (viq.cells + wanted) * config_.cell <= threshold(packet.traffic_class, true);
  if (below && !is_drop(room_for(packet.traffic_class, wanted - promised))) {
    return Admission::kShared;
  }
  const std::int64_t limit = config_.cells(config_.headroom);
  return pool_.has_room(packet.ingress, packet.traffic_class, wanted, limit) ? Admission::kHeadroom
                                                                             : Admission::kHeadroomExhausted;
}

void Mmu::tell_threshold(PortId port, ClassId c) {
  if (flow_control::MovingThreshold* const engine = engines_[port.index()]->moving_threshold()) {
    const Bytes own = viq_.at(port, c).cells * config_.cell;
    const Bytes allowed = threshold(c, true);
    engine->threshold_moved(c, pool_.held(port, c) > 0 ? std::min(own, allowed) : allowed);
  }
}

// The least number of free shared cells with which the dynamic threshold reaches `threshold`.
std::int64_t Mmu::free_for_threshold(Bytes threshold) const {
  constexpr std::int64_t kOne = 128;
  const std::int64_t alpha = config_.lossless_alpha_128ths;
  const std::int64_t cells = config_.cells(threshold - config_.viq_reserved);
  return cells <= 0 ? 0 : (cells * kOne + alpha - 1) / alpha;
}

void Mmu::wait_for_room(PortId port, ClassId c) {
  const flow_control::MovingThreshold* const engine = engines_[port.index()]->moving_threshold();
  if (config_.lossless_alpha_128ths == 0 || engine == nullptr) {
    return;
  }
  const Bytes under =
      pool_.held(port, c) > 0 ? flow_control::kNoThreshold : engine->resumes_under(c, viq_.at(port, c).depth);
  const std::int64_t free = under > config_.viq_limit[c] ? 0 : free_for_threshold(under);
  const bool refused = clocked_ != nullptr && free <= free_shared();  // by a wrong block, which has to resume the VIQ
  if (under > config_.viq_limit[c] || refused) {
    waiting_.stop(port, c);
  } else {
    waiting_.wait(port, c, free);
  }
}

void Mmu::wake(Time now) {
  waiting_.wake(free_shared(), [&](PortId port, ClassId c) { rise(port, c, now); });
  settle_rises(now);
}

// The threshold of the VIQ has risen, without a packet of it. A block resumes VIQs when it has looked at them.
void Mmu::rise(PortId port, ClassId c, Time now) {
  flow_control::MovingThreshold& engine = *engines_[port.index()]->moving_threshold();
  const Bytes depth = viq_.at(port, c).depth;
  if (clocked_ == nullptr) {
    return engine.threshold_rose(c, threshold(c, true), depth, now);
  }
  engine.threshold_moved(c, threshold(c, true));
  if (engine.viq_asks(c) && !engine.would_ask(c, depth, false)) {
    rises_.push_back({port, c});
  }
}

// Tells the engines the new threshold of each VIQ, after a change of settings.
void Mmu::tell_all_thresholds(Time now) {
  waiting_.stop_all();
  const auto each_viq = [&](auto visit) {
    for (std::size_t p = 0; pool_.exists() && p < viq_.ports(); ++p) {
      for (std::size_t i = 0; engines_[p]->moving_threshold() != nullptr && i < kClasses; ++i) {
        if (engines_[p]->guards(ClassId(i))) {
          visit(PortId(p), ClassId(i));
        }
      }
    }
  };
  each_viq([&](PortId port, ClassId c) {
    tell_threshold(port, c);
    if (pool_.held(port, c) == 0) {
      rise(port, c, now);
    }
  });
  settle_rises(now);
  each_viq([&](PortId port, ClassId c) { wait_for_room(port, c); });
}

}  // namespace weir::mmu

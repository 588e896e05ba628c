// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Headroom as a pool of cells, and thresholds of lossless VIQs that move.
//
// A packet goes into headroom, whole, where the VIQ's other cells and it would be over the threshold, or where there is
// no shared cell for it. What leaves gives headroom back first, so that a VIQ whose headroom is not 0 is at least as
// full as when it first took some. A VIQ that holds headroom is told a threshold no higher than its other cells: the
// engine pauses then, and does not resume before the headroom has been given back. So every XOFF finds the VIQ's
// headroom empty, and what arrives after it fits whatever the threshold does meanwhile.
//
// A threshold falls when others take cells. A VIQ that stands above it hears of it with its own next packet: without
// arrivals it needs no PAUSE. A threshold rises when others give cells back. VIQs that have their peer paused, hold no
// headroom and would resume under a higher threshold wait in a list with the least free cells that this takes; a
// release walks the list only when that is reached, and then at least one of them resumes.

#include <algorithm>
#include <string>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {

std::int64_t Mmu::headroom_limit() const { return config_.cells(config_.headroom); }

Bytes Mmu::headroom_peak(PortId port, ClassId c) const {
  if (!engines_[port.index()]->lossless(c))
    return Bytes(0);
  if (pooled())
    return pooled_.at(port, c).headroom_peak * config_.cell;
  return std::max(viq_.at(port, c).counters.peak - config_.viq_limit, Bytes(0));
}

bool Mmu::guarantees_headroom(Bytes each) const {
  if (config_.headroom < each)
    return false;
  std::int64_t lossless = 0;
  for (std::size_t p = 0; p < viq_.ports(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c)
      lossless += engines_[p]->lossless(ClassId(c)) ? 1 : 0;
  }
  return !pooled() || pool_cells_ >= lossless * config_.cells(each);
}

Admission Mmu::decide_pooled(const frame::Packet& packet, const Viq& viq, std::int64_t wanted,
                             std::int64_t promised) const {
  if (wanted == promised)
    return Admission::kReserved;
  const bool below = (viq.cells + wanted) * config_.cell <= threshold(true);
  if (below && !is_drop(room_for(packet.traffic_class, wanted - promised)))
    return Admission::kShared;
  const PooledViq& own = pooled_.at(packet.ingress, packet.traffic_class);
  return wanted > pool_free_ || own.headroom + wanted > headroom_limit() ? Admission::kHeadroomExhausted
                                                                         : Admission::kHeadroom;
}

void Mmu::take_headroom(PooledViq& own, std::int64_t cells) {
  own.headroom += cells;
  own.headroom_peak = std::max(own.headroom_peak, own.headroom);
  pool_free_ -= cells;
  pool_peak_ = std::max(pool_peak_, pool_used());
  cells_used_ += cells;
}

// How many of so many cells that leave were headroom.
std::int64_t Mmu::give_back_headroom(PortId port, ClassId c, std::int64_t cells) {
  PooledViq& own = pooled_.at(port, c);
  const std::int64_t back = std::min(cells, own.headroom);
  own.headroom -= back;
  pool_free_ += back;
  cells_used_ -= back;
  return back;
}

void Mmu::tell_threshold(PortId port, ClassId c) {
  const Bytes own = viq_.at(port, c).cells * config_.cell;
  const Bytes allowed = threshold(true);
  engines_[port.index()]->threshold_moved(c, pooled_.at(port, c).headroom > 0 ? std::min(own, allowed) : allowed);
}

// The least free shared cells that make the dynamic threshold so high.
std::int64_t Mmu::free_for_threshold(Bytes threshold) const {
  constexpr std::int64_t kOne = 128;
  const std::int64_t alpha = config_.lossless_alpha_128ths;
  const std::int64_t cells = config_.cells(threshold - config_.viq_reserved);
  return cells <= 0 ? 0 : (cells * kOne + alpha - 1) / alpha;
}

void Mmu::wait_for_room(PortId port, ClassId c) {
  if (config_.lossless_alpha_128ths == 0)
    return;
  PooledViq& own = pooled_.at(port, c);
  const Bytes under =
      own.headroom > 0 ? flow_control::kNoThreshold : engines_[port.index()]->resumes_under(c, viq_.at(port, c).depth);
  if (under > config_.viq_limit)
    return stop_waiting(own);
  own.resumes_at = free_for_threshold(under);
  wakes_at_ = std::min(wakes_at_, own.resumes_at);
  if (own.waiting_at != kNotWaiting)
    return;
  own.waiting_at = static_cast<std::uint32_t>(waiting_.size());
  waiting_.push_back(static_cast<std::uint32_t>(port.index() * kClasses + c.index()));
}

void Mmu::stop_waiting(PooledViq& own) {
  if (own.waiting_at == kNotWaiting)
    return;
  const std::uint32_t last = waiting_.back();
  waiting_[own.waiting_at] = last;
  pooled_.at(PortId(last / kClasses), ClassId(last % kClasses)).waiting_at = own.waiting_at;
  waiting_.pop_back();
  own.waiting_at = kNotWaiting;
}

void Mmu::wake(Time now) {
  wakes_at_ = kNeverWakes;
  for (std::size_t i = 0; i < waiting_.size();) {
    const PortId port(waiting_[i] / kClasses);
    const ClassId c(waiting_[i] % kClasses);
    PooledViq& own = pooled_.at(port, c);
    if (free_shared() < own.resumes_at) {
      wakes_at_ = std::min(wakes_at_, own.resumes_at);
      ++i;
      continue;
    }
    stop_waiting(own);
    engines_[port.index()]->threshold_rose(c, threshold(true), viq_.at(port, c).depth, now);
  }
}

// After a change of settings: what each VIQ may hold from now on.
void Mmu::tell_all_thresholds(Time now) {
  wakes_at_ = kNeverWakes;
  for (std::size_t p = 0; pooled() && p < viq_.ports(); ++p) {
    for (std::size_t i = 0; i < kClasses; ++i) {
      const PortId port(p);
      const ClassId c(i);
      if (!engines_[p]->lossless(c))
        continue;
      stop_waiting(pooled_.at(port, c));
      tell_threshold(port, c);
      if (pooled_.at(port, c).headroom == 0)
        engines_[p]->threshold_rose(c, threshold(true), viq_.at(port, c).depth, now);
      wait_for_room(port, c);
    }
  }
}

void Mmu::audit_headroom(const std::string& device, Time now) const {
  std::int64_t held = 0;
  for (const PooledViq& own : pooled_)
    held += own.headroom;
  if (held != pool_used() || pool_free_ < 0) {
    broken_invariant("the VIQs hold " + std::to_string(held) + " cells of headroom, of the pool " +
                         std::to_string(pool_used()) + " of " + std::to_string(pool_cells_) + " are in use",
                     device + ".mmu", "", now);
  }
  for (const std::uint32_t waiting : waiting_) {
    const PooledViq& own = pooled_.at(PortId(waiting / kClasses), ClassId(waiting % kClasses));
    if (own.resumes_at <= free_shared() || own.resumes_at < wakes_at_) {
      broken_invariant("a VIQ waits for " + std::to_string(own.resumes_at) + " free cells, and " +
                           std::to_string(free_shared()) + " are free",
                       device + ".mmu", "", now);
    }
  }
}

}  // namespace weir::mmu

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The reset of the egress scheduler, its queues and their watchers with the switch.

#include "hw_model/datapath/egress/egress.h"

namespace weir::egress {

void Egress::reset(std::vector<frame::Packet*>& packets, Time now) {
  for (Lane& lane : lanes_) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      reset(lane, ClassId(c), packets, now);
    }
    lane.nonempty = lane.blocks = 0;
    lane.turn = ClassId();
    if (lane.detectors) {
      lane.detectors->reset(now);
    }
  }
  lane_arbiters_.assign(lane_arbiters_.size(), {});
  if (shapers_) {
    shapers_->reset(now);
  }
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.reset(now); });
  for (const Lane& lane : lanes_) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      tell_depth(lane.id, ClassId(c), now);
    }
  }
}

// Stopwatches are counters: they keep their times.
void Egress::reset(Lane& lane, ClassId c, std::vector<frame::Packet*>& packets, Time now) {
  Veq& veq = veq_.at(lane.id, c);
  for (; !veq.waiting.empty(); veq.waiting.pop_front()) {
    frame::Packet& packet = veq.waiting.front();
    veq.depth -= packet.length;
    total_ -= packet.length;
    packets.push_back(&packet);
  }
  veq.deficit = Bytes(0);
  veq.parked = 0;
  if (gate_listener_ != nullptr && veq.counters.held.running()) {
    gate_listener_->held(lane.id, c, false, now);
  }
  veq.counters.held.set(false, now);
  veq.counters.hold_and_wait.set(false, now);
}

}  // namespace weir::egress

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
  }
  watchers_.reset_detectors(now);
  turns_.reset();
  reset_own_turns(now);
  if (shapers_) {
    shapers_->reset(now);
  }
  watchers_.reset_unit(now);
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
  veq.parked = 0;
  if (veq.counters.held.running()) {
    watchers_.hold_ended_by_reset(lane.id, c, now);
  }
  veq.counters.held.set(false, now);
  veq.counters.hold_and_wait.set(false, now);
}

}  // namespace weir::egress

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry changes at a port: replays leave before new data, and new frames may have to wait or be
// discarded.

#include "hw_model/datapath/egress/egress.h"

namespace weir::egress {

// A kept frame goes again. No queue, class or credit knows: the frame was charged when it was first sent.
void Egress::send_replay(Lane& lane, Time now) {
  lane.busy = true;
  frame::Packet& packet = lane.retry->replay(now);
  const Time end = now + lane.port->wire_time(packet.length);
  scheduler_.schedule(end, EventKind::kTransmitEnd, lane.id);
  lane.port->send(packet, end);
}

// Whether the next frame of this class has to wait for room in the window, or for the end of INIT or FLUSH.
bool Egress::must_wait(const Lane& lane, ClassId c) const {
  return lane.retry->way_out(veq_.at(lane.id, c).next()) == link::WayOut::kLater;
}

// Whether the next frame of this class will be discarded, before anybody counts it.
bool Egress::discards(const Lane& lane, ClassId c) const {
  return lane.retry->way_out(veq_.at(lane.id, c).next()) == link::WayOut::kDiscard && !lane.sending->counts_discarded();
}

}  // namespace weir::egress

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What leaves a port with link-level retry beside plain data: replays, and frames that may be numbered.

#include "hw_model/base/class_mask.h"
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

// A class has been chosen: its next frame leaves, waits for the window, or is discarded, and then another class may be
// in turn.
void Egress::send_protected(Lane& lane, ClassId c, Time now) {
  link::WayOut way = lane.retry->way_out(veq_.at(lane.id, c).next());
  while (way == link::WayOut::kDiscard) {
    discard_next(lane, c, now);
    const int next = (lane.nonempty & ~lane.sending->held()) != 0 ? choose(lane, now) : kNone;
    if (next == kNone) {
      break;
    }
    c = ClassId(static_cast<std::size_t>(next));
    way = lane.retry->way_out(veq_.at(lane.id, c).next());
  }
  if (way == link::WayOut::kNumbered || way == link::WayOut::kPlain) {
    return send_data(lane, c, now);
  }
  if (lane.receiving->feedback_pending() || lane.joined_due) {
    send_control(lane, now);  // discarded frames have made room, of which a control frame may tell
  }
}

// The frame leaves its queue as if it had been sent, before credits are counted for it.
void Egress::discard_next(Lane& lane, ClassId c, Time now) {
  Veq& veq = veq_.at(lane.id, c);
  frame::Packet& packet = veq.take_next();
  if (!veq.may_leave()) {
    lane.nonempty &= static_cast<ClassMask>(~mask_of(c));
  }
  ++veq.counters.sent;
  if (lane.watched) {
    tell_leaving(lane, packet, now, now);
  }
  veq.depth -= packet.length;
  total_ -= packet.length;
  lane.retry->discarded(packet, false, now);
  lane.busy = true;  // the room may let in a packet
  departure_.departed(lane.id, packet.ingress, c, packet.length, now);
  lane.busy = false;
  lane.port->pool().release(packet);
  tell_depth(lane.id, c, now);
}

}  // namespace weir::egress

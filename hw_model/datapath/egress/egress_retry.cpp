// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry and ordered sets change at a port: sets take the line, replays leave before new data, and new
// frames may have to wait or be discarded. And what a scheduler in RTL changes: it chooses.

#include "hw_model/datapath/egress/egress.h"

namespace weir::egress {

// serve() of a port whose line carries more than frames, whose frames are repaired, or whose scheduler is a block. As
// the last act, the end of a gap that ordered sets have lengthened needs no event if it comes next anyway.
[[gnu::hot]] void Egress::serve_attended(Lane& lane, Time now, bool last) {
  for (Time free = lane.port->line_free_at(now); free > now; free = lane.port->line_free_at(now)) {
    if (!last || !scheduler_.goes_on(free, EventKind::kTransmitEnd, lane.id)) {
      lane.busy = true;
      scheduler_.schedule(free, EventKind::kTransmitEnd, lane.id);
      return;
    }
    now = free;
  }
  const bool replays = lane.retry != nullptr && lane.retry->replays();
  const bool replay_waits = replays && lane.retry->replay_waits(lane.sending->held());
  const bool control_waits = replays && !replay_waits && lane.retry->replays_first() && !lane.receiving->out_of_band();
  const auto control_due = [&] { return lane.receiving->feedback_pending() || lane.joined_due; };
  if (control_due() && !control_waits && send_control(lane, now)) {
    return;
  }
  if (replay_waits) {
    return;  // for the end of the pause
  }
  if (replays) {
    return send_replay(lane, now);
  }
  ClockedScheduler* const block = block_of(lane);
  const int c = block == nullptr ? class_to_send(lane, now) : choose_by_block(lane, *block, now);
  if (c == kNone) {
    return;
  }
  const ClassId next(static_cast<std::size_t>(c));
  if (lane.retry != nullptr) {
    lane.way = lane.retry->way_out(veq_.at(lane.id, next).next());
    if (lane.way == link::WayOut::kLater) {
      return;  // for room in the window, or for the end of INIT or FLUSH
    }
    if (lane.way == link::WayOut::kNumbered && control_due() && lane.retry->control_way_out() == link::WayOut::kLater) {
      return;  // a control frame asks for more room than this frame, and comes first
    }
  }
  if (block != nullptr && !block->start()) [[unlikely]] {
    return;
  }
  send_data(lane, next, now);
  if (block != nullptr) [[unlikely]] {
    block->started(turns_);
  }
  veq_.at(lane.id, next).waiting.prefetch_measurement(0);  // the number is there, and a frame is kept whole
}

// A kept frame goes again. No queue, class or credit knows: the frame was charged when it was first sent.
void Egress::send_replay(Lane& lane, Time now) {
  lane.busy = true;
  frame::Packet& packet = lane.retry->replay(now);
  const Time end = now + lane.port->wire_time(packet.length);
  scheduler_.schedule(end, EventKind::kTransmitEnd, lane.id);
  lane.port->send(packet, end);
}

// Whether the next frame of this class will be discarded, before anybody counts it.
bool Egress::discards(const Lane& lane, ClassId c) const {
  return lane.retry->way_out(veq_.at(lane.id, c).next()) == link::WayOut::kDiscard && !lane.sending->counts_discarded();
}

}  // namespace weir::egress

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The control frames that a port sends before data, flow control's and those of the sources that have joined; and what
// flow control tells of gates and pauses.

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/frame/ethernet.h"

namespace weir::egress {

namespace {

// The length of a control frame of so many bytes without FCS.
Bytes on_wire(std::size_t bytes) {
  return std::max(frame::kMinFrameLength, Bytes(static_cast<std::int64_t>(bytes + frame::kFcsBytes)));
}

}  // namespace

void Egress::join(PortId p, control::Source& source) {
  joined_.resize(lanes_.size());
  joined_[p.index()].push_back(&source);
  source.join(static_cast<control::Ports&>(*this));
}

void Egress::control_due(PortId p, Time now) {
  Lane& lane = lanes_[p.index()];
  lane.joined_due = true;
  if (!lane.busy) {
    serve(lane, now);
  }
}

// Out of band first: it takes no time on the wire, and the transmitter is still free.
bool Egress::send_control(Lane& lane, Time now) {
  if (lane.receiving->out_of_band() && lane.receiving->feedback_pending()) {
    send_out_of_band(lane, now);
  }
  frame::Packet& packet = lane.port->pool().acquire();
  const bool was_busy = std::exchange(lane.busy, true);  // a source, or a unit told of a pause, may queue a packet here
  const auto [bytes, numbered] = build_control(lane, packet.bytes, now);
  lane.busy = was_busy;
  if (bytes == 0) {
    lane.port->pool().release(packet);
    return false;
  }
  packet.length = on_wire(bytes);
  bool goes = true;
  if (numbered) [[unlikely]] {
    goes = lane.retry->control_begins(packet, now);
  }
  const Time end = now + lane.port->wire_time(packet.length);
  lane.busy = true;
  scheduler_.schedule(end, EventKind::kTransmitEnd, lane.id);
  goes ? lane.port->send(packet, end) : lane.port->pool().release(packet);
  return true;
}

// The first source with something to send writes the frame, flow control before all others; the other sources ride on
// it. Where link-level retry holds up new frames, sources whose frames have numbers wait.
Egress::Built Egress::build_control(Lane& lane, std::span<std::uint8_t> bytes, Time now) {
  flow_control::ReceivingSide& engine = *lane.receiving;
  const bool shut = lane.retry != nullptr && lane.retry->control_way_out() == link::WayOut::kLater;
  const auto numbered = [&](const control::Source& source) {
    return lane.retry != nullptr && (source.numbered() || (&source == &engine && lane.retry->numbers_pauses()));
  };
  const auto may = [&](const control::Source& source) { return !shut || !numbered(source); };
  const bool on_the_wire = engine.feedback_pending() && !engine.out_of_band() && may(engine);
  std::size_t written = on_the_wire ? engine.build_feedback(bytes, now) : 0;
  const auto built = [&](const control::Source& by) { return Built{written, written != 0 && numbered(by)}; };
  if (joined_.empty()) {
    return built(engine);
  }
  const std::vector<control::Source*>& joined = joined_[lane.id.index()];
  const control::Source* writer = &engine;
  for (auto next = joined.begin(); written == 0 && next != joined.end(); ++next) {
    writer = *next;
    written = writer->pending(lane.id) && may(*writer) ? (*next)->build(lane.id, bytes, now) : 0;
  }
  for (control::Source* other : joined) {
    if (written != 0 && other != writer) {
      other->ride(lane.id, bytes.first(written), now);
    }
  }
  lane.joined_due =
      std::any_of(joined.begin(), joined.end(), [&](const control::Source* one) { return one->pending(lane.id); });
  return built(*writer);
}

void Egress::send_out_of_band(Lane& lane, Time now) {
  frame::Packet& packet = lane.port->pool().acquire();
  const std::size_t bytes = lane.receiving->build_feedback(packet.bytes, now);
  if (bytes == 0) {
    lane.port->pool().release(packet);
    return;
  }
  packet.length = on_wire(bytes);
  lane.port->send_out_of_band(packet, now);
}

void Egress::Lane::feedback_due(Time now) {
  if (receiving->out_of_band()) {
    egress->send_out_of_band(*this, now);
  } else if (!busy) {
    egress->serve(*this, now);
  }
}

void Egress::Lane::hold_changed(ClassId c, Time now) {
  bool held = (sending->held() & mask_of(c)) != 0;
  if (!held && sending->counts_packets() && (nonempty & mask_of(c)) != 0) {
    // New credits that are still too few must not look like an end of the hold.
    held = egress->sendable_at(*this, c, now) == kNever;
  }
  egress->note_hold(*this, c, held, now);
}

void Egress::Lane::gate_changed(ClassId c, Time now) {
  hold_changed(c, now);
  if (!busy) {
    egress->serve(*this, now);
  }
  if (sending->input_judge() != nullptr) [[unlikely]] {
    egress->departure_.inputs_may_go(id, c, now);
  }
}

void Egress::Lane::pausing(ClassId c, bool on, Time now) { egress->watchers_.pausing(id, c, on, now); }

void Egress::Lane::asking(ClassId c, bool on, Time now) { egress->watchers_.asking(id, c, on, now); }

void Egress::Lane::pfc_received(ClassId c, std::uint16_t quanta, Time now) {
  egress->watchers_.pfc_received(id, c, quanta, now);
}

}  // namespace weir::egress

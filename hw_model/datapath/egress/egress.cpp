// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/egress.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ethernet.h"

namespace weir::egress {

Egress::Egress(const EgressConfig& config, std::vector<std::unique_ptr<port::Port>>& ports, Scheduler& scheduler,
               Departure& departure)
    : config_(config),
      scheduler_(scheduler),
      departure_(departure),
      lanes_(ports.size()),
      veq_(ports.size()),
      turns_(config_, ports.size()),
      watchers_(scheduler, ports.size()),
      shapers_(config.shapers.empty() ? nullptr : std::make_unique<Shapers>(config.shapers)) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    lanes_[i].egress = this;
    lanes_[i].id = PortId(i);
    lanes_[i].port = ports[i].get();
  }
}

[[gnu::hot]] void Egress::enqueue(frame::Packet& packet, Time now) {
  Lane& lane = lanes_[packet.egress.index()];
  const ClassId c = packet.traffic_class;
  Veq& veq = veq_.at(packet.egress, c);
  veq.waiting.push_back(packet);
  veq.depth += packet.length;
  veq.counters.peak = std::max(veq.counters.peak, veq.depth);
  total_ += packet.length;
  lane.nonempty |= mask_of(c);
  if (watchers_.watched(packet.egress)) [[unlikely]] {
    watchers_.queued(packet, veq.depth, veq.waiting.size(), now);
  }
  if (!lane.busy) {
    serve(lane, now);
  }
  if ((lane.sending->held() & mask_of(c)) != 0) {
    note_hold(lane, c, true, now);
  }
  if (lane.receiving->veq_follower() != nullptr) [[unlikely]] {
    tell_depth(lane.id, c, now);
  }
}

// Called last: the engine may have frames sent at any port.
void Egress::tell_depth(PortId p, ClassId c, Time now) {
  if (flow_control::VeqFollower* const follower = lanes_[p.index()].receiving->veq_follower()) [[unlikely]] {
    follower->veq_changed(c, veq_depth(p, c), now);
  }
}

[[gnu::hot]] void Egress::transmit_end(PortId p, Time now) {
  Lane& lane = lanes_[p.index()];
  if (lane.on_wire == OnWire::kData && lane.sending->counts_packets()) {
    lane.sending->packet_sent(lane.last, lane.departing_length, lane.departing_since, now);
  }
  lane.busy = false;
  const bool data = lane.on_wire != OnWire::kControl;
  const ClassId sent = lane.last;
  if (data) {
    lane.on_wire = OnWire::kControl;
    Veq& veq = veq_.at(p, lane.last);
    veq.depth -= lane.departing_length;
    total_ -= lane.departing_length;
    departure_.departed(p, lane.departing_ingress, lane.last, lane.departing_length, now);
  }
  const bool tells = data && lane.receiving->veq_follower() != nullptr;
  if (!lane.busy) {
    serve(lane, now, !tells);
  }
  if (tells) [[unlikely]] {
    tell_depth(p, sent, now);
  }
}

void Egress::gate_open(PortId p, Time now) {
  Lane& lane = lanes_[p.index()];
  if (lane.gate_event != now) {
    return;  // an earlier gate has been armed since
  }
  lane.gate_event = kNever;
  if (!lane.busy) {
    serve(lane, now);
  }
}

[[gnu::hot]] void Egress::serve(Lane& lane, Time now, bool last) {
  lane.port->attended() ? serve_attended(lane, now, last) : serve_frames(lane, now);
}

// serve() of a port that sends frames and nothing else.
[[gnu::hot]] void Egress::serve_frames(Lane& lane, Time now) {
  if ((lane.receiving->feedback_pending() || lane.joined_due) && send_control(lane, now)) {
    return;
  }
  if (const int c = class_to_send(lane, now); c != kNone) {
    send_data(lane, ClassId(static_cast<std::size_t>(c)), now);
  }
}

// The class to send now; kNone: no class may.
[[gnu::hot]] int Egress::class_to_send(Lane& lane, Time now) {
  if (lane.blocks != 0) [[unlikely]] {
    park(lane, now);
  }
  return (lane.nonempty & ~lane.sending->held()) == 0 ? kNone : choose(lane, now);
}

frame::Packet& Egress::Veq::take_next() {
  if (parked != 0) [[unlikely]] {
    return waiting.take(parked);
  }
  frame::Packet& packet = waiting.front();
  waiting.pop_front();
  return packet;
}

[[gnu::hot]] void Egress::send_data(Lane& lane, ClassId c, Time now) {
  Veq& veq = veq_.at(lane.id, c);
  frame::Packet& packet = veq.take_next();
  if (own_turns_ != nullptr) [[unlikely]] {
    sent_in_own_turn(lane, packet, now);
  } else {
    turns_.sent(lane.id, c, packet.length, lane.nonempty);
  }
  if (shapers_) [[unlikely]] {
    shapers_->take(lane.id, c, packet.length, now);
  }
  if (!veq.may_leave()) {
    lane.nonempty &= static_cast<ClassMask>(~mask_of(c));
  } else {
    veq.waiting.prefetch_near(1);
  }
  ++veq.counters.sent;
  lane.busy = true;
  lane.on_wire = OnWire::kData;
  lane.last = c;
  lane.departing_ingress = packet.ingress;
  lane.departing_length = packet.length;
  lane.departing_since = now;
  const Time end = now + lane.port->wire_time(packet.length);
  if (watchers_.watched(lane.id)) [[unlikely]] {
    watchers_.leaving(packet, veq.depth - packet.length, veq.waiting.size(), now, end);
  }
  scheduler_.schedule(end, EventKind::kTransmitEnd, lane.id);
  if (lane.retry != nullptr && !lane.retry->begins(packet, lane.way, now)) [[unlikely]] {
    lane.on_wire = lane.sending->counts_discarded() ? OnWire::kData : OnWire::kDiscarded;
    return lane.port->pool().release(packet);
  }
  lane.port->send(packet, end);
}

// The class to send now; or kNone, and then the gate event is armed for the earliest limiter among the candidates.
[[gnu::hot]] int Egress::choose(Lane& lane, Time now) {
  const auto candidates = static_cast<ClassMask>(lane.nonempty & ~lane.sending->held());
  if (shapers_) [[unlikely]] {
    return choose_shaped(lane, candidates, now);
  }
  if (lane.sending->counts_packets()) {
    return choose_counted(lane, candidates, now);
  }
  return static_cast<int>(next_in_turn(lane, candidates, now).index());
}

// When the engine, which counts packets, lets the next packet of a class go. It is not asked about packets that nobody
// will count.
Time Egress::sendable_at(const Lane& lane, ClassId c, Time now) const {
  if (lane.retry != nullptr && discards(lane, c)) [[unlikely]] {
    return now;
  }
  return lane.sending->sendable_at(c, veq_.at(lane.id, c).next().length, now);
}

// Each candidate in turn is asked of the engine that counts packets.
int Egress::choose_counted(Lane& lane, ClassMask candidates, Time now) {
  Time earliest = kNever;
  while (candidates != 0) {
    const ClassId c = next_in_turn(lane, candidates, now);
    const Time at = sendable_at(lane, c, now);
    note_hold(lane, c, at == kNever, now);
    if (at <= now) {
      return static_cast<int>(c.index());
    }
    earliest = std::min(earliest, at);
    candidates &= static_cast<ClassMask>(~mask_of(c));
  }
  wake_at(lane, earliest);
  return kNone;
}

// As choose_counted(), with token buckets: the class's own before the engine is asked, the port's for the packet that
// is then in turn.
int Egress::choose_shaped(Lane& lane, ClassMask candidates, Time now) {
  Time earliest = kNever;
  while (candidates != 0) {
    const ClassId c = next_in_turn(lane, candidates, now);
    const Bytes length = veq_.at(lane.id, c).next().length;
    Time at = shapers_->class_ready(lane.id, c, length, now);
    if (lane.sending->counts_packets()) {
      const Time sendable = sendable_at(lane, c, now);
      note_hold(lane, c, sendable == kNever, now);
      at = std::max(at, sendable);
    }
    if (at <= now) {
      at = shapers_->port_ready(lane.id, length, now);
      if (at <= now) {
        return static_cast<int>(c.index());
      }
      candidates = 0;
    }
    earliest = std::min(earliest, at);
    candidates &= static_cast<ClassMask>(~mask_of(c));
  }
  wake_at(lane, earliest);
  return kNone;
}

void Egress::wake_at(Lane& lane, Time at) {
  if (at < lane.gate_event) {
    lane.gate_event = at;
    scheduler_.schedule(at, EventKind::kGateOpen, lane.id);
  }
}

void Egress::reconfigure(const EgressConfig& settings, Time now) {
  const bool shapers_change = shapers_ && settings.shapers != config_.shapers;
  config_ = settings;
  turns_.reconfigured();
  choose_discipline();
  if (!shapers_change) {
    return;
  }
  shapers_->reconfigure(settings.shapers, now);
  for (Lane& lane : lanes_) {
    if (!lane.busy) {
      serve(lane, now);
    }
  }
}

[[gnu::hot]] ClassId Egress::next_in_turn(const Lane& lane, ClassMask candidates, Time now) const {
  if (own_turns_ != nullptr) [[unlikely]] {
    return next_in_own_turn(lane, candidates, now);
  }
  return turns_.next(lane.id, candidates, [&](ClassId c) { return Bytes(veq_.at(lane.id, c).next().length); });
}

void Egress::note_hold(const Lane& lane, ClassId c, bool held, Time now) {
  Veq& veq = veq_.at(lane.id, c);
  QueueCounters& counters = veq.counters;
  if (counters.held.running() != held) [[unlikely]] {
    watchers_.gate(lane.id, c, !held, veq.waiting.size(), now);
  }
  counters.held.set(held, now);
  counters.hold_and_wait.set(held && (lane.nonempty & mask_of(c)) != 0, now);
}

frame::Packet* Egress::take(PortId p, ClassId c, std::size_t place, Time now) {
  Lane& lane = lanes_[p.index()];
  Veq& veq = veq_.at(p, c);
  if (place >= veq.waiting.size()) {
    return nullptr;
  }
  frame::Packet& packet = veq.waiting.take(place);
  veq.depth -= packet.length;
  total_ -= packet.length;
  veq.parked -= place < veq.parked ? 1 : 0;
  if (!veq.may_leave()) {
    lane.nonempty &= static_cast<ClassMask>(~mask_of(c));
    veq.counters.hold_and_wait.set(false, now);
  }
  watchers_.taken(packet, veq.waiting.size(), now);
  tell_depth(p, c, now);
  return &packet;
}

void Egress::Lane::schedule(Time at, EventKind timer, ClassId c) { egress->scheduler_.schedule(at, timer, id, c); }

}  // namespace weir::egress

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/sources.h"

#include <algorithm>
#include <utility>

namespace weir::host {

Sources::Numbered::Numbered(const FlowSpec& spec, Sent& sent)
    : flow(spec),
      packets(spec.settings.timeout),
      control(spec.control != nullptr ? spec.control->make(spec.settings) : nullptr),
      tcp(spec.tcp != nullptr ? std::make_unique<TcpFlow>(spec, sent) : nullptr) {}

Time Sources::Numbered::next_timer() const {
  const Time of_control = control ? std::min(packets.next_timer(), control->next_timer()) : kNever;
  return tcp ? std::min(of_control, tcp->next_timer()) : of_control;
}

void Sources::add(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  hears_ = hears_ || spec.control != nullptr || spec.tcp != nullptr;
  if (spec.workload != kListed) {
    (spec.begins == Begins::kAtItsTime ? arrivals_ : chains_[spec.workload]).flows.push_back(flow);
  } else if (spec.demand.capture) {
    add_captured(flow);
  } else {
    const std::uint32_t place = add(source_of(flow));
    hear_of(spec, place);
    start_at(place, spec.demand.start);
  }
}

Sources::FlowSource Sources::source_of(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  FlowSource source;
  source.flow = flow;
  source.drawn = spec.workload != kListed;
  source.plain = spec.demand.last_length == Bytes(0);
  source.demand = traffic::make_source(spec.demand);
  source.length = spec.demand.frame_length;
  source.traffic_class = spec.traffic_class;
  write_headers(source.bytes, spec, Direction::kForward);
  if (spec.numbered()) {
    source.numbered = std::make_unique<Numbered>(spec, (*context_.measurements)[flow].sent);
  }
  return source;
}

// Answers to the flow, and what switches tell of it, are for the source at `place`.
void Sources::hear_of(const FlowSpec& spec, std::uint32_t place) {
  for (std::uint32_t i = 0; i < spec.connections(); ++i) {
    if (spec.control != nullptr || spec.tcp != nullptr) {
      hearing_.emplace(connection_of(spec, Direction::kBack, i), place);
    }
    if (notified_) {
      notified_of_.emplace(connection_of(spec, Direction::kBack, i), spec.index);
    }
  }
  if (notified_ || spec.tagged()) {
    place_of_[spec.index] = place;
  }
}

std::uint32_t Sources::add(FlowSource source) {
  Turns& turns = turns_[source.traffic_class.index()];
  source.place = static_cast<std::uint32_t>(turns.members.size());
  turns.members.push_back(static_cast<std::uint32_t>(sources_.size()));
  turns.ready.resize(turns.members.size());
  sources_.push_back(std::move(source));
  timers_.resize(slot_of(sources_.size(), kDemand));
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

// The flow of the source at `place` begins at `start`; kNever: an event will say.
void Sources::start_at(std::uint32_t place, Time start) {
  (*context_.measurements)[sources_[place].flow].sent.started = start;
  timers_.set(slot_of(place, kDemand), start);
}

void Sources::start() {
  if (!arrivals_.flows.empty()) {
    timers_.resize(slot_of(sources_.size(), kDemand));
    timers_.set(kArrivals, (*context_.flows)[arrivals_.flows.front()].demand.start);
  }
  arm();
}

void Sources::start_flow(std::uint32_t flow, Time now) {
  (*context_.measurements)[flow].sent.started = now;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].flow == flow) {
      sources_[i].demand->start_at(now);
      timers_.set(slot_of(i, kDemand), now);
    }
  }
  arm();
}

void Sources::arm() {
  if (timers_.earliest() < armed_) {
    armed_ = timers_.earliest();
    context_.scheduler->schedule(armed_, EventKind::kSource, kPort);
  }
}

void Sources::wake(Time now) {
  if (now != armed_) {
    return;  // an earlier timer has been set since
  }
  armed_ = kNever;
  if (timers_.earliest() <= now) {
    const std::size_t slot = timers_.pop();
    slot == kArrivals ? begin_at_their_time(now) : work(slot, now);
  }
  arm();
}

// A timer of a source has expired.
void Sources::work(std::size_t slot, Time now) {
  FlowSource& source = sources_[slot / kSlots - 1];
  if (slot % kSlots == kDemand) {
    const Time next = source.demand->wake(now);
    timers_.set(slot, next);
    if (source.numbered) {
      source.numbered->last_is_due = next == kNever;
      if (source.numbered->tcp && !source.numbered->tcp->begun()) {
        source.numbered->tcp->begin(now);
      }
    }
  } else {
    expire(source, now);
  }
  look_again(source, now);
  refill(source.traffic_class, now);
}

// The time that a flow's rate control, go-back-N or TCP has waited for.
void Sources::expire(FlowSource& source, Time now) {
  Numbered& numbered = *source.numbered;
  if (numbered.tcp) {
    numbered.tcp->timer(now);
  }
  if (!numbered.control) {
    return;
  }
  if (numbered.packets.timer(now)) {
    numbered.control->feedback({.lost = true}, now);
  }
  if (numbered.control->next_timer() <= now) {
    numbered.control->timer(now);
    if (numbered.control->wants_tag(false, now)) {
      tags_due_[source.traffic_class.index()].push_back(static_cast<std::uint32_t>(&source - sources_.data()));
    }
  }
}

bool Sources::answered(const Transport& answer, const Connection& connection, Time now) {
  const auto found = hearing_.find(connection);
  if (found == hearing_.end()) {
    return false;
  }
  FlowSource& source = sources_[found->second];
  Numbered& numbered = *source.numbered;
  Feedback feedback{.mark = answer.mark};
  if (answer.meaning == Meaning::kNotification) {
    feedback.notification = true;
  } else {
    const std::uint64_t next =
        unwrap(numbered.packets.first_unacknowledged(), answer.number, number_bits(numbered.flow.framing));
    const GoBackN::Progress progress = numbered.packets.acknowledged(next, now);
    feedback.acknowledged = progress.packets;
    feedback.round_trip = progress.round_trip;
    feedback.lost = answer.meaning == Meaning::kNak && numbered.packets.lacking(next, now);
  }
  numbered.control->feedback(feedback, now);
  const ClassId c = source.traffic_class;
  if (source.drawn && numbered.resends() && numbered.packets.first_unacknowledged() == numbered.flow.demand.packets) {
    const std::uint32_t workload = numbered.flow.workload;
    leave(source);
    begin_next(workload, now);
  } else {
    look_again(source, now);
  }
  refill(c, now);
  arm();
  return true;
}

bool Sources::notified(const frame::CongestionNotification& notification, Time now) {
  const auto found = notified_of_.find(answer_to(notification));
  if (found == notified_of_.end()) {
    return false;
  }
  ++(*context_.measurements)[found->second].sent.notifications;
  const auto place = place_of_.find(found->second);
  if (place == place_of_.end()) {
    return true;  // of a flow that is over
  }
  FlowSource& source = sources_[place->second];
  if (source.numbered && source.numbered->control) {
    source.numbered->control->feedback({.mark = notification.index > 0 ? Mark::kNone : Mark::kCongestion,
                                        .notification = true,
                                        .congestion_index = notification.index,
                                        .congestion_point = notification.point},
                                       now);
    look_again(source, now);
    refill(source.traffic_class, now);
    arm();
  }
  return true;
}

// A packet may be sent again after the flow's stop, because it was made before.
bool Sources::has_packet(const FlowSource& source, Time now) const {
  if (source.numbered && source.numbered->tcp) {
    return source.numbered->tcp->has_segment(source.demand->has_packet(now), now);
  }
  return (source.numbered && source.numbered->packets.resending()) || source.demand->has_packet(now);
}

// When the flow may make its next packet; kNever: it has none, or must hear something first.
Time Sources::sendable_at(FlowSource& source, Time now) const {
  if (!source.numbered) [[likely]] {
    return source.demand->has_packet(now) ? now : kNever;
  }
  if (!has_packet(source, now)) {
    return kNever;
  }
  return source.numbered->control ? next_send(source, now) : now;
}

// The time at which the flow's rate control permits one packet more.
Time Sources::next_send(FlowSource& source, Time now) const {
  const Numbered& numbered = *source.numbered;
  return numbered.control->next_send(source.length, source.length * numbered.in_flight(), now);
}

// Something has changed for this flow: whether it takes part in the turns, and when to look again.
void Sources::look_again(FlowSource& source, Time now) {
  const Time at = sendable_at(source, now);
  ReadySet& ready = turns_[source.traffic_class.index()].ready;
  at <= now ? ready.insert(source.place) : ready.erase(source.place);
  if (source.numbered && source.numbered->waits()) {
    const Time timer = source.numbered->next_timer();
    const auto number = static_cast<std::size_t>(&source - sources_.data());
    timers_.set(slot_of(number, kControl), at <= now ? timer : std::min(at, timer));
  }
}

[[gnu::hot]] void Sources::refill(ClassId c, Time now) {
  while (context_.egress->waiting(kPort, c).empty() && (held_ & mask_of(c)) == 0) {
    if (send_due_tag(c, now)) {
      continue;
    }
    FlowSource* source = next_source(c, now);
    if (source == nullptr) {
      break;
    }
    make_packet(*source, now);
  }
  arm();
}

void Sources::hold(ClassId c, bool hold, Time now) {
  held_ = static_cast<ClassMask>(hold ? held_ | mask_of(c) : held_ & ~mask_of(c));
  refill(c, now);
}

[[gnu::hot]] Sources::FlowSource* Sources::next_source(ClassId c, Time now) {
  Turns& turns = turns_[c.index()];
  for (;;) {
    const std::size_t place = turns.ready.next_after(turns.last);
    if (place == ReadySet::kNone) {
      return nullptr;
    }
    FlowSource& source = sources_[turns.members[place]];
    if (source.numbered ? sendable_at(source, now) <= now : source.demand->has_packet(now)) {
      turns.last = place;
      latest_ = turns.members[place];
      return &source;
    }
    look_again(source, now);
  }
}

[[gnu::hot]] void Sources::make_packet(FlowSource& source, Time now) {
  if (source.numbered && source.numbered->control && source.numbered->control->wants_tag(true, now)) {
    make_tag(source, now);
  }
  Sent& sent = (*context_.measurements)[source.flow].sent;
  frame::Packet& packet = context_.pool->acquire();
  packet.traffic_class = source.traffic_class;
  packet.ingress = kPort;
  packet.egress = kPort;
  packet.flow = source.flow;
  packet.sequence = static_cast<std::uint32_t>(sent.packets);
  packet.injected = now;
  if (source.plain) [[likely]] {
    packet.length = source.length;
    packet.bytes = source.bytes;
  } else {
    fill(source, packet);
    sent.bytes_beyond += packet.length.count() - source.length.count();
  }
  ++sent.packets;
  ++made_;
  if (source.numbered) {
    number(source, packet, now);
    look_again(source, now);
    if (source.drawn && !source.numbered->resends() && !source.demand->has_packet(now)) {
      sent_all(source, now);
    }
  } else {
    source.demand->take();
    if (!source.demand->has_packet(now)) {
      turns_[source.traffic_class.index()].ready.erase(source.place);
      if (source.drawn) {
        sent_all(source, now);
      }
    }
  }
  context_.egress->enqueue(packet, now);
}

// Writes the parts in which packets of a flow differ; frames of a capture are copied, and the last packet may be
// shorter.
void Sources::fill(const FlowSource& source, frame::Packet& packet) const {
  if (source.capture != nullptr) {
    return copy_captured(*source.capture, packet);
  }
  const FlowSpec& spec = (*context_.flows)[source.flow];
  const std::uint64_t number =
      source.numbered && source.numbered->resends() ? source.numbered->packets.next() : packet.sequence;
  packet.length = source.length;
  packet.bytes = source.bytes;
  if (number + 1 == spec.demand.packets) {
    packet.length = spec.demand.last_length;
    write_headers(packet.bytes, spec, Direction::kForward, spec.demand.last_length);
  }
}

// Writes the packet's number, and asks for an answer where rate control wants one, and where nothing more may be sent
// before one: when the packet goes again, when it is the flow's last, when rate control lets no other go.
void Sources::number(FlowSource& source, frame::Packet& packet, Time now) {
  Numbered& numbered = *source.numbered;
  if (numbered.tcp) {
    return number_segment(source, packet, now);
  }
  Transport transport{
      .meaning = Meaning::kData, .number = packet.sequence, .answer_wanted = numbered.flow.acknowledged};
  const bool again = numbered.packets.resending();
  if (!again) {
    source.demand->take();
  }
  if (numbered.control) {
    numbered.control->sent(packet.length, now);
  }
  if (numbered.resends()) {
    transport.number = static_cast<std::uint32_t>(numbered.packets.next());
    packet.sequence = transport.number;
    (*context_.measurements)[source.flow].sent.retransmitted += again ? 1 : 0;
    numbered.packets.sent(now, numbered.control->round_trip_from(now));
  }
  if (numbered.control) {
    const bool dry = !has_packet(source, now);
    const bool wanted = numbered.control->wants_answer(dry);
    transport.answer_wanted = wanted || again || (numbered.last_is_due && dry) || next_send(source, now) == kNever;
  }
  write_transport(packet.bytes, numbered.flow, transport);
}

std::optional<BitRate> Sources::rate_of(std::uint32_t flow) const {
  const auto found = hearing_.find(connection_of((*context_.flows)[flow], Direction::kBack));
  if (found == hearing_.end() || !sources_[found->second].numbered->control) {
    return std::nullopt;
  }
  return sources_[found->second].numbered->control->rate();
}

}  // namespace weir::host

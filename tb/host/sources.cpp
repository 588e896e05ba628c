// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/sources.h"

#include <algorithm>
#include <utility>

namespace weir::host {

namespace {

// Slots of a source's timers.
constexpr std::size_t kSlots = 2;
constexpr std::size_t kDemand = 0;
constexpr std::size_t kControl = 1;

}  // namespace

Sources::Numbered::Numbered(const FlowSpec& spec)
    : flow(spec),
      packets(spec.settings.timeout),
      control(spec.control != nullptr ? spec.control->make(spec.settings) : nullptr) {}

void Sources::add(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  if (spec.demand.capture) {
    return add_captured(flow);
  }
  FlowSource source;
  source.flow = flow;
  source.demand = traffic::make_source(spec.demand);
  source.length = spec.demand.frame_length;
  source.traffic_class = spec.traffic_class;
  write_headers(source.bytes, spec, Direction::kForward);
  if (spec.numbered()) {
    source.numbered = std::make_unique<Numbered>(spec);
  }
  if (spec.control != nullptr) {
    hearing_.emplace(connection_of(spec, Direction::kBack), static_cast<std::uint32_t>(sources_.size()));
  }
  if (notified_) {
    notified_of_.emplace(connection_of(spec, Direction::kBack), static_cast<std::uint32_t>(sources_.size()));
  }
  add(std::move(source));
}

// A frame queues in the class in which a switch would put it that is as far from here as this host: what the header
// says, and for a mapper by TTL one more than is left at the first switch. One source for each class that occurs.
void Sources::add_captured(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  PerClass<std::vector<std::uint32_t>> by_class;
  const std::vector<traffic::CapturedFrame>& frames = spec.demand.capture->frames();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    frame::Packet packet;
    packet.length = frames[i].length;
    packet.bytes.fill(0);
    const auto bytes = spec.demand.capture->bytes(frames[i]);
    std::copy_n(bytes.begin(), std::min(bytes.size(), frame::kHeaderBytes), packet.bytes.begin());
    const parser::HeaderVector header = context_.parser->parse(packet, bytes);
    const auto ttl = static_cast<std::uint8_t>(std::min(header.ttl + (header.ttl > 0 ? 1 : 0), 255));
    by_class[context_.class_mapper->map(header.pcp, header.dscp, ttl).index()].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (!by_class[c].empty()) {
      FlowSource source;
      source.flow = flow;
      auto capture = std::make_unique<traffic::PcapSource>(spec.demand, std::move(by_class[c]));
      source.capture = capture.get();
      source.demand = std::move(capture);
      source.traffic_class = ClassId(c);
      add(std::move(source));
    }
  }
}

void Sources::add(FlowSource source) {
  Turns& turns = turns_[source.traffic_class.index()];
  source.place = static_cast<std::uint32_t>(turns.members.size());
  turns.members.push_back(static_cast<std::uint32_t>(sources_.size()));
  turns.ready.resize(turns.members.size());
  timers_.resize(kSlots * (sources_.size() + 1));
  const Time start = (*context_.flows)[source.flow].demand.start;
  (*context_.measurements)[source.flow].sent.started = start;
  timers_.set(kSlots * sources_.size() + kDemand, start);
  sources_.push_back(std::move(source));
}

void Sources::start_flow(std::uint32_t flow, Time now) {
  (*context_.measurements)[flow].sent.started = now;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].flow == flow) {
      sources_[i].demand->start_at(now);
      timers_.set(kSlots * i + kDemand, now);
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
    FlowSource& source = sources_[slot / kSlots];
    if (slot % kSlots == kDemand) {
      const Time next = source.demand->wake(now);
      timers_.set(slot, next);
      if (source.numbered) {
        source.numbered->last_is_due = next == kNever;
      }
    } else {
      expire(source, now);
    }
    look_again(source, now);
    refill(source.traffic_class, now);
  }
  arm();
}

// The time that a flow's rate control or go-back-N has waited for.
void Sources::expire(FlowSource& source, Time now) {
  Numbered& numbered = *source.numbered;
  if (numbered.packets.timer(now)) {
    numbered.control->feedback({.lost = true}, now);
  }
  if (numbered.control->next_timer() <= now) {
    numbered.control->timer(now);
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
  look_again(source, now);
  refill(source.traffic_class, now);
  arm();
  return true;
}

bool Sources::notified(const frame::CongestionNotification& notification, Time now) {
  const auto found = notified_of_.find(answer_to(notification));
  if (found == notified_of_.end()) {
    return false;
  }
  FlowSource& source = sources_[found->second];
  ++(*context_.measurements)[source.flow].sent.notifications;
  if (source.numbered && source.numbered->control) {
    source.numbered->control->feedback({.notification = true}, now);
    look_again(source, now);
    refill(source.traffic_class, now);
    arm();
  }
  return true;
}

// Also past the flow's stop a packet goes again: it was made before.
bool Sources::has_packet(const FlowSource& source, Time now) const {
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

// What the flow's rate control says to one packet more.
Time Sources::next_send(FlowSource& source, Time now) const {
  const Numbered& numbered = *source.numbered;
  return numbered.control->next_send(source.length, source.length * numbered.in_flight(), now);
}

// Something has changed for this flow: whether it takes part in the turns, and when to look again.
void Sources::look_again(FlowSource& source, Time now) {
  const Time at = sendable_at(source, now);
  ReadySet& ready = turns_[source.traffic_class.index()].ready;
  at <= now ? ready.insert(source.place) : ready.erase(source.place);
  if (source.numbered && source.numbered->control) {
    const Numbered& numbered = *source.numbered;
    const Time timer = std::min(numbered.packets.next_timer(), numbered.control->next_timer());
    const auto number = static_cast<std::size_t>(&source - sources_.data());
    timers_.set(kSlots * number + kControl, at <= now ? timer : std::min(at, timer));
  }
}

void Sources::refill(ClassId c, Time now) {
  while (context_.egress->waiting(kPort, c).empty()) {
    FlowSource* source = next_source(c, now);
    if (source == nullptr) {
      break;
    }
    make_packet(*source, now);
  }
  arm();
}

Sources::FlowSource* Sources::next_source(ClassId c, Time now) {
  Turns& turns = turns_[c.index()];
  for (;;) {
    const std::size_t place = turns.ready.next_after(turns.last);
    if (place == ReadySet::kNone) {
      return nullptr;
    }
    FlowSource& source = sources_[turns.members[place]];
    if (source.numbered ? sendable_at(source, now) <= now : source.demand->has_packet(now)) {
      turns.last = place;
      return &source;
    }
    look_again(source, now);
  }
}

void Sources::make_packet(FlowSource& source, Time now) {
  Sent& sent = (*context_.measurements)[source.flow].sent;
  frame::Packet& packet = context_.pool->acquire();
  packet.traffic_class = source.traffic_class;
  packet.ingress = kPort;
  packet.egress = kPort;
  packet.flow = source.flow;
  packet.sequence = static_cast<std::uint32_t>(sent.packets);
  packet.injected = now;
  if (source.capture == nullptr) {
    packet.length = source.length;
    packet.bytes = source.bytes;
  } else {
    copy_captured(*source.capture, packet);
  }
  ++sent.packets;
  ++made_;
  if (source.numbered) {
    number(source, packet, now);
    look_again(source, now);
  } else {
    source.demand->take();
    if (!source.demand->has_packet(now)) {
      turns_[source.traffic_class.index()].ready.erase(source.place);
    }
  }
  context_.egress->enqueue(packet, now);
}

// Writes the packet's number, and asks for an answer where nothing more may be sent before one: when the packet goes
// again, when it is the flow's last, when rate control lets no other go.
void Sources::number(FlowSource& source, frame::Packet& packet, Time now) {
  Numbered& numbered = *source.numbered;
  Transport transport{
      .meaning = Meaning::kData, .number = packet.sequence, .answer_wanted = numbered.flow.acknowledged};
  const bool again = numbered.packets.resending();
  if (!again) {
    source.demand->take();
  }
  if (numbered.resends()) {
    transport.number = static_cast<std::uint32_t>(numbered.packets.next());
    packet.sequence = transport.number;
    (*context_.measurements)[source.flow].sent.retransmitted += again ? 1 : 0;
    numbered.packets.sent(now);
  }
  if (numbered.control) {
    numbered.control->sent(source.length, now);
    transport.answer_wanted =
        again || (numbered.last_is_due && !has_packet(source, now)) || next_send(source, now) == kNever;
  }
  write_transport(packet.bytes, numbered.flow, transport);
}

void Sources::copy_captured(const traffic::PcapSource& source, frame::Packet& packet) {
  packet.length = source.next().length;
  packet.bytes.fill(0);
  packet.extras = source.next().fcs_wrong ? frame::kFcsWrong : std::uint8_t{0};
  context_.pool->keep_whole(packet, source.next_bytes());
}

}  // namespace weir::host

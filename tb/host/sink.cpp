// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/sink.h"

#include <algorithm>
#include <utility>

#include "hw_model/frame/ecn_field.h"
#include "tb/host/notification_length.h"
#include "tb/host/rate_tag.h"

namespace weir::host {

namespace {

constexpr PortId kPort{0};

}  // namespace

void Sink::add(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  if (spec.tcp != nullptr) {
    return add_tcp(spec);
  }
  Receiving receiving{.flow = &spec, .responder = make_responder(spec)};
  if (!receiving.responder) {
    return;
  }
  write_headers(receiving.answer, spec, Direction::kBack);
  if (spec.numbered()) {
    connections_.emplace(connection_of(spec, Direction::kForward), std::move(receiving));
  } else {
    by_flow_.emplace(flow, std::move(receiving));
  }
}

bool Sink::notified(const Connection& connection) {
  const FlowSpec* flow = nullptr;
  if (const auto tcp = tcp_.find(connection); tcp != tcp_.end()) {
    flow = tcp->second.flow;
  } else if (const auto numbered = connections_.find(connection); numbered != connections_.end()) {
    flow = numbered->second.flow;
  } else {
    for (const auto& [number, receiving] : by_flow_) {
      flow = connection_of(*receiving.flow, Direction::kForward) == connection ? receiving.flow : flow;
    }
  }
  if (flow == nullptr) {
    return false;
  }
  ++(*context_.measurements)[flow->index].received.notifications;
  return true;
}

Sink::Receiving* Sink::of_flow(const frame::Packet& packet) {
  const auto found = by_flow_.find(packet.flow);
  return found == by_flow_.end() ? nullptr : &found->second;
}

void Sink::received(const frame::Packet& packet, const Transport& transport, const Connection& connection,
                    frame::Ecn mark, Time now) {
  const auto found = transport.meaning == Meaning::kData ? connections_.find(connection) : connections_.end();
  receive(found != connections_.end() ? &found->second : of_flow(packet), packet, transport, mark, now);
}

[[gnu::hot]] void Sink::receive(Receiving* flow, const frame::Packet& packet, const Transport& transport,
                                frame::Ecn mark, Time now) {
  if (flow == nullptr) {
    return measure(packet, mark, true, now);
  }
  const Mark said = std::max(mark_of(mark, flow->flow->undetermined), transport.mark);
  const Response response = flow->responder->received({.number = transport.number,
                                                       .number_bits = number_bits(flow->flow->framing),
                                                       .answer_wanted = transport.answer_wanted,
                                                       .mark = said},
                                                      now);
  measure(packet, mark, response.taken, now);
  if (response.notify != Mark::kNone) {
    answer(*flow, packet, {.meaning = Meaning::kNotification, .mark = response.notify}, now);
  }
  if (response.answer != Answer::kNone) {
    const bool lacking = response.answer == Answer::kNak;
    answer(*flow, packet,
           {.meaning = lacking ? Meaning::kNak : Meaning::kAck,
            .number = static_cast<std::uint32_t>(response.next),
            .mark = said},
           now);
  }
}

[[gnu::hot]] void Sink::measure(const frame::Packet& packet, frame::Ecn mark, bool taken, Time now) {
  if (packet.flow == frame::kForeignFlow) {
    return;
  }
  Received& received = (*context_.measurements)[packet.flow].received;
  if (!taken) {
    ++received.discarded;
    received.discarded_bytes += frame::made_length(packet);
    return;
  }
  const auto length = static_cast<std::uint64_t>(packet.length.count());
  ++received.packets;
  const bool congested = mark == frame::Ecn::kCongestion || (context_.fecn && frame::fecn_of(packet).value_or(false));
  received.marked += congested ? 1 : 0;
  received.undetermined += mark == context_.undetermined ? 1 : 0;
  received.bytes += length;
  received.taken_off_bytes += (frame::made_length(packet) - packet.length).count();
  received.steady_bytes += now >= context_.steady_from ? length : 0;
  received.last = now;
  received.out_of_order += packet.sequence != received.next_sequence ? 1 : 0;
  received.next_sequence = packet.sequence + 1;
  if (context_.latencies != nullptr) [[unlikely]] {
    context_.latencies->add((*context_.flows)[packet.flow], now - packet.injected);
  }
}

// A new answer, counted; the caller writes its bytes and its number.
frame::Packet& Sink::new_answer(const FlowSpec& flow, Time now) {
  frame::Packet& answer = context_.pool->acquire();
  answer.length = flow.acknowledgement_length;
  answer.traffic_class = flow.traffic_class;
  answer.ingress = kPort;
  answer.egress = kPort;
  answer.flow = flow.index | kAcknowledgement;
  answer.injected = now;
  Received& received = (*context_.measurements)[flow.index].received;
  ++received.acknowledgements_sent;
  received.acknowledgement_bytes += answer.length;
  ++answered_;
  return answer;
}

[[gnu::hot]] void Sink::answer(const Receiving& receiving, const frame::Packet& packet, const Transport& what,
                               Time now) {
  const FlowSpec& flow = *receiving.flow;
  frame::Packet& answer = new_answer(flow, now);
  answer.sequence = packet.sequence;
  answer.bytes = receiving.answer;
  const Bytes notification = notification_length(flow.framing, answer.length);
  if (what.meaning == Meaning::kNotification && answer.length < notification) {
    (*context_.measurements)[flow.index].received.acknowledgement_bytes += notification - answer.length;
    answer.length = notification;
    write_headers(answer.bytes, flow, Direction::kBack, notification);
  }
  if (flow.numbered()) {
    write_transport(answer.bytes, flow, what);
  }
  context_.egress->enqueue(answer, now);
}

void Sink::return_tag(const FlowSpec& flow, const frame::FeraTag& tag, Time now) {
  frame::FeraTag returning = tag;
  returning.op = frame::FeraOp::kReturning;
  frame::Packet& back =
      make_rate_tag(*context_.pool, flow.source_address, flow.destination_address, flow, returning, now);
  Received& received = (*context_.measurements)[flow.index].received;
  ++received.tags;
  received.steady_tags += now >= context_.steady_from ? 1 : 0;
  ++answered_;
  context_.egress->enqueue(back, now);
}

}  // namespace weir::host

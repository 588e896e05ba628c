// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/nic.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/frame/data_frame.h"

namespace weir::host {

namespace {

constexpr PortId kPort{0};

// Source and destination trade places on the way back.
frame::DataFrameFields headers(const FlowSpec& flow, bool back) {
  frame::DataFrameFields fields;
  fields.source = back ? flow.destination_address : flow.source_address;
  fields.destination = back ? flow.source_address : flow.destination_address;
  fields.traffic_class = flow.traffic_class;
  fields.source_ip = frame::Ipv4Address(back ? flow.destination_ip : flow.source_ip);
  fields.destination_ip = frame::Ipv4Address(back ? flow.source_ip : flow.destination_ip);
  fields.source_port = back ? flow.destination_port : flow.source_port;
  fields.destination_port = back ? flow.source_port : flow.destination_port;
  fields.ttl = flow.ttl;
  fields.dscp = flow.dscp;
  fields.length = back ? flow.acknowledgement_length : flow.demand.frame_length;
  return fields;
}

// A host's parser takes no time.
asic::SwitchConfig with_plain_parser(asic::SwitchConfig config) {
  config.parser = {};
  return config;
}

}  // namespace

Nic::Nic(const sc_core::sc_module_name& name, const NicContext& context)
    : Device(name, with_plain_parser(context.config), context.timing, context.factories, *context.pool, context.index),
      context_(context),
      class_mapper_(context.config.class_mapper) {}

void Nic::add_source(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  if (spec.demand.capture) {
    return add_captured(flow);
  }
  FlowSource source;
  source.flow = flow;
  source.demand = traffic::make_source(spec.demand);
  source.prototype.length = spec.demand.frame_length;
  source.prototype.traffic_class = spec.traffic_class;
  frame::write_data_frame(source.prototype.bytes, headers(spec, false));
  add(std::move(source));
}

// A frame queues in the class in which a switch would put it that is as far from here as this host: what the header
// says, and for a mapper by TTL one more than is left at the first switch. One source for each class that occurs.
void Nic::add_captured(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  PerClass<std::vector<std::uint32_t>> by_class;
  const std::vector<traffic::CapturedFrame>& frames = spec.demand.capture->frames();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    frame::Packet packet;
    packet.length = frames[i].length;
    packet.bytes.fill(0);
    const auto bytes = spec.demand.capture->bytes(frames[i]);
    std::copy_n(bytes.begin(), std::min(bytes.size(), frame::kHeaderBytes), packet.bytes.begin());
    const parser::HeaderVector header = parser_.parse(packet, bytes);
    const auto ttl = static_cast<std::uint8_t>(std::min(header.ttl + (header.ttl > 0 ? 1 : 0), 255));
    by_class[class_mapper_.map(header.pcp, header.dscp, ttl).index()].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (!by_class[c].empty()) {
      FlowSource source;
      source.flow = flow;
      auto capture = std::make_unique<traffic::PcapSource>(spec.demand, std::move(by_class[c]));
      source.capture = capture.get();
      source.demand = std::move(capture);
      source.prototype.traffic_class = ClassId(c);
      source.prototype.bytes.fill(0);
      add(std::move(source));
    }
  }
}

void Nic::add(FlowSource source) {
  by_class_[source.prototype.traffic_class.index()].push_back(sources_.size());
  scheduler().schedule((*context_.flows)[source.flow].demand.start, EventKind::kSource, PortId(sources_.size()));
  sources_.push_back(std::move(source));
}

void Nic::own_work(const Event& event) {
  if (event.kind != EventKind::kSource) {
    broken_invariant("a host has neither crossbar nor registers", name(), "", event.at);
  }
  wake_source(event.port, event.at);
}

// The port of a kSource event is the number of the source.
void Nic::wake_source(PortId number, Time now) {
  FlowSource& source = sources_[number.index()];
  if (const Time next = source.demand->wake(now); next != kNever) {
    scheduler().schedule(next, EventKind::kSource, number);
  }
  refill(source.prototype.traffic_class, now);
}

// Keeps one packet of the class waiting, so that the port never idles while a source has something to send.
void Nic::refill(ClassId c, Time now) {
  while (egress_.waiting(kPort, c).empty()) {
    FlowSource* source = next_source(c, now);
    if (source == nullptr) {
      return;
    }
    make_packet(*source, now);
  }
}

// Sources of a class take turns, packet by packet.
Nic::FlowSource* Nic::next_source(ClassId c, Time now) {
  const std::vector<std::size_t>& candidates = by_class_[c.index()];
  std::size_t& turn = turn_[c.index()];
  for (std::size_t tried = 0; tried < candidates.size(); ++tried) {
    turn = turn + 1 < candidates.size() ? turn + 1 : 0;
    if (sources_[candidates[turn]].demand->has_packet(now)) {
      return &sources_[candidates[turn]];
    }
  }
  return nullptr;
}

void Nic::make_packet(FlowSource& source, Time now) {
  std::uint64_t& sent = (*context_.measurements)[source.flow].sent.packets;
  frame::Packet& packet = pool_.acquire();
  packet.traffic_class = source.prototype.traffic_class;
  packet.ingress = kPort;
  packet.egress = kPort;
  packet.flow = source.flow;
  packet.sequence = static_cast<std::uint32_t>(sent);
  packet.injected = now;
  if (source.capture == nullptr) {
    packet.length = source.prototype.length;
    packet.bytes = source.prototype.bytes;
  } else {
    copy_captured(*source.capture, packet);
  }
  ++sent;
  source.demand->take();
  egress_.enqueue(packet, now);
}

void Nic::copy_captured(const traffic::PcapSource& source, frame::Packet& packet) {
  packet.length = source.next().length;
  packet.bytes.fill(0);
  packet.extras = source.next().fcs_wrong ? frame::kFcsWrong : std::uint8_t{0};
  pool_.keep_whole(packet, source.next_bytes());
}

// The sink. Flow control sees every packet come in and, at once, leave.
void Nic::admission(PortId, Time now) {
  parser::HeaderVector header;
  frame::Packet& packet = ports_.front()->take_admitted(header);
  ports_.front()->data_under_way().prefetch_measurement(1);
  const ClassId c = class_mapper_.map(header.pcp, header.dscp, header.ttl);
  engines_.front()->packet_admitted(c, packet.length, packet.length, now);
  engines_.front()->packet_released(c, packet.length, Bytes(0), now);
  if (!is_mine(packet, header)) {
    ++misdelivered_;
  } else if ((packet.flow & kAcknowledgement) != 0) {
    ++(*context_.measurements)[packet.flow & ~kAcknowledgement].sent.acknowledgements_received;
  } else {
    deliver_data(packet, now);
  }
  pool_.release(packet);
}

// A captured frame has the addresses of other hosts: it is the flow's destination that counts.
bool Nic::is_mine(const frame::Packet& packet, const parser::HeaderVector& header) const {
  const bool whole = !header.error || *header.error == frame::DecodeError::kTtlExpired;
  if (packet.flow == frame::kForeignFlow || !whole) {
    return false;
  }
  if (header.destination_ip == context_.ip && header.network == parser::Network::kIpv4) {
    return true;
  }
  const FlowSpec& spec = (*context_.flows)[packet.flow & ~kAcknowledgement];
  return spec.demand.capture != nullptr && spec.destination_ip == context_.ip;
}

void Nic::deliver_data(const frame::Packet& packet, Time now) {
  Received& received = (*context_.measurements)[packet.flow].received;
  const auto length = static_cast<std::uint64_t>(packet.length.count());
  ++received.packets;
  received.bytes += length;
  received.steady_bytes += now >= context_.steady_from ? length : 0;
  received.last = now;
  received.out_of_order += packet.sequence != received.next_sequence ? 1 : 0;
  received.next_sequence = packet.sequence + 1;
  const FlowSpec& flow = (*context_.flows)[packet.flow];
  if (flow.acknowledged) {
    ++received.acknowledgements_sent;
    acknowledge(packet, flow, now);
  }
}

void Nic::acknowledge(const frame::Packet& packet, const FlowSpec& flow, Time now) {
  frame::Packet& answer = pool_.acquire();
  answer.length = flow.acknowledgement_length;
  answer.traffic_class = flow.traffic_class;
  answer.ingress = kPort;
  answer.egress = kPort;
  answer.flow = flow.index | kAcknowledgement;
  answer.sequence = packet.sequence;
  answer.injected = now;
  const auto [header, is_new] = answers_.try_emplace(packet.flow);
  if (is_new) {
    frame::write_data_frame(header->second, headers(flow, true));
  }
  answer.bytes = header->second;
  egress_.enqueue(answer, now);
}

}  // namespace weir::host

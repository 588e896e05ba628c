// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/nic.h"

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

}  // namespace

Nic::Nic(const sc_core::sc_module_name& name, const NicContext& context)
    : TimedDevice(name, context.timing),
      context_(context),
      parser_("parser", parser::ParserConfig{}),
      class_mapper_(context.config.class_mapper),
      ports_(asic::make_ports(context.config, parser_, scheduler(), *context.pool)),
      egress_("egress", context.config.egress, ports_, engines_, scheduler(), static_cast<egress::Departure&>(*this)) {
  engines_ = asic::make_engines(context.config, basename(), context.index, context.factories, ports_, egress_);
}

void Nic::add_source(std::uint32_t flow) {
  const FlowSpec& spec = (*context_.flows)[flow];
  FlowSource source;
  source.flow = flow;
  source.demand = traffic::make_source(spec.demand);
  source.prototype.length = spec.demand.frame_length;
  source.prototype.traffic_class = spec.traffic_class;
  source.prototype.flow = flow;
  source.prototype.ingress = kPort;
  source.prototype.egress = kPort;
  frame::write_data_frame(source.prototype.bytes, headers(spec, false));
  by_class_[spec.traffic_class.index()].push_back(sources_.size());
  scheduler().schedule(spec.demand.start, EventKind::kSource, PortId(sources_.size()));
  sources_.push_back(std::move(source));
}

void Nic::trace_classes(ClassMask classes) {
  enable_trace();
  probes_ = std::make_unique<asic::PortProbes>(*trace(), basename(), 1, classes, egress_, engines_);
}

void Nic::start_of_simulation() { engines_.front()->start(Time(0)); }

void Nic::work(const Event& event) {
  const Time now = event.at;
  flow_control::FlowControl& engine = *engines_.front();
  switch (event.kind) {
    case EventKind::kTransmitEnd:
      egress_.transmit_end(kPort, now);
      break;
    case EventKind::kControlArrival:
      engine.feedback_arrived(ports_.front()->arrived_control(now).bytes, now);
      break;
    case EventKind::kControlEffect:
      control_effect(now);
      break;
    case EventKind::kPauseExpiry:
      engine.pause_expiry(event.traffic_class, now);
      break;
    case EventKind::kAdmission:
      deliver(now);
      break;
    case EventKind::kFeedbackTimer:
      engine.feedback_timer(event.traffic_class, now);
      break;
    case EventKind::kGateOpen:
      egress_.gate_open(kPort, now);
      break;
    case EventKind::kSource:
      wake_source(event.port, now);
      break;
    case EventKind::kCrossbarSlot:
    case EventKind::kRegisterAccess:
    case EventKind::kSample:
      broken_invariant("a host has no crossbar", name(), "", now);
  }
  if (probes_) {
    probes_->update(kPort, now, [](ClassId) { return Bytes(0); });
  }
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
  frame::Packet& packet = context_.pool->acquire();
  packet.length = source.prototype.length;
  packet.traffic_class = source.prototype.traffic_class;
  packet.ingress = kPort;
  packet.egress = kPort;
  packet.bytes = source.prototype.bytes;
  packet.flow = source.flow;
  packet.sequence = static_cast<std::uint32_t>(source.made);
  packet.injected = now;
  ++source.made;
  source.demand->take();
  ++(*context_.measurements)[source.flow].sent.packets;
  egress_.enqueue(packet, now);
}

// The sink. Flow control sees every packet come in and, at once, leave.
void Nic::deliver(Time now) {
  parser::HeaderVector header;
  frame::Packet& packet = ports_.front()->take_admitted(header);
  const ClassId c = class_mapper_.map(header.pcp, header.dscp, header.ttl);
  engines_.front()->packet_admitted(c, packet.length, packet.length, now);
  engines_.front()->packet_released(c, packet.length, Bytes(0), now);
  const bool whole = !header.error || *header.error == frame::DecodeError::kTtlExpired;
  if (packet.flow == frame::kForeignFlow || !whole || header.destination_ip != context_.ip) {
    ++misdelivered_;
  } else if ((packet.flow & kAcknowledgement) != 0) {
    ++(*context_.measurements)[packet.flow & ~kAcknowledgement].sent.acknowledgements_received;
  } else {
    deliver_data(packet, now);
  }
  link::FramePool::release(packet);
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
  frame::Packet& answer = context_.pool->acquire();
  answer.length = flow.acknowledgement_length;
  answer.traffic_class = flow.traffic_class;
  answer.ingress = kPort;
  answer.egress = kPort;
  answer.flow = flow.index | kAcknowledgement;
  answer.sequence = packet.sequence;
  answer.injected = now;
  frame::write_data_frame(answer.bytes, headers(flow, true));
  egress_.enqueue(answer, now);
}

void Nic::control_effect(Time now) {
  frame::Packet& packet = ports_.front()->take_effective_control();
  engines_.front()->feedback_received(packet.bytes, now);
  link::FramePool::release(packet);
}

}  // namespace weir::host

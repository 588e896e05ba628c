// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/nic.h"

#include <algorithm>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/invariant.h"
#include "hw_model/datapath/parser/deep_parser.h"
#include "hw_model/frame/congestion_notification.h"
#include "hw_model/frame/link_local.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::host {

namespace {

// A host's parser takes no time.
asic::SwitchConfig with_plain_parser(asic::SwitchConfig config) {
  config.parser = {};
  return config;
}

bool is_message(const parser::HeaderVector& header) {
  return !header.error && header.ethertype == static_cast<std::uint16_t>(frame::EtherType::kLocalExperiment);
}

// The VIQ depth told to flow control to stop the upstream device at once.
Bytes full_depth(const asic::SwitchConfig& config, const flow_control::BenchView& engine) {
  const bool by_credits = flow_control::credits_of(config.flow_control) != nullptr;
  return by_credits ? Bytes(0) : std::max(config.mmu.viq_limit.highest(), engine.first_threshold());
}

}  // namespace

Nic::Nic(const sc_core::sc_module_name& name, const NicContext& context)
    : Device(name, with_plain_parser(context.config), context.timing, context.factories, *context.pool, context.index),
      ip_(context.ip),
      flows_(*context.flows),
      measurements_(*context.measurements),
      class_mapper_(asic::class_mapper_of(context.config)),
      by_packets_(asic::maps_by_packets(context.config)),
      intake_(*engines_.front(), full_depth(context.config, *engines_.front()), context.service_rate > BitRate(0)),
      service_rate_(context.service_rate),
      sources_({.flows = context.flows,
                .measurements = context.measurements,
                .pool = context.pool,
                .egress = &egress_,
                .scheduler = &scheduler(),
                .parser = &parser_,
                .class_mapper = &class_mapper_}),
      sink_({.flows = context.flows,
             .measurements = context.measurements,
             .pool = context.pool,
             .egress = &egress_,
             .steady_from = context.steady_from,
             .latencies = context.latencies ? &latencies_ : nullptr,
             .undetermined = context.undetermined,
             .fecn = context.fecn,
             .at = [this](Time when, std::function<void(Time)> action) { at(when, std::move(action)); }}) {
  take_disciplines(context.config, context.seed);
  if (context.notified) {
    sources_.expect_notifications();
    hear(static_cast<std::uint8_t>(frame::PrivateSubtype::kCongestionNotification),
         [this](std::span<const std::uint8_t> body, Time now) {
           const auto notification = frame::read_congestion_notification(body);
           return notification && (sources_.notified(*notification, now) || sink_.notified(answer_to(*notification)));
         });
  }
}

void Nic::start_of_simulation() {
  Device::start_of_simulation();
  sources_.start();
}

void Nic::own_work(Event event) {
  if (event.kind == EventKind::kHostService) {
    return served(event.traffic_class, event.at);
  }
  if (event.kind != EventKind::kSource) {
    broken_invariant("a host has neither crossbar nor registers", name(), "", event.at);
  }
  sources_.wake(event.at);
}

void Nic::stop_taking(ClassId c, Time from, Time until, Stop how) {
  at(from, [this, c, how, until](Time now) { intake_.begin_stop(c, how, until == kNever, now); });
  if (until != kNever) {
    at(until, [this, c](Time now) {
      intake_.end_stop(c, now);
      service_rate_ > BitRate(0) ? serve(now) : intake_.drains(c) ? drain(c, now) : take_kept(c, now);
    });
  }
}

void Nic::set_drain_rate(ClassId c, BitRate rate, Time from) {
  at(from, [this, c, rate](Time) {
    intake_.drain(c);
    drains_[c.index()].rate = rate;
  });
}

// Begins to take a packet of the class, unless it takes one.
void Nic::drain(ClassId c, Time now) {
  Drain& drain = drains_[c.index()];
  if (const frame::Packet* next = drain.busy ? nullptr : intake_.ready(c)) {
    drain.busy = true;
    scheduler().schedule(now + serialization_time(next->length, drain.rate), EventKind::kHostService, PortId(0), c);
  }
}

[[gnu::hot]] void Nic::admission(PortId, Time now) {
  parser::HeaderVector header;
  frame::Packet& packet = ports_.front()->take_admitted(header);
  ports_.front()->data_under_way().prefetch_measurement(1);
  if (header.error == frame::DecodeError::kBadFcs) [[unlikely]] {
    return discard(packet);
  }
  const ClassId c = by_packets_ ? packet.traffic_class  // in which the last switch has queued the packet
                                : class_mapper_.map(header.code_point, header.dscp, header.ttl);
  if (intake_.admit(packet, c, now)) {
    take(packet, header, now);
  } else if (service_rate_ > BitRate(0)) {
    serve(now);
  } else if (intake_.drains(c)) {
    drain(c, now);
  }
}

// What the wire has damaged ends here; of a packet its flow is known, to the bench alone.
void Nic::discard(frame::Packet& packet) {
  ++taken_;
  ++damaged_frames_;
  if (!frame::is_link_local(packet)) {
    damaged_[packet.flow].add(frame::made_length(packet));
  }
  pool_.release(packet);
}

// Begins to take a packet, unless it takes one.
void Nic::serve(Time now) {
  const std::optional<ClassId> c = serving_ ? std::nullopt : intake_.next_served();
  if (!c) {
    return;
  }
  serving_ = true;
  const Bytes length = intake_.kept(*c).front().length;
  scheduler().schedule(now + serialization_time(length, service_rate_), EventKind::kHostService, PortId(0), *c);
}

// Takes the packet, unless the class has stopped meanwhile: then it starts on the packet again later.
void Nic::served(ClassId c, Time now) {
  (intake_.drains(c) ? drains_[c.index()].busy : serving_) = false;
  if (frame::Packet* packet = intake_.next_taken(c, now)) {
    take(*packet, parser_.parse(*packet, link::FramePool::whole_of(*packet)), now);
  }
  intake_.drains(c) ? drain(c, now) : serve(now);
}

void Nic::take_kept(ClassId c, Time now) {
  while (frame::Packet* packet = intake_.next_taken(c, now)) {
    take(*packet, parser_.parse(*packet, link::FramePool::whole_of(*packet)), now);
  }
}

[[gnu::hot]] void Nic::take(frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if (header.error == frame::DecodeError::kTtlExpired) [[unlikely]] {
    const auto whole = link::FramePool::whole_of(packet);
    return take(packet, parse_deep(packet, whole, parser_.config(), parser::ExpiredTtl::kSound), now);
  }
  ++taken_;
  misdelivered_ += deliver(packet, header, now) ? 0 : 1;
  pool_.release(packet);
}

// False: the packet is for another host, or of an unknown kind.
[[gnu::hot]] bool Nic::deliver(const frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if ((packet.flow & frame::kMadeInNetwork) != 0 && is_message(header)) [[unlikely]] {
    return deliver_message(packet, now);
  }
  if (!is_mine(packet, header)) {
    return false;
  }
  if (sources_.hears() || sink_.has_connections()) {
    return deliver_connected(packet, header, now);
  }
  if (packet.flow == frame::kForeignFlow) {
    return false;
  }
  if (is_answer(packet)) {
    count_answer(packet, {}, now);
  } else {
    sink_.received(packet, mark_of(packet, header), now);
  }
  return true;
}

bool Nic::deliver_message(const frame::Packet& packet, Time now) {
  const auto message = frame::read_routed_message(packet.bytes);
  if (!message || frame::destination_mac(packet) != engine(PortId(0)).address()) {
    return false;
  }
  if (message->subtype == static_cast<std::uint8_t>(frame::PrivateSubtype::kFeraTag)) {
    const auto tag = frame::read_fera_tag(message->body);
    return tag && deliver_tag(packet, *tag, now);
  }
  const auto handler = handlers_.find(message->subtype);
  return handler != handlers_.end() && handler->second(message->body, now);
}

// A rate tag is for this host if it names a flow between its two addresses that has a regulator.
bool Nic::deliver_tag(const frame::Packet& packet, const frame::FeraTag& tag, Time now) {
  if (tag.flow >= flows_.size() || !flows_[tag.flow].tagged()) {
    return false;
  }
  const FlowSpec& flow = flows_[tag.flow];
  const frame::MacAddress from = frame::source_mac(packet);
  if (tag.op == frame::FeraOp::kReturning) {
    if (flow.source_ip != ip_ || from != flow.destination_address) {
      return false;
    }
    sources_.tag_returned(tag, now);
    return true;
  }
  if (flow.destination_ip != ip_ || from != flow.source_address) {
    return false;
  }
  sink_.return_tag(flow, tag, now);
  return true;
}

// A TCP segment or answer of a connection of this host; false: of no connection here. A packet whose descriptor names a
// flow without TCP belongs to that flow, whatever its bytes say.
bool Nic::deliver_tcp(const frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  const bool foreign = packet.flow == frame::kForeignFlow;
  const std::uint32_t flow = packet.flow & ~kAcknowledgement;
  const auto segment = read_tcp_segment(packet, header);
  if (!segment || (!foreign && flows_[flow].tcp == nullptr)) {
    return false;
  }
  const Connection connection = connection_of(packet, header);
  if (segment->payload > Bytes(0)) {
    return sink_.received(packet, *segment, connection, mark_of(packet, header), now);
  }
  if (!sources_.answered(*segment, connection, now)) {
    return false;
  }
  if (!foreign) {
    Sent& sent = measurements_[flow].sent;
    ++sent.acknowledgements_received;
    sent.acknowledgement_bytes += packet.length;
  }
  return true;
}

// Delivers a packet at a host with numbered flows, where the bytes of the frame say what it is for.
bool Nic::deliver_connected(const frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if (is_tcp(header) && deliver_tcp(packet, header, now)) {
    return true;
  }
  const Transport transport = read_transport(packet, header);
  const Connection connection = connection_of(packet, header);
  const bool foreign = packet.flow == frame::kForeignFlow;
  if (foreign ? transport.meaning <= Meaning::kData : !is_answer(packet)) {
    if (foreign && !sink_.knows(connection)) {
      return false;
    }
    sink_.received(packet, transport, connection, mark_of(packet, header), now);
    return true;
  }
  if (!foreign) {
    count_answer(packet, transport, now);
  }
  const bool heard = transport.meaning > Meaning::kData && sources_.answered(transport, connection, now);
  return heard || !foreign;
}

// A captured frame has the addresses of other hosts: it is the flow's destination that counts. A frame of no flow of
// ours is for this host where a connection of it says so.
bool Nic::is_mine(const frame::Packet& packet, const parser::HeaderVector& header) const {
  if (header.error) {
    return false;
  }
  if (header.destination_ip == ip_ && header.network == parser::Network::kIpv4) {
    return true;
  }
  if (packet.flow == frame::kForeignFlow) {
    return false;
  }
  const FlowSpec& spec = flows_[packet.flow & ~kAcknowledgement];
  return spec.demand.capture != nullptr && spec.destination_ip == ip_;
}

}  // namespace weir::host

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What few switches have between forwarding and the MMU: class mappers in RTL, a class mapper by packets, the admission
// policy, and the edges of a FERA region (mechanisms/congestion/fera_edge.h): which packets pass them, and how tags go
// back or begin their way.

#include "hw_model/asic/class_rules.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

// What few switches have in front of the MMU. False: the packet has been dropped, or is kept.
bool SwitchAsic::passes_screens(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if (!mappers_.empty() && !passes_mapper(p, packet, header, now)) {
    return false;
  }
  map_by_packet(packet, header, now);
  if (by_channel_ && !has_channel(packet)) {
    drop_without_channel(p, packet, now);
    return false;
  }
  if (!edges_.empty() && !pass_edges(p, packet, now)) {
    return false;
  }
  if (policy_ != nullptr && !policy_admits(packet, now)) {
    drop(packet, drops_of(p, packet.traffic_class).refused, {packet, "refused"}, now);
    return false;
  }
  return true;
}

void SwitchAsic::take_mappers(const Factories& factories) {
  if (!not_in_mapper(config_.class_mapper).empty())
    return;
  for (std::size_t p = 0; p < ports(); ++p) {
    auto block = factories.of<reference::ClockedClassMapper>()({.source = 0, .ttl0 = 0},
                                                               std::string(basename()) + ".p" + std::to_string(p));
    if (block == nullptr)
      continue;
    mappers_.resize(ports());
    mappers_[p] = std::make_unique<forwarding::ClockedMapper>(std::move(block));
  }
}

// By the block of this port.
forwarding::ClockedMapper::Answer SwitchAsic::mapped(PortId p, const parser::HeaderVector& header, Time now) {
  const ClassId c = forwarding_.class_of(header);
  const flow_control::FlowControlConfig config = engines_[p.index()]->context().config;
  const bool follows = flow_control::traits_of(config.scheme).follows_ttl;
  return mappers_[p.index()]->ask({.header = header,
                                   .traffic_class = c,
                                   .paused = follows ? config.ttl_pfc.paused_by(c) : c.index(),
                                   .shift = follows && config.ttl_pfc.class_shift},
                                  forwarding_.mapper(), now);
}

// The block sees a packet that the parser drops because of its TTL.
[[gnu::noinline]] void SwitchAsic::show_mapper(PortId p, const parser::HeaderVector& header, Time now) {
  if (header.error == frame::DecodeError::kTtlExpired && mappers_[p.index()] != nullptr)
    mapped(p, header, now);
}

// The packet has the class that the block says. False: by the block it has expired, and has been dropped.
bool SwitchAsic::passes_mapper(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if (mappers_[p.index()] == nullptr)
    return true;
  const forwarding::ClockedMapper::Answer answer = mapped(p, header, now);
  packet.traffic_class = answer.traffic_class;
  if (answer.expires) {
    constexpr auto kExpired = frame::DecodeError::kTtlExpired;
    std::uint64_t& counter = drops_of(p, packet.traffic_class).by_error[static_cast<std::size_t>(kExpired)];
    drop(packet, counter, {packet, frame::name(kExpired)}, now);
  }
  return !answer.expires;
}

// While the settings name the mapper with which the switch is built, and it judges packets.
[[gnu::noinline]] void SwitchAsic::map_by_packet(frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  if (by_packets_ && reference::is_own(forwarding_.mapper().source)) {
    const reference::MapperFields fields{.point = header.code_point, .dscp = header.dscp, .ttl = header.ttl};
    packet.traffic_class = own_mapper_->class_of(packet, fields, now);
  }
}

bool SwitchAsic::policy_admits(const frame::Packet& packet, Time now) {
  const ClassId c = packet.traffic_class;
  return policy_->admits({.packet = packet,
                          .viq_depth = mmu_.viq_depth(packet.ingress, c),
                          .veq_depth = egress_.veq_depth(packet.egress, c),
                          .free = mmu_.buffer().free() * mmu_.config().cell},
                         now);
}

// Called between forwarding and the MMU. False: the packet goes no further.
bool SwitchAsic::pass_edges(PortId p, frame::Packet& packet, Time now) {
  if (congestion::FeraEdge* const edge = edges_[p.index()].get()) {
    const congestion::FeraEdge::Verdict verdict = edge->comes_in(packet, now);
    if (verdict == congestion::FeraEdge::Verdict::kDropped) {
      drop(packet, drops_of(p, packet.traffic_class).policed, {packet, "policed"}, now);
      return false;
    }
    if (verdict == congestion::FeraEdge::Verdict::kTakenOff) {
      take_off(packet);
      return false;
    }
  }
  switch (turned(packet, now)) {
    case AtEdge::kEnds:
      take_off(packet);
      return false;
    case AtEdge::kGoesBack:
      go_back(packet, now);
      return false;
    case AtEdge::kPasses:
      break;
  }
  return true;
}

// A forward tag that is routed out of the region goes back to its source, with the rate of the port by which it would
// have left. It ends here if its flow belongs to this switch, or if its source cannot be reached.
SwitchAsic::AtEdge SwitchAsic::turned(frame::Packet& packet, Time now) {
  const auto edge_of = [&] { return edges_[packet.egress.index()].get(); };
  if (edge_of() == nullptr) {
    return AtEdge::kPasses;
  }
  AtEdge becomes = AtEdge::kPasses;
  if (frame::fera_op(packet.bytes) == frame::FeraOp::kForward) {
    edge_of()->turns();
    egress_.watchers().detectors(packet.egress)->turns(packet, now);
    frame::turn_fera_tag(packet.bytes);
    if (reference::follows_ttl(forwarding_.mapper().source)) {
      frame::set_routed_ttl(packet.bytes, own_ttl());
      becomes = AtEdge::kGoesBack;
    }
    if (!goes(packet, parser_.parse(packet))) {
      return AtEdge::kEnds;
    }
  }
  const bool ends = frame::fera_op(packet.bytes) == frame::FeraOp::kReturning && edge_of() != nullptr &&
                    edge_of()->comes_back(packet, now);
  return ends ? AtEdge::kEnds : becomes;
}

// Where classes follow the TTL, the way back begins at its first hop, as if the tag had been made here: in the class of
// a later hop the tag would fill a VIQ that pauses another class than the one in which the tag came.
void SwitchAsic::go_back(frame::Packet& packet, Time now) {
  if (!internal_source_.adopt(packet)) {
    return take_off(packet);
  }
  ++tags_taken_off_;
  enter(packet, now);
}

void SwitchAsic::take_off(frame::Packet& packet) {
  ++tags_taken_off_;
  pool_.release(packet);
}

// Sends a tag on its way as notify() sends a notification. A flow that stays at this switch gets its answer at once.
void SwitchAsic::put_on(PortId /*port*/, frame::MacAddress destination, frame::MacAddress source,
                        const frame::FeraTag& tag, std::uint32_t about, Time now) {
  frame::Packet* packet = internal_source_.make_tag(destination, source, tag, about, own_ttl(), now);
  if (packet == nullptr) {
    return;
  }
  if (!goes(*packet, parser_.parse(*packet))) {
    return internal_source_.give_up(*packet);
  }
  if (turned(*packet, now) == AtEdge::kEnds) {
    return internal_source_.withdraw(*packet);
  }
  if (const egress::DetectorRow* row = egress_.watchers().detectors(packet->egress)) {
    row->offered(*packet, egress_.veq_depth(packet->egress, packet->traffic_class), now);
  }
  enter(*packet, now);
}

}  // namespace weir::asic

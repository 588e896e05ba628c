// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera_edge.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/packet_fields.h"
#include "hw_model/frame/private_tags.h"

namespace weir::congestion {
namespace {

constexpr std::int64_t kPicosecondsPerNanosecond = 1'000;

FeraEdgeTerms terms_of(const PortContext& context) {
  const reference::FeraSettings& meter = context.config.fera.meter;
  const auto n0 = static_cast<std::int64_t>(meter.n0);
  return {.line_kbps = frame::fera_rate(context.line_rate),
          .initial_kbps = frame::fera_rate(context.line_rate / n0),
          .burst = context.config.fera_edge.burst,
          .tag_interval = context.config.fera_edge.tag_interval,
          .patience = meter.interval * 2};
}

}  // namespace

FeraEdge::FeraEdge(const PortContext& context, PortId port, FeraEdgeActions& actions)
    : actions_(actions),
      port_(port),
      terms_(terms_of(context)),
      classes_(context.config.fera.classes),
      paused_(context.pauses ? static_cast<ClassMask>(classes_ & context.lossless) : ClassMask{0}),
      whole_port_(context.pauses_port),
      lowest_(paused_ != 0 ? lowest_class(context.lossless) : ClassId(0)),
      slots_(context.config.fera_edge.flows) {
  flows_.reserve(slots_);
}

// The slot of the packet's flow. Hardware looks the addresses up in all slots at once.
FeraEdge::Flow* FeraEdge::flow_of(const frame::Packet& packet, Time now) {
  const frame::MacAddress source = frame::source_mac(packet);
  const frame::MacAddress destination = frame::destination_mac(packet);
  const ClassId c = packet.traffic_class;
  const auto known = std::ranges::find_if(flows_, [&](const Flow& flow) {
    return flow.destination == destination && flow.source == source && flow.c == c;
  });
  if (known != flows_.end()) {
    return &*known;
  }
  const Flow fresh{source, destination, c, FeraEdgeRegulator(terms_, now), packet.flow};
  if (flows_.size() < slots_) {
    flows_.push_back(fresh);
    return &flows_.back();
  }
  const auto idle = std::ranges::find_if(flows_, [&](Flow& flow) { return flow.regulator.is_idle(now); });
  if (idle == flows_.end()) {
    ++counters_.unserved;
    return nullptr;
  }
  *idle = fresh;
  return &*idle;
}

FeraEdge::Verdict FeraEdge::comes_in(const frame::Packet& packet, Time now) {
  if ((classes_ & mask_of(packet.traffic_class)) == 0 || frame::destination_mac(packet).is_group()) {
    return Verdict::kGoesOn;
  }
  if (frame::fera_op(packet.bytes) == frame::FeraOp::kReturning) {
    ++counters_.refused;
    return Verdict::kTakenOff;
  }
  Flow* const flow = flow_of(packet, now);
  if (flow == nullptr) {
    return Verdict::kGoesOn;
  }
  if (flow->regulator.wants_tag(now)) {
    put_on(*flow, now);
  }
  const bool pauses = (paused_ & mask_of(flow->c)) != 0;
  if (!pauses && !flow->regulator.conforms(packet.length, now)) {
    ++counters_.dropped;
    return Verdict::kDropped;
  }
  flow->regulator.sent(packet.length, now);
  if (flow->regulator.owes(now) && !keeps_paused(pause_of(flow->c))) {
    look_at(now);
  }
  return Verdict::kGoesOn;
}

void FeraEdge::put_on(Flow& flow, Time now) {
  const auto slot = static_cast<std::uint32_t>(&flow - flows_.data());
  ++counters_.put_on;
  const frame::FeraTag tag{.traffic_class = flow.c,
                           .flow = kOfAnEdge | slot,
                           .sequence = flow.regulator.tag_goes(now),
                           .clock_ns = static_cast<std::uint64_t>(now.count() / kPicosecondsPerNanosecond)};
  actions_.put_on(port_, flow.destination, flow.source, tag, flow.about, now);
}

// A tag of an edge that names no flow of this edge belongs to a flow that is over: no station outside could want the
// tag.
bool FeraEdge::comes_back(const frame::Packet& packet, Time now) {
  const auto message = frame::read_routed_message(packet.bytes);
  const auto tag = message.and_then([](const auto& said) { return frame::read_fera_tag(said.body); });
  if (!tag || (tag->flow & kOfAnEdge) == 0) {
    return false;
  }
  ++counters_.taken_off;
  const std::size_t slot = tag->flow & ~kOfAnEdge;
  if (slot >= flows_.size()) {
    return true;
  }
  Flow& flow = flows_[slot];
  if (flow.source == frame::destination_mac(packet) && flow.destination == frame::source_mac(packet) &&
      flow.c == tag->traffic_class && flow.regulator.tag_returns(tag->sequence, tag->rate_kbps, now)) {
    look_at(now);
  }
  return true;
}

void FeraEdge::look_at(Time at) {
  if (at < looks_at_) {
    looks_at_ = at;
    actions_.schedule_edge(port_, at);
  }
}

void FeraEdge::keep(ClassId pause, bool on, Time now) {
  if (keeps_paused(pause) == on) {
    return;
  }
  counters_.holds += on ? 1 : 0;
  if (actions_.keep_peer_paused(port_, pause, on, now)) {
    kept_ = static_cast<ClassMask>(kept_ ^ mask_of(pause));
  }
}

// An event is stale if another time has been asked for since.
void FeraEdge::timer(Time now) {
  if (now < looks_at_) {
    return;
  }
  looks_at_ = kNever;
  ClassMask owing = 0;
  Time next = kNever;
  for (Flow& flow : flows_) {
    if ((paused_ & mask_of(flow.c)) == 0 || !flow.regulator.owes(now)) {
      continue;
    }
    owing = static_cast<ClassMask>(owing | mask_of(pause_of(flow.c)));
    if (flow.regulator.wants_tag(now)) {
      put_on(flow, now);
    }
    next = std::min({next, flow.regulator.paid_at(now), flow.regulator.tag_at()});
  }
  for_each_class(static_cast<ClassMask>(owing | kept_), [&](ClassId c) { keep(c, (owing & mask_of(c)) != 0, now); });
  if (next != kNever) {
    look_at(next);
  }
}

void FeraEdge::reset() {
  flows_.clear();
  kept_ = 0;
  looks_at_ = kNever;
}

}  // namespace weir::congestion

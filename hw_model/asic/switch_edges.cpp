// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The edges of a FERA region at a switch (mechanisms/congestion/fera_edge.h): which of its packets pass them, and how
// tags go back or begin their way.

#include "hw_model/asic/switch_asic.h"

namespace weir::asic {

// Between forwarding and the MMU. False: it goes no further.
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
  if (leaves_region(packet, now)) {
    take_off(packet);
    return false;
  }
  return true;
}

// A forward tag that is routed out of the region goes back to its source, with the rate of the port by which it would
// have left. True: what it is now goes no further, because its flow is of this switch, or nobody can be told.
bool SwitchAsic::leaves_region(frame::Packet& packet, Time now) {
  const auto edge_of = [&] { return edges_[packet.egress.index()].get(); };
  if (edge_of() == nullptr) {
    return false;
  }
  if (frame::fera_op(packet.bytes) == frame::FeraOp::kForward) {
    edge_of()->turns();
    egress_.detectors(packet.egress)->turns(packet, now);
    frame::turn_fera_tag(packet.bytes);
    if (!forwarding_.route(packet, parser_.parse(packet))) {
      return true;
    }
  }
  return frame::fera_op(packet.bytes) == frame::FeraOp::kReturning && edge_of() != nullptr &&
         edge_of()->comes_back(packet, now);
}

void SwitchAsic::take_off(frame::Packet& packet) {
  ++tags_taken_off_;
  pool_.release(packet);
}

// As notify(). A flow that stays at this switch has its answer at once.
void SwitchAsic::put_on(PortId /*port*/, frame::MacAddress destination, frame::MacAddress source,
                        const frame::FeraTag& tag, std::uint32_t about, Time now) {
  frame::Packet* packet = internal_source_.make_tag(destination, source, tag, about, now);
  if (packet == nullptr) {
    return;
  }
  if (!forwarding_.route(*packet, parser_.parse(*packet))) {
    return internal_source_.give_up(*packet);
  }
  if (leaves_region(*packet, now)) {
    return internal_source_.withdraw(*packet);
  }
  if (const egress::DetectorRow* row = egress_.detectors(packet->egress)) {
    row->offered(*packet, egress_.veq_depth(packet->egress, packet->traffic_class), now);
  }
  if (internal_source_.wait(*packet)) {
    scheduler().schedule(now, EventKind::kInternalFrame, PortId(0));
  }
}

}  // namespace weir::asic

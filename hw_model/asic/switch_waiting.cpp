// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Packets for an output by which their class has no channel: what the switch still holds of them, and what it drops.

#include "hw_model/asic/switch_asic.h"

namespace weir::asic {

namespace {

// Looks for a packet that waits at an input, or crosses, for this output and class.
class WaitsFor final : public crossbar::WaitingVisitor {
 public:
  WaitsFor(PortId egress, ClassId c) : egress_(egress), class_(c) {}
  void waiting(const frame::Packet& packet, const frame::Packet&) override {
    found_ = found_ || (packet.egress == egress_ && packet.traffic_class == class_);
  }
  bool found() const { return found_; }

 private:
  PortId egress_;
  ClassId class_;
  bool found_ = false;
};

}  // namespace

// The packet has been accepted by its link, and its credits there, if its class has a channel at the ingress, are free
// at once.
void SwitchAsic::drop_without_channel(PortId p, frame::Packet& packet, Time now) {
  const ClassId c = packet.traffic_class;
  flow_control::FlowControl& ingress = *engines_[p.index()];
  ingress.packet_admitted(c, packet.length, mmu_.viq_depth(p, c), now);
  ingress.packet_released(c, packet.length, mmu_.viq_depth(p, c), now);
  drop(packet, drops_of(p, c).no_channel, {packet, "no_channel"}, now);
}

bool SwitchAsic::holds_for(PortId egress, ClassId c) const {
  WaitsFor waits(egress, c);
  crossbar_->visit_waiting(waits);
  return waits.found() || egress_.veq_depth(egress, c) > Bytes(0);
}

}  // namespace weir::asic

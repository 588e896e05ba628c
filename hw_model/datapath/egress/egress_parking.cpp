// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A VEQ with blocked destinations (docs/decisions/0180). A head packet to such a destination is parked: it makes way
// for the packets behind it, and is ahead of them again when the block ends. So the packets of one destination stay in
// order.
//
// Hardware links parked packets to a list of their own, which takes a cycle a packet, during a transmission. In the
// model they are the first packets of the VEQ, and parking takes no time.

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/egress.h"

namespace weir::egress {

void Egress::block(PortId p, ClassId c, const frame::DestinationGroups& groups, Time now) {
  Lane& lane = lanes_[p.index()];
  Veq& veq = veq_.at(p, c);
  if (!blocked_) {
    blocked_ = std::make_unique<PerPortClass<frame::DestinationGroups>>(lanes_.size());
  }
  blocked_->at(p, c) = groups;
  const ClassMask bit = mask_of(c);
  lane.blocks = static_cast<ClassMask>(groups.any() ? lane.blocks | bit : lane.blocks & ~bit);
  veq.parked = 0;
  if (veq.may_leave()) {
    lane.nonempty |= bit;
    veq.counters.hold_and_wait.set(veq.counters.held.running(), now);
  }
  if (!lane.busy) {
    serve(lane, now);
  }
}

// The next packet that may leave is to no blocked destination.
void Egress::park(Lane& lane, Time now) {
  for_each_class(lane.blocks & lane.nonempty, [&](ClassId c) {
    Veq& veq = veq_.at(lane.id, c);
    while (veq.may_leave() && frame::is_of(veq.next(), blocked_->at(lane.id, c))) {
      ++veq.parked;
    }
    if (!veq.may_leave()) {
      lane.nonempty &= static_cast<ClassMask>(~mask_of(c));
      veq.counters.hold_and_wait.set(false, now);
    }
  });
}

}  // namespace weir::egress

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the work of a switch is going to touch, asked for before its turn (TimedDevice::prefetch).

#include "hw_model/asic/switch_asic.h"

namespace weir::asic {

// What admission and departure of a packet touch of its VIQ and of the engine that hears of it.
[[gnu::always_inline]] inline void SwitchAsic::prefetch_viq(PortId p, ClassId c, unsigned round) const {
  if (round == 0) {
    mmu_.prefetch(p, c);
  }
  engines_[p.index()]->prefetch_engine(round);
}

void SwitchAsic::prefetch(Event event, unsigned round) const {
  Device::prefetch(event, round);
  if (round == 0 || round == kPrefetchRounds - 1) {
    return;
  }
  if (event.kind == EventKind::kAdmission) {
    const parser::HeaderVector& head = port(event.port).head();
    forwarding_.prefetch(head, round - 1);
    prefetch_viq(event.port, forwarding_.class_of(head), round - 1);
  } else if (event.kind == EventKind::kTransmitEnd) {
    const auto [ingress, c] = egress_.departing(event.port);
    if (ingress != frame::kNoIngress) {
      prefetch_viq(ingress, c, round - 1);
    }
  }
}

}  // namespace weir::asic

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_fifos.h"

namespace weir::oracle {

Bytes& KnotFifos::counted(PortId egress, PortId ingress) {
  std::vector<Bytes>& counted = veqs_[egress.index()].counted;
  counted.resize(fifos_.size());
  return counted[ingress.index()];
}

void KnotFifos::cross(PortId ingress) {
  const Packet packet = fifos_[ingress.index()].front();
  fifos_[ingress.index()].pop_front();
  veqs_[packet.egress.index()].length += packet.length;
  counted(packet.egress, ingress) += packet.counted;
}

void KnotFifos::queue(PortId egress, Bytes length) { veqs_[egress.index()].length += length; }

void KnotFifos::leave(PortId egress, PortId ingress, const Packet& packet) {
  leave(egress, packet.length);
  counted(egress, ingress) -= packet.counted;
}

void KnotFifos::leave(PortId egress, Bytes length) { veqs_[egress.index()].length -= length; }

void KnotFifos::clear() {
  for (Veq& veq : veqs_) {
    veq = {};
  }
  for (auto& fifo : fifos_) {
    fifo.clear();
  }
}

Bytes KnotFifos::stands(PortId egress, PortId ingress) const {
  const Veq& veq = veqs_[egress.index()];
  const auto& fifo = fifos_[ingress.index()];
  Bytes stands = ingress.index() < veq.counted.size() ? veq.counted[ingress.index()] : Bytes(0);
  if (fifo.empty() || fifo.front().egress != egress) {
    return stands;
  }
  const bool enters = room_ == Bytes(0) ? veq.length == Bytes(0) : veq.length + fifo.front().length <= room_;
  for (const Packet& packet : fifo) {
    stands += enters ? Bytes(0) : packet.counted;
  }
  return stands;
}

}  // namespace weir::oracle

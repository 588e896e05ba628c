// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The FIFOs of a device whose packets wait in one FIFO per input and class, for the oracle of knots: at which egress
// bytes stand. Packets in a VEQ stand there; a whole FIFO stands at its head packet's egress while that VEQ has no room
// for the head. Computed from the queues at each call. Plain data.

#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::oracle {

class KnotFifos {
 public:
  struct Packet {
    PortId egress;
    Bytes length;
    Bytes counted;  // in the unit of XON
  };

  // `room` of each VEQ; 0: a packet enters an empty VEQ only.
  KnotFifos(std::size_t ports, Bytes room) : room_(room), veqs_(ports), fifos_(ports) {}

  void enter(PortId ingress, const Packet& packet) { fifos_[ingress.index()].push_back(packet); }
  void cross(PortId ingress);               // the head packet has entered its VEQ
  void queue(PortId egress, Bytes length);  // a frame made by the device itself
  void leave(PortId egress, PortId ingress, const Packet& packet);
  void leave(PortId egress, Bytes length);  // a frame made by the device itself
  void clear();

  // Bytes from that ingress that stand at that egress.
  Bytes stands(PortId egress, PortId ingress) const;

 private:
  struct Veq {
    Bytes length;
    std::vector<Bytes> counted;  // by ingress; shorter: none
  };

  Bytes& counted(PortId egress, PortId ingress);

  Bytes room_;
  std::vector<Veq> veqs_;
  std::vector<std::deque<Packet>> fifos_;
};

}  // namespace weir::oracle

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What stands at the egresses of a device whose packets wait in one FIFO an input and class, for the oracle of knots:
// what is in a VEQ stands there, and all of a FIFO stands where its head does when that has no room for it. Reckoned
// anew at each look, from the queues alone. Plain data.

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

  // `room` of each VEQ; 0: a packet enters one that is empty.
  KnotFifos(std::size_t ports, Bytes room) : room_(room), veqs_(ports), fifos_(ports) {}

  void enter(PortId ingress, const Packet& packet) { fifos_[ingress.index()].push_back(packet); }
  void cross(PortId ingress);               // the head is in its VEQ
  void queue(PortId egress, Bytes length);  // a frame of the device's own
  void leave(PortId egress, PortId ingress, const Packet& packet);
  void leave(PortId egress, Bytes length);  // one of the device's own
  void clear();

  // Of that ingress, at that egress.
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

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The egress at which packets count that wait in an input FIFO, one FIFO an input and class. If the output of the
// FIFO's head has no room, all packets of the FIFO wait for that output, whatever their own (head-of-line blocking), so
// the whole FIFO counts at the egress of its head. If that output has room, the FIFO moves and counts nowhere. A packet
// that has crossed counts at its own egress.
//
// Room is the output's capacity less the frames waiting there; a frame on the wire is not subtracted, because a held
// output has none. A packet that has begun to cross has its room already, so as head it never counts as blocked.
//
// In hardware: the FIFO's own length, and a comparator for each head. Latency: none of its own.

#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::deadlock {

class ItsyFifos {
 public:
  // The amount of an ingress that waits for an egress has grown (`more`) or shrunk by `amount`.
  struct Change {
    PortId egress;
    PortId ingress;
    std::uint32_t amount = 0;
    bool more = false;
  };

  // `room` of each output; 0: one packet at a time.
  ItsyFifos(std::size_t ports, Bytes room) : room_(room), waits_(ports), fifos_(ports) {}

  // Each function returns the resulting changes in an order in which no amount falls below 0 and no packet counts
  // twice.

  // A packet of ingress i for e has entered the end of i's FIFO; it counts as `amount`.
  const std::vector<Change>& entered(PortId i, PortId e, Bytes length, std::uint32_t amount);

  // The head of i's FIFO has entered the VEQ of its egress.
  const std::vector<Change>& crossed(PortId i);

  // A frame that the switch has made itself has entered the VEQ of e.
  const std::vector<Change>& queued(PortId e, Bytes length);

  // A frame begins to leave the VEQ of e, or is dropped. The caller subtracts the frame's own amount.
  const std::vector<Change>& left(PortId e, Bytes length);

  void reset();

 private:
  struct Waiting {
    PortId egress;
    Bytes length;
    std::uint32_t amount = 0;
  };
  struct Fifo {
    std::deque<Waiting> packets;
    std::uint32_t amount = 0;  // of all of them
    bool blocked = false;      // true: its packets count at the head's egress
  };

  bool is_blocked(const Fifo& fifo) const;
  void look(PortId i);
  void look_at_heads_for(PortId e);

  Bytes room_;
  std::vector<Bytes> waits_;  // bytes in the VEQ, by egress
  std::vector<Fifo> fifos_;   // by ingress
  std::vector<Change> changes_;
};

}  // namespace weir::deadlock

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where packets count that wait in one FIFO an input, of one class: behind a head whose output has no room they wait
// for that output, whatever their own, so all of the FIFO counts at the egress of its head. Where the head may still
// go, the FIFO counts nowhere: it moves. A packet that has crossed counts at its own egress.
//
// Room is what the frames that wait at the output leave of it; a frame on the wire is not looked at, because an output
// that is held has none. What has begun to cross has its room, so its head never counts as blocked.
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
  // So much more, or less, of an ingress waits for an egress.
  struct Change {
    PortId egress;
    PortId ingress;
    std::uint32_t amount = 0;
    bool more = false;
  };

  // `room` of each output; 0: for one packet, where there is none.
  ItsyFifos(std::size_t ports, Bytes room) : room_(room), waits_(ports), fifos_(ports) {}

  // Each returns what that changes, in order: nothing is less than none in between, and nothing counts twice.

  // A packet of ingress i for e, of that length, which counts as `amount`, is at the end of i's FIFO.
  const std::vector<Change>& entered(PortId i, PortId e, Bytes length, std::uint32_t amount);

  // The head of i's FIFO is in the VEQ of its egress.
  const std::vector<Change>& crossed(PortId i);

  // A frame of the switch's own is there.
  const std::vector<Change>& queued(PortId e, Bytes length);

  // A frame there begins to leave, or is dropped. What it counts itself is for the caller to take.
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
    bool blocked = false;      // and they count
  };

  bool is_blocked(const Fifo& fifo) const;
  void look(PortId i);
  void look_at_heads_for(PortId e);

  Bytes room_;
  std::vector<Bytes> waits_;  // in the VEQ, by egress
  std::vector<Fifo> fifos_;   // by ingress
  std::vector<Change> changes_;
};

}  // namespace weir::deadlock

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One wait of a deadlock's cycle, with what a reader asks of the wait: since when, because of which VIQ, and whose
// packets fill that VIQ. Plain data.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/oracle/wait_for_graph.h"

namespace weir::oracle {

// An egress queue of a deadlock's cycle, and the VIQ at the other end of its cable that holds the queue.
struct CycleLink {
  struct Share {
    std::uint32_t flow = 0;  // Packet::flow
    Bytes bytes;             // by the count of the VIQ's flow control
  };
  QueueId queue;
  Time held_since;                    // queue: it has been held with packets in it since then
  QueueId viq;                        // its device is the peer
  Time paused_since = kNever;         // viq: its present pause began then; kNever: the scheme has no pauses
  Bytes depth;                        // viq, when the deadlock was found
  std::vector<Share> waits_for = {};  // packets of viq behind held queues, by flow, most bytes first
};

}  // namespace weir::oracle

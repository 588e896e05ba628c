// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Deadlock of a lossless network, decided on one instant's picture of it. Plain data in, plain data out.
//
// Vertices are egress queues held by flow control while packets wait in them. A held queue waits for the VIQ at the
// other end of its cable to drain; the packets of that VIQ wait in egress queues of that device, some of which are held
// too. The greatest set of held queues of which each stays held as long as the others do is stuck for ever; where it
// has a cycle, that is a deadlock. docs/reference/oracle.md has the proof.

#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::oracle {

// Egress queue (port, class) of a device, or VIQ (port, class); ordered by device, then port, then class.
struct QueueId {
  std::size_t device = 0;
  PortId port;
  ClassId traffic_class;

  auto operator<=>(const QueueId&) const = default;
};

// Packets of one VIQ that wait alike.
struct WaitingBytes {
  QueueId own;  // the egress queue that they leave through
  QueueId
      blocker;  // the queue that what is in front of them waits for, where they have not reached their own; else own
  Bytes bytes;  // that they occupy, as the VIQ's flow control reckons
  std::size_t account = 0;  // bytes of one account add up, and of several the fullest counts
};

// An egress queue that flow control holds while packets wait in it.
struct HeldQueue {
  QueueId queue;
  Time since;  // hold-and-wait since
  // What waits in the VIQ at the other end of the cable.
  std::vector<WaitingBytes> peer_viq;
  // Whether this queue stays held for ever when the VIQ never falls below `stuck`. Grows with `stuck`.
  std::function<bool(Bytes stuck)> stays_held;
};

struct Stuck {
  Time formed_at;              // when the first self-sustaining circular wait had closed; kNever without a cycle
  std::vector<QueueId> cycle;  // in waiting order, from its smallest queue; empty without a cycle
  std::vector<QueueId> waiting_on_cycle;     // stuck queues that wait for a cycle or are in one, `cycle` left out
  std::vector<QueueId> stuck_without_cycle;  // stuck for ever, behind something else
};

// Nothing when every held queue can be released. The result does not depend on the order of `held`. Each queue is
// listed once. Time: O(n m) for the set, with n held queues and m entries of their VIQs, times log n for `formed_at`.
std::optional<Stuck> find_stuck(const std::vector<HeldQueue>& held);

}  // namespace weir::oracle

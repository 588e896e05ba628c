// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The wait-for graph: deadlocks of a lossless network, decided from one instant's picture. Plain data in and out.
//
// Vertices are egress queues that flow control holds while packets wait in them. A held queue waits for the VIQ at the
// other end of its cable to drain; packets of that VIQ wait in egress queues of that device, some of which are held
// too. The greatest set of held queues of which each stays held as long as the others do is stuck for ever; if it has a
// cycle, that is a deadlock. docs/reference/oracle.md has the proof.

#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::oracle {

// An egress queue, or a VIQ, of a device (port, class); ordered by device, then port, then class.
struct QueueId {
  std::size_t device = 0;
  PortId port;
  ClassId traffic_class;

  auto operator<=>(const QueueId&) const = default;
};

// Packets of one VIQ that wait for the same queue.
struct WaitingBytes {
  QueueId own;              // the egress queue through which the packets leave
  QueueId blocker;          // the queue that the packets in front of them wait for; own if they have reached theirs
  Bytes bytes;              // by the count of the VIQ's flow control
  std::size_t account = 0;  // within an account bytes add up; of several accounts the fullest counts
};

// An egress queue that flow control holds while packets wait in it.
struct HeldQueue {
  QueueId queue;
  Time since;  // hold-and-wait since
  // The packets in the VIQ at the other end of the cable.
  std::vector<WaitingBytes> peer_viq;
  // Whether this queue stays held for ever if the VIQ never falls below `stuck`. Monotonic in `stuck`.
  std::function<bool(Bytes stuck)> stays_held;
};

struct Stuck {
  Time formed_at;              // when the first self-sustaining circular wait had closed; kNever without a cycle
  std::vector<QueueId> cycle;  // in waiting order, from its smallest queue; empty without a cycle
  // Held last, since formed_at: the first such queue of the cycle; else one beside it, whose packets the cycle needs to
  // sustain itself. Only with a cycle.
  QueueId closed_by;
  std::vector<QueueId> waiting_on_cycle;     // stuck queues in a cycle or waiting for one, without `cycle`
  std::vector<QueueId> stuck_without_cycle;  // stuck for ever, but not because of a cycle
};

// nullopt: every held queue can be released. The result does not depend on the order of `held`. Each queue is listed
// once. Time: O(n m) for the set, with n held queues and m entries of their VIQs, times log n for `formed_at`.
std::optional<Stuck> find_stuck(const std::vector<HeldQueue>& held);

}  // namespace weir::oracle

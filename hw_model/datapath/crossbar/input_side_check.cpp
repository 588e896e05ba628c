// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Walks over the queues of the inputs: for the oracle, and for invariants.

#include <string>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/input_side.h"

namespace weir::crossbar {

std::string InputSide::name_of_queue(std::size_t input, std::size_t output, ClassId c) {
  return "input " + std::to_string(input) + " to output " + std::to_string(output) + " class " +
         std::to_string(c.index());
}

void InputSide::visit(WaitingVisitor& visitor) const {
  for (const ClassQueues& queues : classes_) {
    for (const Queue& queue : queues.queues) {
      if (queue.packets.empty()) {
        continue;
      }
      const frame::Packet& head = queue.packets.front();
      const bool blocked = queue.cells_left == kNotBegun && !may_begin(head);
      for (const frame::Packet& packet : queue.packets) {
        visitor.waiting(packet, blocked ? head : packet);
      }
    }
  }
}

void InputSide::check(Time now) const {
  Bytes held;
  std::vector<PerClass<Bytes>> reserved(config_.ports);  // by output
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (!classes_[c].queues.empty()) {
      held += check_class(ClassId(c), reserved, now);
    }
  }
  if (held != held_) {
    broken_invariant("the crossbar counts " + std::to_string(held_.count()) + " B in transit, its queues hold " +
                         std::to_string(held.count()) + " B",
                     "all inputs", "", now);
  }
  for (std::size_t output = 0; output < config_.ports; ++output) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      const Bytes counted = reserved_.at(PortId(output), ClassId(c));
      const Bytes taken = counted + output_.veq_depth(PortId(output), ClassId(c));
      if (counted != reserved[output][c] || (config_.room > Bytes(0) && taken > config_.room) ||
          room_.at(PortId(output), ClassId(c)) != free_room(PortId(output), ClassId(c))) {
        broken_invariant("reserved " + std::to_string(counted.count()) + " B of " + std::to_string(taken.count()) +
                             " B taken, packets begun hold " + std::to_string(reserved[output][c].count()) +
                             " B, room is " + std::to_string(config_.room.count()) + " B",
                         "output " + std::to_string(output) + " class " + std::to_string(c), "", now);
      }
    }
  }
}

// Adds up what has begun into `reserved`; returns the bytes that wait in class c.
Bytes InputSide::check_class(ClassId c, std::vector<PerClass<Bytes>>& reserved, Time now) const {
  Bytes held;
  for (const Queue& queue : classes_[c.index()].queues) {
    for (const frame::Packet& packet : queue.packets) {
      held += packet.length;
    }
    if (queue.packets.empty()) {
      continue;
    }
    const frame::Packet& head = queue.packets.front();
    const bool begun = queue.cells_left != kNotBegun;
    if (begun) {
      reserved[head.egress.index()][c.index()] += head.length;
    }
    const bool may_go = begun || may_begin(head);
    const std::size_t pair = head.egress.index() * inputs_ + input_of(head);
    if (((offers_[pair] & mask_of(c)) != 0) != may_go ||
        requests_.contains(head.egress.index(), input_of(head)) != (offers_[pair] != 0)) {
      broken_invariant(may_go ? "a head that may go does not ask" : "a head that may not go asks",
                       name_of_queue(input_of(head), head.egress.index(), c), frame::identity(head), now);
    }
  }
  return held;
}

}  // namespace weir::crossbar

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
  for (const ClassQueues* queues = highest_; queues != nullptr; queues = queues->lower) {
    held += check_class(*queues, reserved, now);
  }
  if (held != held_) {
    broken_invariant("the crossbar counts " + std::to_string(held_.count()) + " B in transit, its queues hold " +
                         std::to_string(held.count()) + " B",
                     "all inputs", "", now);
  }
  for (const ClassQueues* queues = highest_; queues != nullptr; queues = queues->lower) {
    for (std::size_t output = 0; output < config_.ports; ++output) {
      const Door& door = queues->doors[output];
      const Bytes begun = reserved[output][queues->id.index()];
      const Bytes taken = door.reserved + output_.veq_depth(PortId(output), queues->id);
      if (door.reserved != begun || (config_.room > Bytes(0) && taken > config_.room) ||
          door.room != free_room(PortId(output), queues->id)) {
        broken_invariant("reserved " + std::to_string(door.reserved.count()) + " B of " +
                             std::to_string(taken.count()) + " B taken, packets begun hold " +
                             std::to_string(begun.count()) + " B, room is " + std::to_string(config_.room.count()) +
                             " B",
                         "output " + std::to_string(output) + " class " + std::to_string(queues->id.index()), "", now);
      }
    }
  }
}

// Adds up what has begun into `reserved`; returns the bytes that wait in this class.
Bytes InputSide::check_class(const ClassQueues& queues, std::vector<PerClass<Bytes>>& reserved, Time now) const {
  Bytes held;
  for (const Queue& queue : queues.queues) {
    for (const frame::Packet& packet : queue.packets) {
      held += packet.length;
    }
    if (queue.packets.empty()) {
      continue;
    }
    const frame::Packet& head = queue.packets.front();
    const bool begun = queue.cells_left != kNotBegun;
    const std::size_t output = head.egress.index();
    const std::size_t input = input_of(head);
    if (begun) {
      reserved[output][queues.id.index()] += head.length;
    }
    const bool may_go = begun || may_begin(head);
    const bool asks = queues.offered.contains(output, input);
    const PortWord beside = offered_beside<Width::kAny>(queues, output, input / kPortsPerWord);
    if (asks != may_go || requests_.contains(output, input) != (asks || (beside & bit_of(input)) != 0)) {
      broken_invariant(may_go ? "a head that may go does not ask" : "a head that may not go asks",
                       name_of_queue(input, output, queues.id), frame::identity(head), now);
    }
  }
  return held;
}

}  // namespace weir::crossbar

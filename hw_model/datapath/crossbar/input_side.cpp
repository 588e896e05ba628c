// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/input_side.h"

#include <algorithm>
#include <string>

#include "hw_model/base/invariant.h"

namespace weir::crossbar {

namespace {

std::string queue_name(std::size_t input, std::size_t output, ClassId c) {
  return "input " + std::to_string(input) + " to output " + std::to_string(output) + " class " +
         std::to_string(c.index());
}

}  // namespace

InputSide::InputSide(const InputSideConfig& config, Output& output, Gate* gate, RequestListener* listener)
    : config_(config),
      inputs_(config.ports + (config.own_input ? 1 : 0)),
      output_(output),
      gate_(gate),
      listener_(listener),
      reserved_(config.ports),
      scarce_(config.ports),
      requests_(inputs_),
      outputs_(inputs_),
      askers_(inputs_),
      asked_(inputs_),
      offers_(inputs_ * inputs_) {}

void InputSide::use(ClassQueues& queues) {
  queues.queues = std::vector<Queue>(inputs_ * queues_an_input());
  queues.refused = std::vector<Refused>(gate_ == nullptr ? 0 : queues.queues.size());
  queues.heads = PortMatrix(inputs_);
  queues.wanted = PortMatrix(gate_ == nullptr ? 0 : inputs_);
}

void InputSide::push(std::size_t input, frame::Packet& packet, Time now) {
  const std::size_t output = packet.egress.index();
  if (packet.length > config_.max_frame) {
    broken_invariant("a packet of " + std::to_string(packet.length.count()) + " B came to a crossbar for at most " +
                         std::to_string(config_.max_frame.count()) + " B",
                     queue_name(input, output, packet.traffic_class), frame::identity(packet), now);
  }
  Queue& queue = of_class(packet.traffic_class).queues[index(input, output)];
  const bool is_head = queue.packets.empty();
  queue.packets.push_back(packet);
  held_ += packet.length;
  if (is_head) {
    new_head(input, packet, now);
  }
  judge_again(input, packet.traffic_class, now);
}

Bytes InputSide::free_room(PortId output, ClassId c) const {
  const Bytes taken = output_.veq_depth(output, c) + reserved_.at(output, c);
  if (config_.room == Bytes(0)) {
    return taken == Bytes(0) ? config_.max_frame : Bytes(0);
  }
  return config_.room - taken;
}

// may_begin() if the head's output has this room; notes the time if the gate refuses.
bool InputSide::judged(const frame::Packet& head, Bytes room, Time now) {
  if (!gate_lets(head)) {
    Refused& refused = classes_[head.traffic_class.index()].refused[index(input_of(head), head.egress.index())];
    refused.since = std::min(refused.since, now);
    return false;
  }
  return head.length <= room;
}

void InputSide::note_begun(const frame::Packet& head, Time now) {
  Refused& refused = classes_[head.traffic_class.index()].refused[index(input_of(head), head.egress.index())];
  if (refused.since != kNever) {
    refused.longest = std::max(refused.longest, now - refused.since);
    refused.since = kNever;
  }
}

Time InputSide::longest_refused(PortId input, ClassId c, Time now) const {
  const std::vector<Refused>& all = classes_[c.index()].refused;
  Time longest;
  for (std::size_t i = 0; i < queues_an_input() && !all.empty(); ++i) {
    const Refused& one = all[index(input.index(), i)];
    longest = std::max({longest, one.longest, one.since == kNever ? Time(0) : now - one.since});
  }
  return longest;
}

void InputSide::new_head(std::size_t input, const frame::Packet& head, Time now) {
  const ClassId c = head.traffic_class;
  ClassQueues& queues = classes_[c.index()];
  queues.heads.insert(head.egress.index(), input);
  if (gate_ != nullptr) {
    queues.wanted.insert(input, head.egress.index());
  }
  const bool plenty = gate_ == nullptr && scarce_.at(head.egress, c) == 0;
  if (plenty || judged(head, free_room(head.egress, c), now)) {
    offer(input, head.egress.index(), c, true, now);
  }
}

// Renews or withdraws the offers of the heads that wait for (output, c), after its room has become `room`.
void InputSide::fit(PortId output, ClassId c, Bytes room, Time now) {
  const bool scarce = room < config_.max_frame;
  if (!scarce && scarce_.at(output, c) == 0 && gate_ == nullptr) {
    return;  // every head was offered, and still is
  }
  scarce_.at(output, c) = scarce ? 1 : 0;
  const ClassQueues& queues = classes_[c.index()];
  if (queues.queues.empty()) {
    return;
  }
  for_each_port(queues.heads.row(output.index()), [&](std::size_t input) {
    const Queue& queue = queues.queues[index(input, output.index())];
    if (queue.cells_left == kNotBegun) {
      const bool may_go = judged(queue.packets.front(), room, now);
      if (may_go != is_offered(input, output.index(), c)) {
        offer(input, output.index(), c, may_go, now);
      }
    }
  });
}

// Asks the gate again, since the depth of this input has changed, and renews or withdraws the offers of its heads.
void InputSide::judge_again(std::size_t input, ClassId c, Time now) {
  if (gate_ == nullptr) {
    return;
  }
  const ClassQueues& queues = classes_[c.index()];
  for_each_port(queues.wanted.row(input), [&](std::size_t output) {
    const Queue& queue = queues.queues[index(input, output)];
    if (queue.cells_left == kNotBegun) {
      offer(input, output, c, judged(queue.packets.front(), free_room(PortId(output), c), now), now);
    }
  });
}

void InputSide::offer(std::size_t input, std::size_t output, ClassId c, bool may_go, Time now) {
  ClassMask& offers = offers_[output * inputs_ + input];
  const ClassMask before = offers;
  const auto after = static_cast<ClassMask>(may_go ? before | mask_of(c) : before & ~mask_of(c));
  if (after == before) {
    return;
  }
  if (may_go && listener_ != nullptr) {
    listener_->requests(PortId(input), PortId(output), now);
  }
  offers = after;
  if (before == 0) {
    requests_.insert(output, input);
    ++asked_[input];
    if (askers_[output]++ == 0) {
      outputs_.insert(output);
    }
  } else if (after == 0) {
    requests_.erase(output, input);
    --asked_[input];
    if (--askers_[output] == 0) {
      outputs_.erase(output);
    }
  }
}

// The packet at the head of the queue reserves its room.
void InputSide::begin(Queue& queue, std::size_t input, Bytes cell, Time now) {
  const frame::Packet& packet = queue.packets.front();
  const PortId output = packet.egress;
  const ClassId c = packet.traffic_class;
  const Bytes room = free_room(output, c);
  if (packet.length > room || !gate_lets(packet)) {
    broken_invariant("a packet begins that may not", queue_name(input, output.index(), c), frame::identity(packet),
                     now);
  }
  queue.cells_left = static_cast<std::uint32_t>((packet.length + cell - Bytes(1)) / cell);
  reserved_.at(output, c) += packet.length;
  if (gate_ != nullptr) {
    if (packet.ingress != frame::kNoIngress) {
      note_begun(packet, now);
      gate_->begins(packet);
    }
    judge_again(input, c, now);
  }
  fit(output, c, config_.room == Bytes(0) ? Bytes(0) : room - packet.length, now);
}

std::uint32_t InputSide::send_cell(PortId input, PortId output, ClassId c, Bytes cell, Time now) {
  Queue& queue = classes_[c.index()].queues[index(input.index(), output.index())];
  if (queue.cells_left == kNotBegun) {
    begin(queue, input.index(), cell, now);
  }
  return --queue.cells_left;
}

std::uint32_t InputSide::send_all(PortId input, PortId output, ClassId c, Bytes cell, Time now) {
  Queue& queue = classes_[c.index()].queues[index(input.index(), output.index())];
  if (queue.cells_left == kNotBegun) {
    begin(queue, input.index(), cell, now);
  }
  const std::uint32_t left = --queue.cells_left;
  if (left != 0 && !is_alone(input.index(), output.index())) {
    return kCompetes;
  }
  queue.cells_left = 0;
  return left;
}

std::size_t InputSide::deliver(PortId input, PortId output, ClassId c, Time now) {
  ClassQueues& queues = classes_[c.index()];
  Queue& queue = queues.queues[index(input.index(), output.index())];
  frame::Packet& packet = queue.packets.front();
  if (queue.cells_left != 0 || packet.egress != output) {
    broken_invariant("a packet is handed over before its last cell", queue_name(input.index(), output.index(), c),
                     frame::identity(packet), now);
  }
  queue.packets.pop_front();
  queue.cells_left = kNotBegun;
  offer(input.index(), output.index(), c, false, now);
  queues.heads.erase(output.index(), input.index());
  if (gate_ != nullptr) {
    queues.wanted.erase(input.index(), output.index());
  }
  held_ -= packet.length;
  // The bytes move from the reservation to the VEQ, so the output's room stays the same.
  reserved_.at(output, c) -= packet.length;
  output_.enqueue(packet, now);
  if (queue.packets.empty()) {
    return kNoPort;
  }
  new_head(input.index(), queue.packets.front(), now);
  return queue.packets.front().egress.index();
}

void InputSide::reset(std::vector<frame::Packet*>& packets) {
  for (ClassQueues& queues : classes_) {
    for (Queue& queue : queues.queues) {
      for (; !queue.packets.empty(); queue.packets.pop_front()) {
        packets.push_back(&queue.packets.front());
      }
      queue.cells_left = kNotBegun;
    }
    if (!queues.queues.empty()) {
      queues.heads = PortMatrix(inputs_);
      queues.wanted = PortMatrix(gate_ == nullptr ? 0 : inputs_);
    }
    std::fill(queues.refused.begin(), queues.refused.end(), Refused{});
  }
  held_ = Bytes(0);
  reserved_ = PerPortClass<Bytes>(config_.ports);
  scarce_ = PerPortClass<std::uint8_t>(config_.ports, 1);  // not known
  requests_ = PortMatrix(inputs_);
  outputs_ = PortSet(inputs_);
  std::fill(askers_.begin(), askers_.end(), std::uint16_t{0});
  std::fill(asked_.begin(), asked_.end(), std::uint16_t{0});
  std::fill(offers_.begin(), offers_.end(), ClassMask{0});
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
  PerPortClass<Bytes> reserved(config_.ports);
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
      if (counted != reserved.at(PortId(output), ClassId(c)) || (config_.room > Bytes(0) && taken > config_.room)) {
        broken_invariant("reserved " + std::to_string(counted.count()) + " B of " + std::to_string(taken.count()) +
                             " B taken, packets begun hold " +
                             std::to_string(reserved.at(PortId(output), ClassId(c)).count()) + " B, room is " +
                             std::to_string(config_.room.count()) + " B",
                         "output " + std::to_string(output) + " class " + std::to_string(c), "", now);
      }
    }
  }
}

// Adds up what has begun into `reserved`; returns the bytes that wait in class c.
Bytes InputSide::check_class(ClassId c, PerPortClass<Bytes>& reserved, Time now) const {
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
      reserved.at(head.egress, c) += head.length;
    }
    const bool may_go = begun || may_begin(head);
    const std::size_t pair = head.egress.index() * inputs_ + input_of(head);
    if (((offers_[pair] & mask_of(c)) != 0) != may_go ||
        requests_.contains(head.egress.index(), input_of(head)) != (offers_[pair] != 0)) {
      broken_invariant(may_go ? "a head that may go does not ask" : "a head that may not go asks",
                       queue_name(input_of(head), head.egress.index(), c), frame::identity(head), now);
    }
  }
  return held;
}

}  // namespace weir::crossbar

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/input_side.h"

#include <algorithm>
#include <string>

#include "hw_model/base/invariant.h"

namespace weir::crossbar {

InputSide::InputSide(const InputSideConfig& config, Output& output, Gate* gate, RequestListener* listener)
    : config_(config),
      inputs_(config.ports + (config.own_input ? 1 : 0)),
      queues_an_input_(config.queueing == Queueing::kFifo ? 1 : inputs_),
      of_output_(config.queueing == Queueing::kFifo ? 0 : ~std::size_t{0}),
      output_(output),
      gate_(gate),
      listener_(listener),
      requests_(inputs_),
      outputs_(inputs_),
      asked_(inputs_),
      several_(inputs_) {}

// The first packet of the class has come.
void InputSide::use(ClassId c) {
  ClassQueues& queues = classes_[c.index()];
  queues.id = c;
  ClassQueues** place = &highest_;
  while (*place != nullptr && (*place)->id > c) {
    place = &(*place)->lower;
  }
  queues.lower = std::exchange(*place, &queues);
  queues.queues = std::vector<Queue>(inputs_ * queues_an_input_);
  queues.refused = std::vector<Refused>(gate_ == nullptr ? 0 : queues.queues.size());
  queues.doors = std::vector<Door>(inputs_);
  for (std::size_t output = 0; output < config_.ports; ++output) {
    queues.doors[output].room = free_room(PortId(output), c);
  }
  queues.heads = PortMatrix(inputs_);
  queues.offered = PortMatrix(inputs_);
  queues.wanted = PortMatrix(gate_ == nullptr ? 0 : inputs_);
}

void InputSide::too_long(std::size_t input, const frame::Packet& packet, Time now) const {
  broken_invariant("a packet of " + std::to_string(packet.length.count()) + " B came to a crossbar for at most " +
                       std::to_string(config_.max_frame.count()) + " B",
                   name_of_queue(input, packet.egress.index(), packet.traffic_class), frame::identity(packet), now);
}

void InputSide::wrong(const char* what, PortId input, PortId output, const ClassQueues& queues, const Queue& queue,
                      Time now) {
  broken_invariant(what, name_of_queue(input.index(), output.index(), queues.id),
                   frame::identity(queue.packets.front()), now);
}

template <Width kWidth>
[[gnu::hot]] void InputSide::push(std::size_t input, frame::Packet& packet, Time now) {
  const std::size_t output = packet.egress.index();
  if (packet.length > config_.max_frame) [[unlikely]] {
    too_long(input, packet, now);
  }
  ClassQueues& queues = of_class(packet.traffic_class);
  Queue& queue = queues.queues[index(input, output)];
  const bool is_head = queue.packets.empty();
  queue.packets.push_back(packet);
  held_ += packet.length;
  shortest_ = std::min<Bytes>(shortest_, packet.length);
  longest_ = std::max<Bytes>(longest_, packet.length);
  if (is_head) {
    new_head<kWidth>(input, queues, queue, now);
  }
  if (kWidth == Width::kAny && gate_ != nullptr) {
    judge_again(input, packet.traffic_class, now);
  }
}

Bytes InputSide::free_room(PortId output, ClassId c) const {
  const Bytes taken = output_.veq_depth(output, c) + reserved(output, c);
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
  for (std::size_t i = 0; i < queues_an_input_ && !all.empty(); ++i) {
    const Refused& one = all[index(input.index(), i)];
    longest = std::max({longest, one.longest, one.since == kNever ? Time(0) : now - one.since});
  }
  return longest;
}

template <Width kWidth>
void InputSide::new_head(std::size_t input, ClassQueues& queues, Queue& queue, Time now) {
  const frame::Packet& head = queue.packets.front();
  const std::size_t output = head.egress.index();
  queue.head_bytes = static_cast<std::uint32_t>(head.length.count());
  queues.heads.insert<kWidth>(output, input);
  const Bytes room = queues.doors[output].room;
  bool may_go = head.length <= room;
  if (kWidth == Width::kAny && gate_ != nullptr) {
    queues.wanted.insert(input, output);
    may_go = judged(head, room, now);
  }
  if (may_go) {
    offer<kWidth>(queues, input, head.egress, now);
  }
}

template <Width kWidth>
void InputSide::room_made(PortId output, ClassId c, Time now) {
  if (ClassQueues& queues = classes_[c.index()]; !queues.queues.empty()) {
    fit<kWidth>(queues, output, free_room(output, c), now);
  }
}

template <Width kWidth>
void InputSide::packet_left(PortId output, ClassId c, Bytes length, Time now) {
  ClassQueues& queues = classes_[c.index()];
  fit<kWidth>(queues, output, queues.doors[output.index()].room + length, now);
}

// Renews or withdraws the offers of the heads that wait for the output.
template <Width kWidth>
[[gnu::hot]] void InputSide::fit_heads(ClassQueues& queues, PortId output, Bytes room, Time now) {
  for (std::size_t word = 0; word < queues.heads.words_a_row<kWidth>(); ++word) {
    const PortWord heads = queues.heads.word_of<kWidth>(output.index(), word);
    if (heads == 0) {
      continue;
    }
    const PortWord may_go = fitting<kWidth>(queues, output.index(), word, heads, room, now);
    const PortWord changed = heads & (may_go ^ queues.offered.word_of<kWidth>(output.index(), word));
    if ((changed & ~may_go) != 0) {
      withdraw_all<kWidth>(queues, word, changed & ~may_go, output);
    }
    if ((changed & may_go) != 0) {
      offer_all<kWidth>(queues, word, changed & may_go, output, now);
    }
  }
}

// Those of `heads`, inputs of one word, that may go when the output has this room.
template <Width kWidth>
inline PortWord InputSide::fitting(const ClassQueues& queues, std::size_t output, std::size_t word, PortWord heads,
                                   Bytes room, Time now) {
  const bool gated = kWidth == Width::kAny && gate_ != nullptr;
  if (!gated && (room >= longest_ || room < shortest_)) {
    return room >= longest_ ? heads : 0;
  }
  PortWord may_go = 0;
  for_each_in(heads, [&](std::size_t bit) {
    const Queue& queue = queues.queues[index(word * kPortsPerWord + bit, output)];
    const bool goes = gated ? judged(queue.packets.front(), room, now) : queue.head_bytes <= room.count();
    may_go |= goes ? bit_of(bit) : 0;
  });
  return may_go;
}

// New offers of these inputs, of one word.
template <Width kWidth>
[[gnu::hot]] void InputSide::offer_all(ClassQueues& queues, std::size_t word, PortWord inputs, PortId output,
                                       Time now) {
  if (listener_ != nullptr) {
    listener_->requests(word, inputs, output, now);
  }
  queues.offered.word_of<kWidth>(output.index(), word) |= inputs;
  PortWord& row = requests_.word_of<kWidth>(output.index(), word);
  for_each_in(inputs & ~row, [&](std::size_t bit) {
    const bool several = ++asked_[word * kPortsPerWord + bit] > 1;
    several_.word<kWidth>(word) |= PortWord{several} << bit;
  });
  row |= inputs;
  outputs_.insert<kWidth>(output.index());
}

// These offers end. Their heads have not begun, or have been handed over.
template <Width kWidth>
[[gnu::hot]] void InputSide::withdraw_all(ClassQueues& queues, std::size_t word, PortWord inputs, PortId output) {
  queues.offered.word_of<kWidth>(output.index(), word) &= ~inputs;
  const PortWord silent = inputs & ~offered_beside<kWidth>(queues, output.index(), word);
  requests_.word_of<kWidth>(output.index(), word) &= ~silent;
  for_each_in(silent, [&](std::size_t bit) {
    const bool several = --asked_[word * kPortsPerWord + bit] > 1;
    several_.word<kWidth>(word) &= ~(PortWord{!several} << bit);
  });
  if (requests_.is_empty<kWidth>(output.index())) {
    outputs_.erase<kWidth>(output.index());
  }
}

// Asks the gate again, since the depth of this input has changed, and renews or withdraws the offers of its heads.
void InputSide::judge_again(std::size_t input, ClassId c, Time now) {
  constexpr Width kAny = Width::kAny;
  ClassQueues& queues = classes_[c.index()];
  for_each_port(queues.wanted.row(input), [&](std::size_t output) {
    const Queue& queue = queues.queues[index(input, output)];
    if (queue.cells_left != kNotBegun) {
      return;
    }
    const bool may_go = judged(queue.packets.front(), queues.doors[output].room, now);
    if (may_go == queues.offered.contains(output, input)) {
      return;
    }
    may_go ? offer<kAny>(queues, input, PortId(output), now) : withdraw<kAny>(queues, input, PortId(output));
  });
}

void InputSide::begin_at_gate(const frame::Packet& head, std::size_t input, Time now) {
  if (head.ingress != frame::kNoIngress) {
    note_begun(head, now);
    gate_->begins(head);
  }
  judge_again(input, head.traffic_class, now);
}

template <Width kWidth>
[[gnu::hot]] void InputSide::deliver(PortId input, PortId output, ClassId c, Time now) {
  ClassQueues& queues = classes_[c.index()];
  Queue& queue = queues.queues[index(input.index(), output.index())];
  frame::Packet& packet = queue.packets.front();
  if (queue.cells_left != 0 || packet.egress != output) [[unlikely]] {
    wrong("a packet is handed over before its last cell", input, output, queues, queue, now);
  }
  queue.packets.pop_front();
  queue.cells_left = kNotBegun;
  held_ -= packet.length;
  // The bytes move from the reservation to the VEQ, so the output's room stays the same.
  queues.doors[output.index()].reserved -= packet.length;
  const bool gated = kWidth == Width::kAny && gate_ != nullptr;
  const bool follows = !gated && !queue.packets.empty() && queue.packets.front().egress == output;
  if (!follows) {
    withdraw<kWidth>(queues, input.index(), output);
  }
  if (gated) {
    queues.wanted.erase(input.index(), output.index());
    output_.enqueue(packet, now);
  }
  if (follows) {
    follow<kWidth>(input.index(), queues, queue);
  } else if (!queue.packets.empty()) {
    new_head<kWidth>(input.index(), queues, queue, now);
  }
  if (!gated) {
    output_.enqueue(packet, now);  // last, so that no register is kept for afterwards
  }
}

// A packet for the same output is at the head after the one that has been handed over: the offer of that one stands for
// it, and is withdrawn if it may not go. There is no gate.
template <Width kWidth>
inline void InputSide::follow(std::size_t input, ClassQueues& queues, Queue& queue) {
  const frame::Packet& head = queue.packets.front();
  queue.head_bytes = static_cast<std::uint32_t>(head.length.count());
  queues.heads.insert<kWidth>(head.egress.index(), input);
  if (head.length > queues.doors[head.egress.index()].room) {
    withdraw<kWidth>(queues, input, head.egress);
  }
}

void InputSide::reset(std::vector<frame::Packet*>& packets) {
  for (ClassQueues& queues : classes_) {
    for (Queue& queue : queues.queues) {
      for (; !queue.packets.empty(); queue.packets.pop_front()) {
        packets.push_back(&queue.packets.front());
      }
      queue.cells_left = kNotBegun;
    }
    std::fill(queues.doors.begin(), queues.doors.end(), Door{most_room(), Bytes(0)});  // room_made() follows for each
    if (!queues.queues.empty()) {
      queues.heads = PortMatrix(inputs_);
      queues.offered = PortMatrix(inputs_);
      queues.wanted = PortMatrix(gate_ == nullptr ? 0 : inputs_);
    }
    std::fill(queues.refused.begin(), queues.refused.end(), Refused{});
  }
  held_ = Bytes(0);
  requests_ = PortMatrix(inputs_);
  outputs_ = PortSet(inputs_);
  std::fill(asked_.begin(), asked_.end(), std::uint16_t{0});
  several_ = PortSet(inputs_);
}

template void InputSide::push<Width::kAny>(std::size_t, frame::Packet&, Time);
template void InputSide::push<Width::kWord>(std::size_t, frame::Packet&, Time);
template void InputSide::room_made<Width::kAny>(PortId, ClassId, Time);
template void InputSide::room_made<Width::kWord>(PortId, ClassId, Time);
template void InputSide::packet_left<Width::kAny>(PortId, ClassId, Bytes, Time);
template void InputSide::packet_left<Width::kWord>(PortId, ClassId, Bytes, Time);
template void InputSide::fit_heads<Width::kAny>(ClassQueues&, PortId, Bytes, Time);
template void InputSide::fit_heads<Width::kWord>(ClassQueues&, PortId, Bytes, Time);
template void InputSide::deliver<Width::kAny>(PortId, PortId, ClassId, Time);
template void InputSide::deliver<Width::kWord>(PortId, PortId, ClassId, Time);

}  // namespace weir::crossbar

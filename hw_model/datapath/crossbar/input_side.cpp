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
      output_(output),
      gate_(gate),
      listener_(listener),
      reserved_(config.ports),
      room_(config.ports, most_room()),
      requests_(inputs_),
      begun_(inputs_),
      outputs_(inputs_),
      askers_(inputs_),
      asked_(inputs_),
      offers_(inputs_ * inputs_) {}

void InputSide::use(ClassQueues& queues) {
  queues.queues = std::vector<Queue>(inputs_ * queues_an_input());
  queues.refused = std::vector<Refused>(gate_ == nullptr ? 0 : queues.queues.size());
  queues.heads = PortMatrix(inputs_);
  queues.offered = PortMatrix(inputs_);
  queues.wanted = PortMatrix(gate_ == nullptr ? 0 : inputs_);
}

template <Width kWidth>
void InputSide::push(std::size_t input, frame::Packet& packet, Time now) {
  const std::size_t output = packet.egress.index();
  if (packet.length > config_.max_frame) {
    broken_invariant("a packet of " + std::to_string(packet.length.count()) + " B came to a crossbar for at most " +
                         std::to_string(config_.max_frame.count()) + " B",
                     name_of_queue(input, output, packet.traffic_class), frame::identity(packet), now);
  }
  Queue& queue = of_class(packet.traffic_class).queues[index(input, output)];
  const bool is_head = queue.packets.empty();
  queue.packets.push_back(packet);
  held_ += packet.length;
  shortest_ = std::min<Bytes>(shortest_, packet.length);
  longest_ = std::max<Bytes>(longest_, packet.length);
  if (is_head) {
    new_head<kWidth>(input, queue, now);
  }
  if (kWidth == Width::kAny && gate_ != nullptr) {
    judge_again(input, packet.traffic_class, now);
  }
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

template <Width kWidth>
void InputSide::new_head(std::size_t input, Queue& queue, Time now) {
  const frame::Packet& head = queue.packets.front();
  queue.head_bytes = static_cast<std::uint32_t>(head.length.count());
  const ClassId c = head.traffic_class;
  ClassQueues& queues = classes_[c.index()];
  queues.heads.insert<kWidth>(head.egress.index(), input);
  const Bytes room = room_.at(head.egress, c);
  bool may_go = head.length <= room;
  if (kWidth == Width::kAny && gate_ != nullptr) {
    queues.wanted.insert(input, head.egress.index());
    may_go = judged(head, room, now);
  }
  if (may_go) {
    offer<kWidth>(input, head.egress.index(), c, true, now);
  }
}

// The room of (output, c) has become `room`.
template <Width kWidth>
inline void InputSide::fit(PortId output, ClassId c, Bytes room, Time now) {
  const Bytes before = std::exchange(room_.at(output, c), room);
  if (std::min(before, room) < config_.max_frame || (kWidth == Width::kAny && gate_ != nullptr)) {
    fit_heads<kWidth>(output, c, room, now);
  }  // otherwise every head was offered, and still is
}

// Renews or withdraws the offers of the heads that wait for (output, c).
template <Width kWidth>
void InputSide::fit_heads(PortId output, ClassId c, Bytes room, Time now) {
  const ClassQueues& queues = classes_[c.index()];
  if (queues.queues.empty()) {
    return;
  }
  for (std::size_t word = 0; word < queues.heads.words_a_row<kWidth>(); ++word) {
    const PortWord heads = queues.heads.word_of<kWidth>(output.index(), word);
    if (heads == 0) {
      continue;
    }
    const PortWord may_go = fitting<kWidth>(queues, output.index(), word, heads, room, now);
    const PortWord changed = heads & (may_go ^ queues.offered.word_of<kWidth>(output.index(), word));
    if ((changed & ~may_go) != 0) {
      withdraw_all<kWidth>(word, changed & ~may_go, output, c);
    }
    if ((changed & may_go) != 0) {
      offer_all<kWidth>(word, changed & may_go, output, c, now);
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

template <Width kWidth>
void InputSide::offer_all(std::size_t word, PortWord inputs, PortId output, ClassId c, Time now) {
  if (listener_ != nullptr) {
    listener_->requests(word, inputs, output, now);
  }
  const std::size_t out = output.index();
  ClassMask* const offers = &offers_[out * inputs_ + word * kPortsPerWord];
  std::uint16_t* const asked = &asked_[word * kPortsPerWord];
  const std::uint16_t before = askers_[out];
  for_each_in(inputs, [&](std::size_t bit) {
    if (offers[bit] == 0) {
      ++asked[bit];
      ++askers_[out];
    }
    offers[bit] = static_cast<ClassMask>(offers[bit] | mask_of(c));
  });
  classes_[c.index()].offered.word_of<kWidth>(out, word) |= inputs;
  requests_.word_of<kWidth>(out, word) |= inputs;
  if (before == 0) {
    outputs_.insert<kWidth>(out);
  }
}

// Their heads have not begun.
template <Width kWidth>
void InputSide::withdraw_all(std::size_t word, PortWord inputs, PortId output, ClassId c) {
  const std::size_t out = output.index();
  ClassMask* const offers = &offers_[out * inputs_ + word * kPortsPerWord];
  std::uint16_t* const asked = &asked_[word * kPortsPerWord];
  PortWord silent = 0;
  for_each_in(inputs, [&](std::size_t bit) {
    offers[bit] = static_cast<ClassMask>(offers[bit] & ~mask_of(c));
    if (offers[bit] == 0) {
      --asked[bit];
      --askers_[out];
      silent |= bit_of(bit);
    }
  });
  classes_[c.index()].offered.word_of<kWidth>(out, word) &= ~inputs;
  requests_.word_of<kWidth>(out, word) &= ~silent;
  if (askers_[out] == 0) {
    outputs_.erase<kWidth>(out);
  }
}

// Asks the gate again, since the depth of this input has changed, and renews or withdraws the offers of its heads.
void InputSide::judge_again(std::size_t input, ClassId c, Time now) {
  const ClassQueues& queues = classes_[c.index()];
  for_each_port(queues.wanted.row(input), [&](std::size_t output) {
    const Queue& queue = queues.queues[index(input, output)];
    if (queue.cells_left == kNotBegun) {
      offer<Width::kAny>(input, output, c, judged(queue.packets.front(), room_.at(PortId(output), c), now), now);
    }
  });
}

template <Width kWidth>
void InputSide::offer(std::size_t input, std::size_t output, ClassId c, bool may_go, Time now) {
  const ClassMask offers = offers_[output * inputs_ + input];
  if (may_go == ((offers & mask_of(c)) != 0)) {
    return;
  }
  const PortWord bit = bit_of(input);
  if (may_go) {
    offer_all<kWidth>(input / kPortsPerWord, bit, PortId(output), c, now);
  } else {
    withdraw_all<kWidth>(input / kPortsPerWord, bit, PortId(output), c);
  }
}

// The packet at the head of the queue reserves its room.
template <Width kWidth>
inline void InputSide::begin(Queue& queue, PortId input, PortId output, ClassId c, Bytes cell, Time now) {
  const Bytes length(queue.head_bytes);
  const Bytes room = room_.at(output, c);
  const bool gated = kWidth == Width::kAny && gate_ != nullptr;
  if (length > room || (gated && !gate_lets(queue.packets.front()))) [[unlikely]] {
    broken_invariant("a packet begins that may not", name_of_queue(input.index(), output.index(), c),
                     frame::identity(queue.packets.front()), now);
  }
  const auto cell_bytes = static_cast<std::uint32_t>(cell.count());
  queue.cells_left = (queue.head_bytes + cell_bytes - 1) / cell_bytes;
  reserved_.at(output, c) += length;
  queue.packets.prefetch(1);  // the next head, when this packet is handed over
  classes_[c.index()].heads.erase<kWidth>(output.index(), input.index());
  begun_.insert<kWidth>(output.index(), input.index());
  if (gated) {
    begin_at_gate(queue.packets.front(), input.index(), now);
  }
  fit<kWidth>(output, c, config_.room == Bytes(0) ? Bytes(0) : room - length, now);
}

void InputSide::begin_at_gate(const frame::Packet& head, std::size_t input, Time now) {
  if (head.ingress != frame::kNoIngress) {
    note_begun(head, now);
    gate_->begins(head);
  }
  judge_again(input, head.traffic_class, now);
}

template <Width kWidth>
std::uint32_t InputSide::send_cell(PortId input, PortId output, ClassId c, Bytes cell, Time now) {
  Queue& queue = classes_[c.index()].queues[index(input.index(), output.index())];
  if (queue.cells_left == kNotBegun) {
    begin<kWidth>(queue, input, output, c, cell, now);
  }
  return --queue.cells_left;
}

template <Width kWidth>
std::uint32_t InputSide::send_alone(PortId input, PortId output, ClassId c, Bytes cell, Time now) {
  Queue& queue = classes_[c.index()].queues[index(input.index(), output.index())];
  if (queue.cells_left == kNotBegun) {
    begin<kWidth>(queue, input, output, c, cell, now);
  }
  return std::exchange(queue.cells_left, 0) - 1;
}

template <Width kWidth>
std::uint32_t InputSide::send_all(PortId input, PortId output, ClassId c, Bytes cell, Time now) {
  Queue& queue = classes_[c.index()].queues[index(input.index(), output.index())];
  if (queue.cells_left == kNotBegun) {
    begin<kWidth>(queue, input, output, c, cell, now);
  }
  const std::uint32_t left = --queue.cells_left;
  if (left != 0 && !is_alone(input.index(), output.index())) {
    return kCompetes;
  }
  queue.cells_left = 0;
  return left;
}

template <Width kWidth>
std::size_t InputSide::deliver(PortId input, PortId output, ClassId c, Time now) {
  ClassQueues& queues = classes_[c.index()];
  Queue& queue = queues.queues[index(input.index(), output.index())];
  frame::Packet& packet = queue.packets.front();
  if (queue.cells_left != 0 || packet.egress != output) {
    broken_invariant("a packet is handed over before its last cell", name_of_queue(input.index(), output.index(), c),
                     frame::identity(packet), now);
  }
  queue.packets.pop_front();
  queue.cells_left = kNotBegun;
  held_ -= packet.length;
  // The bytes move from the reservation to the VEQ, so the output's room stays the same.
  reserved_.at(output, c) -= packet.length;
  if (offers_[output.index() * inputs_ + input.index()] == mask_of(c)) {
    begun_.erase<kWidth>(output.index(), input.index());
  }
  const bool gated = kWidth == Width::kAny && gate_ != nullptr;
  if (!gated && !queue.packets.empty() && queue.packets.front().egress == output) {
    output_.enqueue(packet, now);
    follow<kWidth>(input.index(), queue, now);
    return output.index();
  }
  offer<kWidth>(input.index(), output.index(), c, false, now);
  if (gated) {
    queues.wanted.erase(input.index(), output.index());
  }
  output_.enqueue(packet, now);
  if (queue.packets.empty()) {
    return kNoPort;
  }
  new_head<kWidth>(input.index(), queue, now);
  return queue.packets.front().egress.index();
}

// A packet for the same output is at the head after the one that has been handed over: the offer of that one stands for
// it, and is withdrawn if it may not go. There is no gate.
template <Width kWidth>
inline void InputSide::follow(std::size_t input, Queue& queue, Time now) {
  const frame::Packet& head = queue.packets.front();
  queue.head_bytes = static_cast<std::uint32_t>(head.length.count());
  classes_[head.traffic_class.index()].heads.insert<kWidth>(head.egress.index(), input);
  if (head.length > room_.at(head.egress, head.traffic_class)) {
    offer<kWidth>(input, head.egress.index(), head.traffic_class, false, now);
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
    if (!queues.queues.empty()) {
      queues.heads = PortMatrix(inputs_);
      queues.offered = PortMatrix(inputs_);
      queues.wanted = PortMatrix(gate_ == nullptr ? 0 : inputs_);
    }
    std::fill(queues.refused.begin(), queues.refused.end(), Refused{});
  }
  held_ = Bytes(0);
  reserved_ = PerPortClass<Bytes>(config_.ports);
  requests_ = PortMatrix(inputs_);
  begun_ = PortMatrix(inputs_);
  outputs_ = PortSet(inputs_);
  std::fill(askers_.begin(), askers_.end(), std::uint16_t{0});
  std::fill(asked_.begin(), asked_.end(), std::uint16_t{0});
  std::fill(offers_.begin(), offers_.end(), ClassMask{0});
  room_ = PerPortClass<Bytes>(config_.ports, most_room());  // room_made() follows for each
}

template void InputSide::push<Width::kAny>(std::size_t, frame::Packet&, Time);
template void InputSide::push<Width::kWord>(std::size_t, frame::Packet&, Time);
template void InputSide::fit<Width::kAny>(PortId, ClassId, Bytes, Time);
template void InputSide::fit<Width::kWord>(PortId, ClassId, Bytes, Time);
template std::uint32_t InputSide::send_cell<Width::kAny>(PortId, PortId, ClassId, Bytes, Time);
template std::uint32_t InputSide::send_cell<Width::kWord>(PortId, PortId, ClassId, Bytes, Time);
template std::uint32_t InputSide::send_alone<Width::kAny>(PortId, PortId, ClassId, Bytes, Time);
template std::uint32_t InputSide::send_alone<Width::kWord>(PortId, PortId, ClassId, Bytes, Time);
template std::uint32_t InputSide::send_all<Width::kAny>(PortId, PortId, ClassId, Bytes, Time);
template std::uint32_t InputSide::send_all<Width::kWord>(PortId, PortId, ClassId, Bytes, Time);
template std::size_t InputSide::deliver<Width::kAny>(PortId, PortId, ClassId, Time);
template std::size_t InputSide::deliver<Width::kWord>(PortId, PortId, ClassId, Time);

}  // namespace weir::crossbar

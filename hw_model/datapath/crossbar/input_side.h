// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The input side of the crossbar: the queues of packets that wait there, and which of their heads may go now.
//
// Only the head of a queue requests an output. One FIFO an (input, class) has head-of-line blocking; virtual output
// queues, one an (input, output, class), have none. A head that has not begun may go when its output has room in its
// class for the VEQ, the packets being reassembled there and this whole packet, and when the gate, if there is one,
// lets it begin. Beginning reserves that room, so a packet that has begun never stops for lack of room. Of several
// classes that an input holds for one output it offers the highest that may go.
//
// A packet stays at the head of its queue until it is handed to its output, however many of its cells have crossed.
//
// Offers are updated at changes, never searched for: when a packet comes to the head, begins or is handed over, when
// room is made, and, with a gate, when the offer's input or output changes. Each update costs a few bit operations. If
// the room of an (output, class) is scarce, the offers for it change together; lengths are compared only where some
// packet so far was longer than the room and another was not. What runs for each packet is made twice: Width::kWord is
// for at most 64 inputs without a gate (is_plain()). Memory is allocated for a class when its first packet comes: for
// virtual output queues 32 bytes an (input, output) pair, 128 KiB a class at 64 ports, and 16 more with a gate.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/port_set.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/ledger/block.h"

namespace weir::crossbar {

struct InputSideConfig {
  Queueing queueing = Queueing::kVirtualOutput;
  std::size_t ports = 0;
  Bytes max_frame;
  Bytes room;              // of each (output, class), >= max_frame; 0: a packet at a time, into an empty VEQ only
  bool own_input = false;  // another input, behind those of the ports: own_input()
};

// Is told of new requests.
class RequestListener {
 public:
  // From now on heads of these inputs may go to `output`, of a class that has not requested it so far: of input
  // kPortsPerWord * word + b where bit b is set.
  virtual void requests(std::size_t word, PortWord inputs, PortId output, Time now) = 0;

 protected:
  ~RequestListener() = default;
};

class InputSide {
 public:
  static constexpr std::uint32_t kNotBegun = ~std::uint32_t{0};  // of cells left
  static constexpr std::uint32_t kCompetes = kNotBegun;          // of send_all()

  // The packet that an input offers to an output, after a cell of it has left.
  struct Sent {
    ClassId traffic_class;
    std::uint32_t left = 0;  // cells
  };

  InputSide(const InputSideConfig& config, Output& output, Gate* gate = nullptr, RequestListener* listener = nullptr);
  InputSide(const InputSide&) = delete;
  InputSide& operator=(const InputSide&) = delete;

  // Number of inputs and of rows for outputs. With own_input the last input is no port's, and no packet requests the
  // last row.
  std::size_t inputs() const { return inputs_; }
  // The input of frames that the switch makes itself; only with InputSideConfig::own_input.
  std::size_t own_input() const { return inputs_ - 1; }

  // Whether there are at most 64 inputs and no gate: functions of Width::kWord may be used.
  bool is_plain() const { return inputs_ <= kPortsPerWord && gate_ == nullptr; }

  // Appends the packet to its queue at this input. Throws InvariantBroken for a packet above max_frame, which its
  // output could never take.
  template <Width kWidth = Width::kAny>
  void push(std::size_t input, frame::Packet& packet, Time now);

  // VEQ (output, c) has become shorter, or the gate lets more packets go there.
  template <Width kWidth = Width::kAny>
  void room_made(PortId output, ClassId c, Time now);

  // VEQ (output, c) has become shorter by `length`. Not with room for a packet at a time.
  template <Width kWidth>
  void packet_left(PortId output, ClassId c, Bytes length, Time now);

  // Row = output, members = inputs with a head that may go there now, or that is crossing.
  const PortMatrix& requests() const { return requests_; }
  // The outputs with a request.
  const PortSet& outputs() const { return outputs_; }
  // The input that is alone at `output`, which has a request: it requests no other output, and no other input requests
  // this one. kNoPort: none.
  template <Width kWidth = Width::kAny>
  std::size_t alone_at(std::size_t output) const {
    if constexpr (kWidth == Width::kWord) {
      const PortWord row = requests_.first_word(output);
      const PortWord not_alone = row & ((row - 1) | several_.word<kWidth>(0));
      return not_alone == 0 ? static_cast<std::size_t>(std::countr_zero(row)) : kNoPort;
    } else {
      const std::size_t input = requests_.only<kWidth>(output);
      return input != kNoPort && !several_.contains<kWidth>(input) ? input : kNoPort;
    }
  }
  // The class that `input`, which has a request, offers to `output`.
  ClassId offered(PortId input, PortId output) const { return offering<Width::kAny>(input, output).id; }

  // Length of the packet at the head of a queue that is not empty.
  Bytes head_length(PortId input, PortId output, ClassId c) const {
    return classes_[c.index()].queues[index(input.index(), output.index())].packets.front().length;
  }

  // The output of the packet at the head of the queue; kNoPort when the queue is empty.
  std::size_t head_output(PortId input, PortId output, ClassId c) const {
    const frame::PacketQueue& packets = classes_[c.index()].queues[index(input.index(), output.index())].packets;
    return packets.empty() ? kNoPort : packets.front().egress.index();
  }

  // Whether a cell has left of the packet that `input` offers to `output`.
  bool has_begun(PortId input, PortId output) const { return cells_left<Width::kAny>(input, output) != kNotBegun; }

  // One cell of the packet that `input` offers to `output` leaves, the first one reserving its room.
  template <Width kWidth = Width::kAny>
  Sent send_cell(PortId input, PortId output, Bytes cell, Time now) {
    const auto [traffic_class, queue] = begun<kWidth>(input, output, cell, now);
    return {traffic_class, --queue.cells_left};
  }

  // As send_cell(). If the packet is then alone, or has no cell left, its other cells count as gone from now on;
  // otherwise `left` is kCompetes.
  template <Width kWidth>
  [[gnu::always_inline]] Sent send_all(PortId input, PortId output, Bytes cell, Time now) {
    const auto [traffic_class, queue] = begun<kWidth>(input, output, cell, now);
    const std::uint32_t left = --queue.cells_left;
    if (left != 0 && alone_at<kWidth>(output.index()) == kNoPort) {
      return {traffic_class, kCompetes};
    }
    queue.cells_left = 0;
    return {traffic_class, left};
  }

  // As send_all() for a packet that is alone.
  template <Width kWidth>
  [[gnu::always_inline]] Sent send_alone(PortId input, PortId output, Bytes cell, Time now) {
    const auto [traffic_class, queue] = begun<kWidth>(input, output, cell, now);
    return {traffic_class, std::exchange(queue.cells_left, 0) - 1};
  }

  // The cells left of the packet that `input` offers to `output`; kNotBegun: all.
  template <Width kWidth>
  std::uint32_t cells_left(PortId input, PortId output) const {
    return offering<kWidth>(input, output).queues[index(input.index(), output.index())].cells_left;
  }

  // A cell, not the last one, leaves of the packet that `input` offers to `output` and that has begun.
  template <Width kWidth>
  void pass_cell(PortId input, PortId output) {
    --offered_queue<kWidth>(input, output).cells_left;
  }

  // The cells left of the packet at the head of the queue, which has begun: some have gone without send_cell().
  void set_cells_left(PortId input, PortId output, ClassId c, std::uint32_t cells) {
    classes_[c.index()].queues[index(input.index(), output.index())].cells_left = cells;
  }

  // Hands over the packet whose last cell has left, and ends its request. The output must not call back.
  template <Width kWidth = Width::kAny>
  void deliver(PortId input, PortId output, ClassId c, Time now);

  // Appends all packets to the list and empties the queues. The caller then calls room_made() for every (output,
  // class).
  void reset(std::vector<frame::Packet*>& packets);

  // The longest that a packet of class c at the head of a queue of this input has waited, from when the gate first
  // refused it until an output took it, or `now`. 0: the gate refused none.
  Time longest_refused(PortId input, ClassId c, Time now) const;

  Bytes held() const { return held_; }
  Bytes reserved(PortId output, ClassId c) const {
    const ClassQueues& queues = classes_[c.index()];
    return queues.doors.empty() ? Bytes(0) : queues.doors[output.index()].reserved;
  }
  void visit(WaitingVisitor& visitor) const;
  void bind_registers(const ledger::Binder& binder) const;

  // Throws InvariantBroken unless bytes held, reservations and offers are what the queues say. Walks every packet.
  void check(Time now) const;

  struct Rows;  // its registers (crossbar_registers.cpp)

 private:
  struct Queue {
    frame::PacketQueue packets;
    std::uint32_t cells_left = kNotBegun;  // of the head
    std::uint32_t head_bytes = 0;          // its length
  };
  // How long the gate has kept back heads of a queue.
  struct Refused {
    Time since = kNever;  // first refusal of the head that waits now
    Time longest;
  };
  // An output, for packets of one class.
  struct Door {
    Bytes room;      // free_room(), which only packets that begin, or have left the VEQ, and room_made() change
    Bytes reserved;  // of packets that have begun and are not yet in their VEQ
  };
  struct ClassQueues {
    ClassId id;
    ClassQueues* lower = nullptr;  // the next class below that is used
    std::vector<Queue> queues;     // empty until the class is used
    std::vector<Refused> refused;  // likewise, and empty where there is no gate
    std::vector<Door> doors;       // by output; empty until the class is used
    PortMatrix heads;              // row = output, members = inputs with a head for it that has not begun
    PortMatrix offered;            // row = output, members = inputs that offer this class to it
    PortMatrix wanted;             // row = input, members = outputs of its heads; empty without a gate
  };

  ClassQueues& of_class(ClassId c) {
    ClassQueues& queues = classes_[c.index()];
    if (queues.queues.empty()) [[unlikely]] {
      use(c);
    }
    return queues;
  }
  void use(ClassId c);
  std::size_t input_of(const frame::Packet& packet) const {
    return packet.ingress == frame::kNoIngress ? own_input() : packet.ingress.index();
  }
  std::size_t index(std::size_t input, std::size_t output) const {
    return input * queues_an_input_ + (output & of_output_);
  }
  // The class that `input`, which has a request, offers to `output`: the highest that may go.
  template <Width kWidth>
  ClassQueues& offering(PortId input, PortId output) const {
    ClassQueues* queues = highest_;
    while (queues->lower != nullptr && !queues->offered.contains<kWidth>(output.index(), input.index())) {
      queues = queues->lower;
    }
    return *queues;
  }
  // The inputs of a word that offer another class than this one to `output`.
  template <Width kWidth>
  PortWord offered_beside(const ClassQueues& but, std::size_t output, std::size_t word) const {
    PortWord inputs = 0;
    for (const ClassQueues* queues = highest_; queues != nullptr; queues = queues->lower) {
      inputs |= queues == &but ? 0 : queues->offered.word_of<kWidth>(output, word);
    }
    return inputs;
  }
  Bytes most_room() const { return config_.room > Bytes(0) ? config_.room : config_.max_frame; }
  Bytes free_room(PortId output, ClassId c) const;
  bool gate_lets(const frame::Packet& head) const {
    return gate_ == nullptr || head.ingress == frame::kNoIngress ||
           gate_->may_begin(head.ingress, head.egress, head.traffic_class);
  }
  bool may_begin(const frame::Packet& head) const {
    return head.length <= free_room(head.egress, head.traffic_class) && gate_lets(head);
  }
  template <Width kWidth>
  Queue& offered_queue(PortId input, PortId output) {
    return offering<kWidth>(input, output).queues[index(input.index(), output.index())];
  }
  struct Offer {
    ClassId traffic_class;
    Queue& queue;
  };
  // The packet that `input` offers to `output`, and which has begun or does so now.
  template <Width kWidth>
  [[gnu::always_inline]] Offer begun(PortId input, PortId output, Bytes cell, Time now) {
    ClassQueues& queues = offering<kWidth>(input, output);
    Queue& queue = queues.queues[index(input.index(), output.index())];
    if (queue.cells_left == kNotBegun) {
      begin<kWidth>(queues, queue, input, output, cell, now);
    }
    return {queues.id, queue};
  }
  template <Width kWidth>
  void begin(ClassQueues& queues, Queue& queue, PortId input, PortId output, Bytes cell, Time now);
  void begin_at_gate(const frame::Packet& head, std::size_t input, Time now);
  bool judged(const frame::Packet& head, Bytes room, Time now);
  void note_begun(const frame::Packet& head, Time now);
  template <Width kWidth>
  void new_head(std::size_t input, ClassQueues& queues, Queue& queue, Time now);
  template <Width kWidth>
  void follow(std::size_t input, ClassQueues& queues, Queue& queue);
  template <Width kWidth>
  void fit(ClassQueues& queues, PortId output, Bytes room, Time now);
  template <Width kWidth>
  void fit_heads(ClassQueues& queues, PortId output, Bytes room, Time now);
  template <Width kWidth>
  PortWord fitting(const ClassQueues& queues, std::size_t output, std::size_t word, PortWord heads, Bytes room,
                   Time now);
  template <Width kWidth>
  void offer_all(ClassQueues& queues, std::size_t word, PortWord inputs, PortId output, Time now);
  template <Width kWidth>
  void withdraw_all(ClassQueues& queues, std::size_t word, PortWord inputs, PortId output);
  template <Width kWidth>
  void offer(ClassQueues& queues, std::size_t input, PortId output, Time now) {
    offer_all<kWidth>(queues, input / kPortsPerWord, bit_of(input), output, now);
  }
  template <Width kWidth>
  void withdraw(ClassQueues& queues, std::size_t input, PortId output) {
    withdraw_all<kWidth>(queues, input / kPortsPerWord, bit_of(input), output);
  }
  void judge_again(std::size_t input, ClassId c, Time now);
  [[noreturn, gnu::noinline, gnu::cold]] void too_long(std::size_t input, const frame::Packet& packet, Time now) const;
  [[noreturn, gnu::noinline, gnu::cold]] static void wrong(const char* what, PortId input, PortId output,
                                                           const ClassQueues& queues, const Queue& queue, Time now);
  static std::string name_of_queue(std::size_t input, std::size_t output, ClassId c);
  Bytes check_class(const ClassQueues& queues, std::vector<PerClass<Bytes>>& reserved, Time now) const;

  InputSideConfig config_;
  std::size_t inputs_;
  std::size_t queues_an_input_;
  std::size_t of_output_;  // all bits of an output's number where an input has queues by output
  Output& output_;
  Gate* gate_;
  RequestListener* listener_;
  std::array<ClassQueues, kClasses> classes_;
  ClassQueues* highest_ = nullptr;  // of the classes that are used
  Bytes held_;

  Bytes shortest_ = Bytes::max();  // of all packets that have come
  Bytes longest_;

  PortMatrix requests_;
  PortSet outputs_;
  std::vector<std::uint16_t> asked_;  // by input: rows that it is a member of
  PortSet several_;                   // inputs that are members of several
};

// The packet at the head of the queue reserves its room. Here, so that it is part of the slot in which it happens.
template <Width kWidth>
[[gnu::always_inline]] inline void InputSide::begin(ClassQueues& queues, Queue& queue, PortId input, PortId output,
                                                    Bytes cell, Time now) {
  const Bytes length(queue.head_bytes);
  Door& door = queues.doors[output.index()];
  const Bytes room = door.room;
  const bool gated = kWidth == Width::kAny && gate_ != nullptr;
  if (length > room || (gated && !gate_lets(queue.packets.front()))) [[unlikely]] {
    wrong("a packet begins that may not", input, output, queues, queue, now);
  }
  const auto cell_bytes = static_cast<std::uint32_t>(cell.count());
  queue.cells_left = (queue.head_bytes + cell_bytes - 1) / cell_bytes;
  door.reserved += length;
  queue.packets.prefetch_near(1);  // the next head, when this packet is handed over
  queues.heads.erase<kWidth>(output.index(), input.index());
  if (gated) {
    begin_at_gate(queue.packets.front(), input.index(), now);
  }
  fit<kWidth>(queues, output, config_.room == Bytes(0) ? Bytes(0) : room - length, now);
}

// The room of the output has become `room`.
template <Width kWidth>
[[gnu::always_inline]] inline void InputSide::fit(ClassQueues& queues, PortId output, Bytes room, Time now) {
  const Bytes before = std::exchange(queues.doors[output.index()].room, room);
  if (kWidth == Width::kWord && queues.heads.first_word(output.index()) == 0) {
    return;
  }
  if (std::min(before, room) < longest_ || (kWidth == Width::kAny && gate_ != nullptr)) {
    fit_heads<kWidth>(queues, output, room, now);
  }  // otherwise every head was offered, and still is
}

}  // namespace weir::crossbar

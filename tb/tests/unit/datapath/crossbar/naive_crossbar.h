// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cell crossbar as its page describes it, with nothing saved: an event in every slot of a crossbar that has work,
// all queues looked through for requests, and iSLIP port by port. Shares no code with the model.

#pragma once

#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/crossbar_settings.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar {

class NaiveCrossbar final : public Crossbar {
 public:
  explicit NaiveCrossbar(const CrossbarContext& context)
      : context_(context),
        slot_time_(slot_time(context.config, context.fastest_port)),
        room_(context.config.output_buffer),
        queues_(context.ports),
        grant_(context.ports),
        accept_(context.ports) {}

  void packet_in(frame::Packet& packet, Time now) override {
    const bool fifo = context_.config.queueing == Queueing::kFifo;
    const std::size_t output = fifo ? 0 : packet.egress.index();
    queues_[packet.ingress.index()][{packet.traffic_class.index(), output}].push_back({&packet});
    arm(now);
  }
  void own_in(frame::Packet&, Time) override { ADD_FAILURE(); }
  void output_has_room(PortId, ClassId, Time now) override { arm(now); }

  void slot(PortId, Time now) override {
    armed_ = false;
    decided_ = now;
    for (Queue* const done : complete_) {
      frame::Packet& packet = *done->front().packet;
      done->pop_front();
      context_.output->enqueue(packet, now);
    }
    complete_.clear();
    for (const auto& [input, output] : match()) {
      Queue& queue = *offer(input, output);
      Waiting& head = queue.front();
      head.begun = true;
      head.sent += context_.config.cell;
      if (head.sent >= head.packet->length)
        complete_.push_back(&queue);
    }
    arm(now);
  }

 private:
  struct Waiting {
    frame::Packet* packet = nullptr;
    bool begun = false;
    Bytes sent = Bytes(0);
  };
  using Queue = std::deque<Waiting>;
  using Pair = std::pair<std::size_t, std::size_t>;  // input, output

  bool may_go(const Waiting& head) const {
    const frame::Packet& packet = *head.packet;
    if (head.begun)
      return head.sent < packet.length;
    Bytes taken = context_.output->veq_depth(packet.egress, packet.traffic_class);
    for (const auto& input : queues_) {
      for (const auto& [key, queue] : input) {
        if (!queue.empty() && queue.front().begun && queue.front().packet->egress == packet.egress &&
            queue.front().packet->traffic_class == packet.traffic_class)
          taken += queue.front().packet->length;
      }
    }
    return taken + packet.length <= room_;
  }

  // The queue of the highest class of which this input's head may go to this output; null: none.
  Queue* offer(std::size_t input, std::size_t output) {
    Queue* best = nullptr;
    for (auto& [key, queue] : queues_[input]) {  // in the order of classes
      if (!queue.empty() && queue.front().packet->egress.index() == output && may_go(queue.front()))
        best = &queue;
    }
    return best;
  }

  std::vector<Pair> match() {
    const std::size_t ports = context_.ports;
    std::set<std::size_t> inputs;
    std::set<std::size_t> outputs;
    std::vector<Pair> all;
    std::set<Pair> requests;
    for (std::size_t input = 0; input < ports; ++input) {
      for (std::size_t output = 0; output < ports; ++output) {
        if (offer(input, output) != nullptr)
          requests.insert({input, output});
      }
    }
    const bool iterates = context_.config.arbiter == Arbiter::kIslip;
    for (unsigned iteration = 0; iteration < (iterates ? context_.config.iterations : 1); ++iteration) {
      std::map<std::size_t, std::set<std::size_t>> grants;
      for (std::size_t output = 0; output < ports; ++output) {
        for (std::size_t i = 0; i < ports && outputs.count(output) == 0; ++i) {
          const std::size_t input = (grant_[output] + i) % ports;
          if (inputs.count(input) == 0 && requests.count({input, output}) != 0) {
            grants[input].insert(output);
            break;
          }
        }
      }
      for (const auto& [input, granting] : grants) {
        std::size_t output = accept_[input];
        while (granting.count(output) == 0)
          output = (output + 1) % ports;
        inputs.insert(input);
        outputs.insert(output);
        all.emplace_back(input, output);
        if (iteration == 0) {
          grant_[output] = (input + 1) % ports;
          accept_[input] = (output + 1) % ports;
        }
      }
    }
    return all;
  }

  bool has_work() {
    for (std::size_t input = 0; input < context_.ports; ++input) {
      for (std::size_t output = 0; output < context_.ports; ++output) {
        if (offer(input, output) != nullptr)
          return true;
      }
    }
    return !complete_.empty();
  }

  void arm(Time now) {
    if (armed_ || !has_work())
      return;
    const Time boundary = (now + slot_time_ - Time(1)) / slot_time_ * slot_time_;
    armed_ = true;
    context_.scheduler->schedule(boundary > decided_ ? boundary : boundary + slot_time_, EventKind::kCrossbarSlot,
                                 PortId(0));
  }

  CrossbarContext context_;
  Time slot_time_;
  Bytes room_;
  std::vector<std::map<Pair, Queue>> queues_;  // by input; key: class, output (0 for a FIFO)
  std::vector<std::size_t> grant_;
  std::vector<std::size_t> accept_;
  std::vector<Queue*> complete_;
  Time decided_ = Time(-1);
  bool armed_ = false;
};

}  // namespace weir::crossbar

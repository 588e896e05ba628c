// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Packets that are crossing and of which it is known in which slot they will be complete, so that the slots before need
// no arbiter: a packet that is alone (its input requests no other output, and its output no other input requests it)
// sends a cell in every slot, and a packet whose last cell is crossing is complete at the next boundary.
//
// An input sends one cell a slot, so it has at most one such packet, and so has an output. Constant time each; memory
// only at construction.

#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/port_set.h"
#include "hw_model/ledger/block.h"

namespace weir::crossbar {

// The number of a slot: it begins at this many slot times since the start of the run.
using Slot = std::int64_t;

class KnownEnds {
 public:
  struct Packet {
    Match way;
    ClassId traffic_class;
    Slot end = 0;  // the slot at whose beginning it is complete: its last cell crosses in the slot before
  };

  // Ends are less than `reach` slots ahead.
  KnownEnds(std::size_t inputs, std::size_t reach)
      : mask_(std::bit_ceil(reach) - 1),
        by_end_(mask_ + 1, inputs),
        packets_(inputs),
        inputs_(inputs),
        outputs_(inputs),
        input_of_(inputs) {}

  // The outputs that take such a packet.
  const PortSet& outputs() const { return outputs_; }
  // The inputs that send one.
  const PortSet& inputs() const { return inputs_; }
  // The packet that this member of inputs() sends, or that this member of outputs() takes.
  const Packet& from(std::size_t input) const { return packets_[input]; }
  const Packet& to(std::size_t output) const { return packets_[input_of_[output]]; }

  // Whether a packet is complete at this boundary.
  template <Width kWidth>
  bool any(Slot end) const {
    return !by_end_.is_empty<kWidth>(row(end));
  }

  // Neither the packet's input nor its output has another one here.
  template <Width kWidth>
  void add(const Packet& packet) {
    const std::size_t input = packet.way.input.index();
    const std::size_t output = packet.way.output.index();
    packets_[input] = packet;
    input_of_[output] = static_cast<std::uint16_t>(input);
    inputs_.insert<kWidth>(input);
    outputs_.insert<kWidth>(output);
    by_end_.insert<kWidth>(row(packet.end), input);
  }

  template <Width kWidth>
  void remove(const Packet& packet) {
    inputs_.erase<kWidth>(packet.way.input.index());
    outputs_.erase<kWidth>(packet.way.output.index());
    by_end_.erase<kWidth>(row(packet.end), packet.way.input.index());
  }

  // Removes the packets that are complete at this boundary, and calls complete(packet) for each, in the order of their
  // inputs.
  template <Width kWidth, class Visit>
  void take(Slot end, Visit complete) {
    const std::size_t from = row(end);
    for (std::size_t word = 0; word < by_end_.words_a_row<kWidth>(); ++word) {
      const PortWord inputs = std::exchange(by_end_.word_of<kWidth>(from, word), 0);
      inputs_.word<kWidth>(word) &= ~inputs;
      for_each_in(inputs, [&](std::size_t bit) {
        const Packet& packet = packets_[word * kPortsPerWord + bit];
        outputs_.erase<kWidth>(packet.way.output.index());
        complete(packet);  // adds none
      });
    }
  }

  void clear() {
    for (std::size_t input = 0; input < packets_.size(); ++input) {
      if (inputs_.contains(input)) {
        remove<Width::kAny>(packets_[input]);
      }
    }
  }

 private:
  std::size_t row(Slot end) const { return static_cast<std::size_t>(end) & mask_; }

  std::size_t mask_;
  PortMatrix by_end_;  // row = slot, members = inputs whose packet is complete then
  std::vector<Packet> packets_;
  PortSet inputs_;
  PortSet outputs_;
  std::vector<std::uint16_t> input_of_;  // by output
};

}  // namespace weir::crossbar

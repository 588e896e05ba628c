// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The k largest flows through one egress port: ITSY, section IV.A and figure 4b. A table whose slots hold a flow, its
// size, and the numbers of the slots that are its parent and its children in a heap with the smallest flow at the root.
// A flow stays in its slot as long as it is in the table; what moves are the links. So a packet of a flow that is not
// there looks at one slot, the root, and takes its place where it is larger.
//
// What a flow has lost is in its slot too, and would be forgotten with it. A flow that has lost something is therefore
// larger than any that has not: it goes last, and only when all others have lost something as well does the smallest of
// them go. (`forgotten` counts those: a flow that comes back could lose as much again.)
//
// A link to the slot itself is none. Latency: a swap of two slots a level of the heap.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/reference/itsy_sketch.h"

namespace weir::reference {

class ItsyTopFlows {
 public:
  struct Slot {
    ItsyFlowId flow;
    std::uint32_t size = 0;     // units of 64 bytes; 0: the slot is free
    std::uint32_t dropped = 0;  // likewise
    std::uint16_t parent = 0;
    std::uint16_t left = 0;
    std::uint16_t right = 0;
    bool seen = false;  // a packet of it has passed since idle() was asked
  };

  // 1..65,535 slots; std::invalid_argument otherwise.
  explicit ItsyTopFlows(std::size_t slots);

  // The sketch says `size` of the flow, 1 or more, whose packet has just passed.
  void saw(const ItsyFlowId& flow, std::uint32_t size);

  // That many units of it were dropped; nothing where it is not in the table.
  void dropped(const ItsyFlowId& flow, std::uint32_t units);

  // The flow is over: its slot is free.
  void end(const ItsyFlowId& flow);

  // Flows in the table of which no packet has passed since this was last asked.
  std::vector<ItsyFlowId> idle();

  // Null where it is not in the table.
  const Slot* find(const ItsyFlowId& flow) const;

  std::uint64_t forgotten() const { return forgotten_; }
  const std::vector<Slot>& slots() const { return slots_; }
  std::size_t root() const { return root_; }

  void reset();

 private:
  std::optional<std::uint16_t> slot_of(const ItsyFlowId& flow) const;
  bool before(std::uint16_t a, std::uint16_t b) const;
  void sink(std::uint16_t slot);
  void rise(std::uint16_t slot);
  void swap_with_child(std::uint16_t parent, std::uint16_t child);
  bool is_root(std::uint16_t slot) const { return slots_[slot].parent == slot; }

  std::vector<Slot> slots_;
  std::uint16_t root_ = 0;
  std::uint64_t forgotten_ = 0;
};

}  // namespace weir::reference

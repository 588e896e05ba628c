// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The k largest flows through one egress port: ITSY, section IV.A and figure 4b. A table whose slots hold a flow, its
// size, and the numbers of the slots that are its parent and its children in a heap with the smallest flow at the root.
// A flow keeps its slot as long as it is in the table; only links move. So a packet of a flow outside the table is
// compared with one slot, the root, whose place its flow takes if it is larger.
//
// The slot also holds what the flow has lost, which is forgotten with the slot. A flow with losses therefore ranks
// above any flow without: it is replaced only when all flows in the table have losses, the smallest first. (`forgotten`
// counts these replacements: a flow that comes back could lose as much again.)
//
// A slot's link to itself means "no link". Latency: a swap of two slots a level of the heap.

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
    bool seen = false;  // a packet of the flow has passed since the last idle()
  };

  // 1..65,535 slots; std::invalid_argument otherwise.
  explicit ItsyTopFlows(std::size_t slots);

  // A packet of the flow has just passed; the sketch estimates the flow's size as `size`, 1 or more.
  void saw(const ItsyFlowId& flow, std::uint32_t size);

  // `units` of the flow were dropped; no effect if the flow is not in the table.
  void dropped(const ItsyFlowId& flow, std::uint32_t units);

  // The flow has ended: frees its slot.
  void end(const ItsyFlowId& flow);

  // Flows in the table of which no packet has passed since this was last asked.
  std::vector<ItsyFlowId> idle();

  // The slot of the flow; null if the flow is not in the table.
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

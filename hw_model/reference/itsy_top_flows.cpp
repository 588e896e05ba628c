// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_top_flows.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace weir::reference {

ItsyTopFlows::ItsyTopFlows(std::size_t slots) : slots_(slots) {
  if (slots < 1 || slots > std::numeric_limits<std::uint16_t>::max())
    throw std::invalid_argument("itsy: a table of flows wants 1..65535 slots");
  reset();
}

void ItsyTopFlows::reset() {
  root_ = 0;
  for (std::size_t n = 0; n < slots_.size(); ++n) {
    const auto child = [&](std::size_t at) { return static_cast<std::uint16_t>(at < slots_.size() ? at : n); };
    slots_[n] = Slot();
    slots_[n].parent = static_cast<std::uint16_t>(n == 0 ? 0 : (n - 1) / 2);
    slots_[n].left = child(2 * n + 1);
    slots_[n].right = child(2 * n + 2);
  }
}

void ItsyTopFlows::saw(const ItsyFlowId& flow, std::uint32_t size) {
  if (const auto slot = slot_of(flow)) {
    const bool grows = size >= slots_[*slot].size;
    slots_[*slot].size = size;
    slots_[*slot].seen = true;
    grows ? sink(*slot) : rise(*slot);
    return;
  }
  Slot& smallest = slots_[root_];
  if (size <= smallest.size)
    return;
  forgotten_ += smallest.dropped > 0 ? 1 : 0;
  smallest.flow = flow;
  smallest.size = size;
  smallest.dropped = 0;
  smallest.seen = true;
  sink(root_);
}

std::vector<ItsyFlowId> ItsyTopFlows::idle() {
  std::vector<ItsyFlowId> idle;
  for (Slot& slot : slots_) {
    if (slot.size > 0 && !slot.seen)
      idle.push_back(slot.flow);
    slot.seen = false;
  }
  return idle;
}

void ItsyTopFlows::dropped(const ItsyFlowId& flow, std::uint32_t units) {
  const auto slot = slot_of(flow);
  if (!slot)
    return;
  slots_[*slot].dropped += units;
  sink(*slot);
}

void ItsyTopFlows::end(const ItsyFlowId& flow) {
  const auto slot = slot_of(flow);
  if (!slot)
    return;
  slots_[*slot].flow = {};
  slots_[*slot].size = slots_[*slot].dropped = 0;
  rise(*slot);
}

const ItsyTopFlows::Slot* ItsyTopFlows::find(const ItsyFlowId& flow) const {
  const auto slot = slot_of(flow);
  return slot ? &slots_[*slot] : nullptr;
}

// The slot of a flow. Hardware compares all slots at once.
std::optional<std::uint16_t> ItsyTopFlows::slot_of(const ItsyFlowId& flow) const {
  for (std::size_t n = 0; n < slots_.size(); ++n) {
    if (slots_[n].size > 0 && slots_[n].flow == flow)
      return static_cast<std::uint16_t>(n);
  }
  return std::nullopt;
}

bool ItsyTopFlows::before(std::uint16_t a, std::uint16_t b) const {
  const auto key = [this](std::uint16_t slot) { return std::pair(slots_[slot].dropped > 0, slots_[slot].size); };
  return key(a) < key(b);
}

void ItsyTopFlows::sink(std::uint16_t slot) {
  for (;;) {
    std::uint16_t least = slot;
    for (const std::uint16_t child : {slots_[slot].left, slots_[slot].right}) {
      if (before(child, least))
        least = child;
    }
    if (least == slot)
      return;
    swap_with_child(slot, least);
  }
}

void ItsyTopFlows::rise(std::uint16_t slot) {
  while (!is_root(slot) && before(slot, slots_[slot].parent))
    swap_with_child(slots_[slot].parent, slot);
}

// Exchanges two slots in the tree. A link to a slot itself ("no link") becomes one of the other slot to itself.
void ItsyTopFlows::swap_with_child(std::uint16_t parent, std::uint16_t child) {
  const Slot up = slots_[parent];
  const Slot down = slots_[child];
  Slot& new_down = slots_[parent];
  Slot& new_up = slots_[child];

  new_up.parent = up.parent == parent ? child : up.parent;
  new_up.left = up.left == child ? parent : up.left == parent ? child : up.left;
  new_up.right = up.right == child ? parent : up.right == parent ? child : up.right;
  new_down.parent = child;
  new_down.left = down.left == child ? parent : down.left;
  new_down.right = down.right == child ? parent : down.right;

  if (up.parent == parent)
    root_ = child;
  else
    (slots_[up.parent].left == parent ? slots_[up.parent].left : slots_[up.parent].right) = child;
  for (const std::uint16_t sibling : {new_up.left, new_up.right}) {
    if (sibling != child)
      slots_[sibling].parent = child;
  }
  for (const std::uint16_t grandchild : {new_down.left, new_down.right}) {
    if (grandchild != parent)
      slots_[grandchild].parent = parent;
  }
}

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_top_flows.h"

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_top_flows_test {

using Slot = ItsyTopFlows::Slot;

ItsyFlowId flow(std::uint64_t n) { return {.addresses = n, .ports = 1}; }

// What is wrong with the tree: it does not hold each slot once, or a parent goes after its child. Empty: nothing.
std::string fault(const std::vector<Slot>& slots, std::size_t root) {
  std::vector<std::size_t> left = {root};
  std::vector<bool> seen(slots.size());
  if (slots[root].parent != root)
    return "the root has a parent";
  while (!left.empty()) {
    const std::size_t n = left.back();
    left.pop_back();
    if (seen[n])
      return "slot " + std::to_string(n) + " is in it twice";
    seen[n] = true;
    for (const std::size_t child : {slots[n].left, slots[n].right}) {
      if (child == n)
        continue;
      if (slots[child].parent != n)
        return "slot " + std::to_string(child) + " does not know its parent";
      if (std::pair(slots[child].dropped > 0, slots[child].size) < std::pair(slots[n].dropped > 0, slots[n].size))
        return "slot " + std::to_string(child) + " goes before its parent";
      left.push_back(child);
    }
  }
  return std::ranges::find(seen, false) == seen.end() ? "" : "a slot is not in it";
}

std::string fault(const ItsyTopFlows& top) { return fault(top.slots(), top.root()); }

TEST(ItsyTopFlows, KeepsTheLargest) {
  ItsyTopFlows top(3);
  top.saw(flow(1), 10);
  top.saw(flow(2), 20);
  top.saw(flow(3), 30);
  EXPECT_EQ(top.slots()[top.root()].flow, flow(1));
  top.saw(flow(4), 10);
  EXPECT_EQ(top.find(flow(4)), nullptr) << "not larger than the smallest";
  top.saw(flow(4), 11);
  ASSERT_NE(top.find(flow(4)), nullptr);
  EXPECT_EQ(top.find(flow(1)), nullptr);
  EXPECT_EQ(fault(top), "");
}

// By hand: slots 0, 1, 2 are the root and its children. A flow of 10 takes the root; 0 goes up from slot 1 (the left
// of equals), and 10 stands in the tree where slot 1 was.
TEST(ItsyTopFlows, MovesLinksAndNotFlows) {
  ItsyTopFlows top(3);
  top.saw(flow(1), 10);
  EXPECT_EQ(top.root(), 1U);
  EXPECT_EQ(top.slots()[0].flow, flow(1)) << "where it was put";
  EXPECT_EQ(top.slots()[0].parent, 1U);
  EXPECT_EQ(top.slots()[0].left, 0U) << "none";
  EXPECT_EQ(top.slots()[0].right, 0U);
  EXPECT_EQ(top.slots()[1].left, 0U);
  EXPECT_EQ(top.slots()[1].right, 2U);
  EXPECT_EQ(top.slots()[2].parent, 1U);
  top.saw(flow(2), 20);
  EXPECT_EQ(top.slots()[1].flow, flow(2));
  EXPECT_EQ(top.root(), 2U);
  EXPECT_EQ(fault(top), "");
}

TEST(ItsyTopFlows, FreesTheSlotOfAFlowThatEnds) {
  ItsyTopFlows top(2);
  top.saw(flow(1), 10);
  top.saw(flow(2), 20);
  top.end(flow(2));
  top.end(flow(9));
  EXPECT_EQ(top.find(flow(2)), nullptr);
  top.saw(flow(3), 1);
  EXPECT_NE(top.find(flow(3)), nullptr);
  EXPECT_NE(top.find(flow(1)), nullptr);
  EXPECT_EQ(fault(top), "");
}

TEST(ItsyTopFlows, KeepsFlowsThatHaveLostSomethingBeforeLargerOnes) {
  ItsyTopFlows top(2);
  top.saw(flow(1), 10);
  top.saw(flow(2), 20);
  top.dropped(flow(1), 3);
  top.saw(flow(3), 30);
  ASSERT_NE(top.find(flow(1)), nullptr);
  EXPECT_EQ(top.find(flow(1))->dropped, 3U);
  EXPECT_EQ(top.find(flow(2)), nullptr);
  top.dropped(flow(3), 1);
  EXPECT_EQ(top.forgotten(), 0U);
  top.saw(flow(4), 40);
  EXPECT_EQ(top.forgotten(), 1U) << "all others have lost something, too";
  EXPECT_EQ(top.find(flow(1)), nullptr);
}

TEST(ItsyTopFlows, RefusesATableOfNothing) {
  EXPECT_THROW(ItsyTopFlows(0), std::invalid_argument);
  EXPECT_THROW(ItsyTopFlows(65'536), std::invalid_argument);
}

// Sizes that grow, ends and drops, in any order and any number of slots.
RC_GTEST_PROP(ItsyTopFlows, IsAHeapOfTheLargest, (const std::vector<std::uint32_t>& words)) {
  ItsyTopFlows top(1 + (words.empty() ? 0 : words[0] % 9));
  std::map<std::uint64_t, std::uint32_t> sizes;
  for (const std::uint32_t word : words) {
    const std::uint64_t n = (word >> 8U) % 20;
    if (word % 8 == 0) {
      top.end(flow(n));
      sizes.erase(n);
    } else if (word % 8 == 1) {
      top.dropped(flow(n), 1);
    } else {
      top.saw(flow(n), sizes[n] += 1 + (word >> 16U) % 50);
    }
    RC_ASSERT(fault(top) == "");
  }
}

// Without ends and drops, where every flow sends again, the k largest are there.
RC_GTEST_PROP(ItsyTopFlows, HoldsTheKLargest, (const std::vector<std::uint32_t>& words)) {
  ItsyTopFlows top(5);
  std::map<std::uint64_t, std::uint32_t> sizes;
  for (const std::uint32_t word : words) {
    const std::uint64_t n = word % 20;
    top.saw(flow(n), sizes[n] += 1 + (word >> 16U) % 50);
    std::uint32_t least = 0xffff'ffff;
    for (const Slot& slot : top.slots())
      least = std::min(least, slot.size);
    for (const auto& [number, size] : sizes)
      RC_ASSERT(top.find(flow(number)) != nullptr || size <= least);
  }
}

TEST(ItsyTopFlows, FaultsOfATreeAreFound) {
  ItsyTopFlows top(7);
  for (std::uint64_t n = 1; n <= 7; ++n)
    top.saw(flow(n), static_cast<std::uint32_t>(10 * n));
  ASSERT_EQ(fault(top), "");
  const auto broken = [&](auto change) {
    std::vector<Slot> slots = top.slots();
    change(slots[slots[top.root()].left]);
    return fault(slots, top.root());
  };
  EXPECT_NE(broken([](Slot& slot) { slot.left = slot.right; }), "");
  EXPECT_NE(broken([](Slot& slot) { ++slot.parent; }), "");
  EXPECT_NE(broken([](Slot& slot) { slot.size = 1; }), "");
  EXPECT_NE(broken([](Slot& slot) { slot.dropped = 1; }), "");
}

}  // namespace weir::reference::itsy_top_flows_test

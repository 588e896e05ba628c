// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_loop_lists.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_loop_lists_test {

constexpr PortId kOut(0);  // to the next switch
constexpr PortId kIn(1);   // from the one before

// A switch of a ring under the published protocol: it begins to pause while its egress is free, which is held then.
struct Switch {
  ItsyPublished protocol;
  ItsyLoopLists lists;

  explicit Switch(std::uint32_t id) : protocol({.switch_id = id}, 3, 1), lists(id, 3) {
    protocol.enqueued(kOut, kIn, 2);
  }
  void pause_and_hold() {
    protocol.pausing(kIn, true, kOut);
    protocol.held(kOut, true);
  }
  // What it sends, with the list.
  std::optional<ItsyCollected> takes() {
    const auto check = protocol.take(kIn, ItsyKind::kConsistency);
    return check ? std::optional(ItsyCollected{.entry = check->entry, .list = lists.of(kIn, check->entry)})
                 : std::nullopt;
  }
};

// The check of the first has gone round, and all have stored it.
std::vector<Switch> ring_with_a_loop(std::size_t length) {
  std::vector<Switch> ring;
  for (std::uint32_t id = 1; id <= length; ++id)
    ring.emplace_back(id);
  ring[0].pause_and_hold();
  auto check = ring[0].protocol.take(kIn, ItsyKind::kChecking);
  for (std::size_t n = length - 1; n > 0; --n) {
    ring[n].protocol.held(kOut, true);
    ring[n].protocol.pausing(kIn, true, kOut);
    EXPECT_EQ(ring[n].protocol.arrived(kOut, *check), std::nullopt);
    check = ring[n].protocol.take(kIn, ItsyKind::kChecking);
  }
  EXPECT_EQ(ring[0].protocol.arrived(kOut, *check), std::nullopt);
  return ring;
}

TEST(ItsyLoopLists, TheCheckThatDeclaresHasThePortsOfTheLoop) {
  std::vector<Switch> ring = ring_with_a_loop(3);
  std::optional<ItsyCollected> check = ring[0].takes();
  ASSERT_TRUE(check);
  for (const std::size_t n : {2U, 1U}) {
    EXPECT_EQ(ring[n].lists.arrived(kOut, *check, ring[n].protocol), std::nullopt);
    check = ring[n].takes();
    ASSERT_TRUE(check);
  }
  EXPECT_EQ(ring[0].lists.arrived(kOut, *check, ring[0].protocol), kIn);
  ASSERT_EQ(check->list.size(), 3U);
  EXPECT_EQ(check->list[0], (frame::ItsyLoopPort{.switch_id = 1, .port = kIn}));
  EXPECT_EQ(check->list[1], (frame::ItsyLoopPort{.switch_id = 3, .port = kIn}));
  EXPECT_EQ(check->list[2], (frame::ItsyLoopPort{.switch_id = 2, .port = kIn}));
}

TEST(ItsyLoopLists, AFullListGoesHomeAndNoFurther) {
  for (const std::size_t length : {16U, 17U}) {
    std::vector<Switch> ring = ring_with_a_loop(length);
    std::optional<ItsyCollected> check = ring[0].takes();
    for (std::size_t n = length - 1; n > 0 && check; --n) {
      ring[n].lists.arrived(kOut, *check, ring[n].protocol);
      check = ring[n].takes();
    }
    EXPECT_EQ(check.has_value(), length == 16) << length;
    if (check) {
      EXPECT_EQ(ring[0].lists.arrived(kOut, *check, ring[0].protocol), kIn);
    }
  }
}

TEST(ItsyLoopLists, WhatIsDroppedLeavesNoList) {
  std::vector<Switch> ring = ring_with_a_loop(3);
  const std::optional<ItsyCollected> check = ring[0].takes();
  ring[2].protocol.pausing(kIn, false, kOut);
  EXPECT_EQ(ring[2].lists.arrived(kOut, *check, ring[2].protocol), std::nullopt);
  EXPECT_EQ(ring[2].takes(), std::nullopt);
}

}  // namespace weir::reference::itsy_loop_lists_test

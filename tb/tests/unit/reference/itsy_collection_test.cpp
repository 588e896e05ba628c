// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_collection.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_collection_test {

constexpr PortId kOut(0);  // to the next switch
constexpr PortId kIn(1);   // from the one before
constexpr std::uint32_t kXon = 1;

// A switch of a ring whose VIQ and VEQ are of it.
struct Switch {
  ItsyRepaired protocol;
  ItsyCollection collection;

  explicit Switch(std::uint32_t id) : protocol({.switch_id = id}, 3, kXon), collection({.switch_id = id}, 3) {
    protocol.enqueued(kOut, kIn, 2);
    protocol.pausing(kIn, true, kOut);
    protocol.held(kOut, true);
  }
  // Its check comes home.
  ItsyEntry declare() {
    const auto check = protocol.take(kIn);
    EXPECT_EQ(protocol.arrived(kOut, check.value()), kIn);
    collection.declared(check->entry);
    return check->entry;
  }
  std::optional<ItsyCollected> arrived(const ItsyCollected& message) {
    return collection.arrived(kOut, message, protocol);
  }
};

TEST(ItsyCollection, BringsHomeThePortsOfTheLoop) {
  std::vector<Switch> ring = {Switch(1), Switch(2), Switch(3)};
  ring[0].declare();
  ASSERT_TRUE(ring[0].collection.due(kIn));
  ItsyCollected message = ring[0].collection.take(kIn);
  EXPECT_FALSE(ring[0].collection.due(kIn));
  for (const std::size_t n : {2U, 1U}) {
    EXPECT_EQ(ring[n].arrived(message), std::nullopt);
    ASSERT_TRUE(ring[n].collection.due(kIn));
    message = ring[n].collection.take(kIn);
  }
  const auto home = ring[0].arrived(message);
  ASSERT_TRUE(home);
  ASSERT_EQ(home->list.size(), 3U);
  EXPECT_EQ(home->list[0], (frame::ItsyLoopPort{.switch_id = 1, .port = kIn}));
  EXPECT_EQ(home->list[1], (frame::ItsyLoopPort{.switch_id = 3, .port = kIn}));
  EXPECT_EQ(home->list[2], (frame::ItsyLoopPort{.switch_id = 2, .port = kIn}));
}

TEST(ItsyCollection, IsNotHomeWhereThePortHasResumed) {
  Switch one(1);
  one.declare();
  const ItsyCollected message = one.collection.take(kIn);
  one.protocol.pausing(kIn, false, kOut);
  one.collection.pausing(kIn, false);
  EXPECT_EQ(one.arrived(message), std::nullopt);
  one.protocol.pausing(kIn, true, kOut);
  EXPECT_EQ(one.arrived(message), std::nullopt) << "of another pause";
}

TEST(ItsyCollection, EndsWhereAnEdgeNoLongerHolds) {
  Switch one(1);
  Switch two(2);
  one.declare();
  const ItsyCollected message = one.collection.take(kIn);
  two.protocol.departed(kOut, kIn, 1);
  two.arrived(message);
  EXPECT_FALSE(two.collection.due(kIn)) << "no more than XON waits";
  two.protocol.enqueued(kOut, kIn, 1);
  two.protocol.held(kOut, false);
  two.arrived(message);
  EXPECT_FALSE(two.collection.due(kIn)) << "not held";
}

TEST(ItsyCollection, TheSmallerGoesFirst) {
  Switch one(1);
  Switch two(2);
  one.declare();
  two.declare();
  const ItsyCollected of_one = one.collection.take(kIn);
  const ItsyCollected of_two = two.collection.take(kIn);
  one.arrived(of_two);
  EXPECT_FALSE(one.collection.due(kIn)) << "stops at who goes first";
  two.arrived(of_one);
  EXPECT_TRUE(two.collection.due(kIn));
  EXPECT_EQ(two.arrived(of_two), std::nullopt) << "claimed by another";
}

TEST(ItsyCollection, AClaimedSwitchSendsNoneOfItsOwn) {
  Switch one(1);
  Switch two(2);
  two.declare();
  one.arrived(two.collection.take(kIn));
  ASSERT_TRUE(one.collection.due(kIn));
  one.collection.take(kIn);
  const ItsyEntry entry = one.declare();
  EXPECT_FALSE(one.collection.due(kIn));
  one.collection.life_over();
  one.collection.declared(entry);
  EXPECT_FALSE(one.collection.due(kIn));
  one.collection.life_over();
  EXPECT_FALSE(one.collection.claimed()) << "lost, perhaps";
  one.collection.declared(entry);
  EXPECT_TRUE(one.collection.due(kIn));
}

TEST(ItsyCollection, AClaimEndsWithWhatItStandsOn) {
  Switch one(1);
  Switch two(2);
  const ItsyEntry entry = two.declare();
  one.arrived(two.collection.take(kIn));
  EXPECT_TRUE(one.collection.claimed());
  one.collection.held(kOut, false);
  EXPECT_FALSE(one.collection.claimed());
  EXPECT_TRUE(two.collection.claimed());
  two.collection.pausing(kIn, false);
  EXPECT_FALSE(two.collection.claimed());
  two.collection.declared(entry);
  EXPECT_TRUE(two.collection.claimed());
  two.collection.reset();
  EXPECT_FALSE(two.collection.claimed());
  EXPECT_FALSE(two.collection.due(kIn));
}

TEST(ItsyCollection, EndsAfterItsHops) {
  Switch one(1);
  Switch two(2);
  one.declare();
  ItsyCollected message = one.collection.take(kIn);
  message.entry.ttl = 1;
  two.arrived(message);
  EXPECT_FALSE(two.collection.due(kIn));
  message.entry.ttl = 2;
  while (!message.list.full())
    message.list.add({.switch_id = 9, .port = kIn});
  two.arrived(message);
  EXPECT_FALSE(two.collection.due(kIn)) << "no room in the list";
}

}  // namespace weir::reference::itsy_collection_test

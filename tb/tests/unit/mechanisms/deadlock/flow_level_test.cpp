// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch does about a deadlock by flow level, and what its peers do for it: by hand.

#include "hw_model/mechanisms/deadlock/resolution_flow_level.h"
#include "tb/tests/unit/mechanisms/deadlock/itsy_resolver_bench.h"

namespace weir::deadlock::ring_of_two::flow_level_test {

const frame::DestinationGroups kNone;
const frame::DestinationGroups kEntering = groups_of({kThere});

// Behind port 2 of the first stands a third switch, unless it is a host; its message is home, and it has acted.
struct FlowRing : Ring {
  explicit FlowRing(std::vector<std::uint8_t> hosts = {}) : Ring(Resolution::kFlowLevel, std::move(hosts)) {
    resolve();
  }

  // What port 2 of the first says.
  std::optional<frame::ItsyGroups> said() { return one.resolver.take_groups(kHost, 0_us); }
};

std::optional<frame::ItsyGroups> blocks(const frame::DestinationGroups& groups) {
  return frame::ItsyGroups{.traffic_class = kC, .blocked = groups};
}

TEST(FlowLevel, ThePeerOutOfTheLoopIsToldWhatEntersIt) {
  FlowRing ring;
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn)) << "the loop, as at port level";
  EXPECT_THAT(ring.one.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.kept, IsEmpty());
  EXPECT_TRUE(ring.one.resolver.due(kHost));
  EXPECT_EQ(ring.said(), blocks(kEntering));
  EXPECT_FALSE(ring.one.resolver.due(kHost));
  EXPECT_THAT(ring.one.lent_to_others, IsEmpty()) << "nothing pauses it";
}

TEST(FlowLevel, AHostIsKeptPaused) {
  FlowRing ring({0, 0, 1});
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  EXPECT_EQ(ring.said(), std::nullopt);
}

TEST(FlowLevel, ThePeerGoesOnWhenItHasBeenTold) {
  FlowRing ring;
  ring.one.protocol.pausing(kHost, true, kOut);
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn)) << "not before";
  ring.said();
  EXPECT_THAT(ring.one.lent_to_others, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn, kHost));
}

TEST(FlowLevel, ItGoesOnAgainWhenWhatMayLeaveHasFallenToXon) {
  FlowRing ring;
  ring.said();
  ring.one.protocol.pausing(kHost, true, kOut);
  ring.one.protocol.enqueued(kHost, kHost, 3001);
  ring.one.resolver.left(kHost, kC, ring.one.protocol.causality(), 0_us);
  EXPECT_THAT(ring.one.lent_to_others, IsEmpty());
  ring.one.protocol.departed(kHost, kHost, 1);
  ring.one.resolver.left(kHost, kC, ring.one.protocol.causality(), 0_us);
  EXPECT_THAT(ring.one.lent_to_others, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn, kHost));
}

TEST(FlowLevel, APauseWhereNothingElseWaitsIsAnsweredByTheSameMessage) {
  FlowRing ring;
  ring.said();
  ring.one.protocol.pausing(kHost, true, kOut);
  ring.one.resolver.pausing(kHost, kC, true);
  EXPECT_EQ(ring.said(), blocks(kEntering));
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn, kHost));
}

TEST(FlowLevel, NothingIsToldToGoOnWithoutALoan) {
  FlowRing ring;
  ring.one.lends = false;
  ring.one.protocol.pausing(kHost, true, kOut);
  ring.said();
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
}

TEST(FlowLevel, WhoSendsIntoTheLoopLaterIsToldThen) {
  Ring ring(Resolution::kFlowLevel);
  ring.one.leave(4);
  ring.resolve();
  EXPECT_EQ(ring.one.resolver.take_groups(kHost, 0_us), std::nullopt);
  ring.one.enqueue(kHost, 3);
  EXPECT_EQ(ring.one.resolver.take_groups(kHost, 0_us), blocks(kEntering));
}

TEST(FlowLevel, AllMayPassWhenItEnds) {
  FlowRing ring;
  ring.said();
  ring.one.leave();
  ring.one.leave();
  EXPECT_FALSE(ring.one.resolver.resolving());
  EXPECT_EQ(ring.said(), blocks(kNone));
  EXPECT_EQ(ring.said(), std::nullopt);
}

TEST(FlowLevel, BlocksWhatThePeerDoesNotTakeUntilItSaysSo) {
  Switch third(3, Resolution::kFlowLevel);
  const auto arrives = [&](const frame::DestinationGroups& groups) {
    third.resolver.arrived(kOut, *blocks(groups), third.protocol.causality(), 0_us);
  };
  arrives(kEntering);
  EXPECT_THAT(third.blocked, ElementsAre(Pair(kOut, kEntering)));
  EXPECT_TRUE(third.resolver.counts_lives(kC));
  arrives(kNone);
  EXPECT_THAT(third.blocked, ElementsAre(Pair(kOut, kEntering), Pair(kOut, kNone)));
  EXPECT_FALSE(third.resolver.counts_lives(kC));
}

TEST(FlowLevel, BlocksNoLongerThanThreeLives) {
  Switch third(3, Resolution::kFlowLevel);
  third.resolver.arrived(kOut, *blocks(kEntering), third.protocol.causality(), 0_us);
  third.resolver.life_over(kC, 0_us);
  third.resolver.life_over(kC, 0_us);
  EXPECT_EQ(third.blocked.size(), 1U);
  third.resolver.life_over(kC, 0_us);
  EXPECT_THAT(third.blocked, ElementsAre(Pair(kOut, kEntering), Pair(kOut, kNone)));
}

TEST(FlowLevel, AHostBlocksNothing) {
  Switch third(3, Resolution::kFlowLevel, {1, 0, 0});
  third.resolver.arrived(kOut, *blocks(kEntering), third.protocol.causality(), 0_us);
  EXPECT_THAT(third.blocked, IsEmpty());
}

// Ports 1 and 2 have packets for what is blocked, so both are told; of destinations that go another way nothing is
// said.
TEST(FlowLevel, PassesABlockOn) {
  Switch third(3, Resolution::kFlowLevel);
  third.resolver.arrived(kOut, *blocks(groups_of({kThere, kElsewhere})), third.protocol.causality(), 0_us);
  EXPECT_EQ(third.resolver.take_groups(kIn, 0_us), blocks(kEntering));
  EXPECT_EQ(third.resolver.take_groups(kHost, 0_us), blocks(kEntering));
  EXPECT_THAT(third.resumed, ElementsAre(kIn)) << "it pauses; what it holds is kept back";
  third.resolver.arrived(kOut, *blocks(groups_of({kThere, kElsewhere})), third.protocol.causality(), 0_us);
  EXPECT_FALSE(third.resolver.due(kIn)) << "nothing new: it could go round for ever";
  third.resolver.arrived(kOut, *blocks(kNone), third.protocol.causality(), 0_us);
  EXPECT_EQ(third.resolver.take_groups(kIn, 0_us), blocks(kNone));
}

// As in a circle of switches that block one another's: each that is freed frees the next.
TEST(FlowLevel, WhatEndsTakesBackAllThatWasSaid) {
  Switch third(3, Resolution::kFlowLevel);
  third.resolver.arrived(kOut, *blocks(kEntering), third.protocol.causality(), 0_us);
  third.resolver.arrived(kHost, *blocks(groups_of({kElsewhere})), third.protocol.causality(), 0_us);
  EXPECT_EQ(third.resolver.take_groups(kIn, 0_us), blocks(groups_of({kThere, kElsewhere})));
  third.resolver.arrived(kHost, *blocks(kNone), third.protocol.causality(), 0_us);
  EXPECT_EQ(third.resolver.take_groups(kIn, 0_us), blocks(kNone)) << "though one block stands";
  third.enqueue(kIn, 1);
  EXPECT_EQ(third.resolver.take_groups(kIn, 0_us), blocks(kEntering));
}

TEST(FlowLevel, ForgetsAtAReset) {
  FlowRing ring;
  ring.one.resolver.arrived(kHost, *blocks(kEntering), ring.one.protocol.causality(), 0_us);
  ring.one.resolver.reset();
  EXPECT_FALSE(ring.one.resolver.due(kHost));
  EXPECT_FALSE(ring.one.resolver.counts_lives(kC));
}

}  // namespace weir::deadlock::ring_of_two::flow_level_test

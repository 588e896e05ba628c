// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch does about a deadlock by port level and count-min drop: two switches of a ring, by hand.

#include "hw_model/mechanisms/deadlock/resolution_count_min.h"
#include "tb/tests/unit/mechanisms/deadlock/itsy_resolver_bench.h"

namespace weir::deadlock::ring_of_two::itsy_resolver_test {

TEST(ItsyResolver, PortLevelActsOnEachSwitchOfTheLoop) {
  Ring ring(Resolution::kPortLevel);
  ring.one.declare();
  EXPECT_THAT(ring.one.resumed, IsEmpty()) << "not before its message is home";
  ring.two.arrives(ring.one.sends());
  EXPECT_THAT(ring.two.resumed, IsEmpty());
  ring.one.arrives(ring.two.sends());
  EXPECT_THAT(ring.one.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  ring.two.arrives(ring.one.sends());
  EXPECT_THAT(ring.two.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.two.resumed, ElementsAre(kIn));
  EXPECT_FALSE(ring.two.resolver.due(kIn)) << "the last of the loop";
}

TEST(ItsyResolver, BlocksUntilTheQueueIsAtXon) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  ring.one.leave();
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost)) << "three packets of 1500 B are more than 3000 B";
  ring.one.leave();
  EXPECT_THAT(ring.one.kept, IsEmpty());
  EXPECT_FALSE(ring.one.resolver.resolving());
}

TEST(ItsyResolver, BlocksNoLongerThanTwoLives) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  ring.one.resolver.life_over(kC, 0_us);
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  ring.one.resolver.life_over(kC, 0_us);
  EXPECT_THAT(ring.one.kept, IsEmpty());
}

TEST(ItsyResolver, BlocksNothingThatDoesNotEnterTheLoop) {
  Ring ring(Resolution::kPortLevel);
  ring.one.leave(4);
  ring.resolve();
  EXPECT_THAT(ring.one.kept, IsEmpty());
}

TEST(ItsyResolver, BlocksWhoBeginsToFeedTheLoopWhileItActs) {
  Ring ring(Resolution::kPortLevel);
  ring.one.leave(4);
  ring.resolve();
  ring.one.enqueue(kHost, 3);
  ring.one.enqueue(kHost, 3);
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost)) << "once";
  ring.one.leave();
  ring.one.leave();
  EXPECT_THAT(ring.one.kept, IsEmpty());
  ring.one.enqueue(kHost, 3);
  EXPECT_THAT(ring.one.kept, IsEmpty()) << "it is over";
}

TEST(ItsyResolver, ResolvesOneLoopAtATime) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  frame::ItsyListMessage other = ring.one.sends();
  frame::ItsyPortList list;
  list.add({.switch_id = 1, .port = kHost});
  other.list = list;
  ring.one.arrives(other);
  EXPECT_EQ(ring.one.resolver.counters().busy, 1U);
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
  list = {};
  list.add({.switch_id = 7, .port = kIn});
  other.list = list;
  ring.one.arrives(other);
  EXPECT_EQ(ring.one.resolver.counters().acted, 1U) << "of another switch";
}

TEST(ItsyResolver, ForgetsAtAReset) {
  Ring ring(Resolution::kPortLevel);
  ring.resolve();
  ring.one.resolver.reset();
  EXPECT_FALSE(ring.one.resolver.due(kIn));
  EXPECT_FALSE(ring.one.resolver.resolving());
}

TEST(ItsyResolver, CountMinDropsUntilThePeerCanGoOn) {
  Ring ring(Resolution::kCountMinDrop);
  ring.one.resumes_below = 7500_B;
  ring.resolve();
  EXPECT_THAT(ring.one.dropped, ElementsAre(0U)) << "five packets are too many, four are not";
  EXPECT_THAT(ring.one.resumed, ElementsAre(kIn));
  EXPECT_THAT(ring.one.lent_to, IsEmpty());
  EXPECT_FALSE(ring.one.resolver.due(kIn)) << "the others of the loop need do nothing";
}

TEST(ItsyResolver, CountMinForgetsFlowsThatAreIdle) {
  Switch one(1, Resolution::kCountMinDrop);
  const auto flows = [&] {
    const auto& drop = dynamic_cast<const CountMinDrop&>(one.resolver.resolution());
    return std::ranges::count_if(drop.port(kOut).top().slots(), [](const auto& slot) { return slot.size > 0; });
  };
  EXPECT_EQ(flows(), 3);
  one.enqueue(kIn, 1, kThere, 11_us);
  EXPECT_EQ(flows(), 3) << "they have been seen since the time before";
  one.enqueue(kIn, 1, kThere, 19_us);
  one.enqueue(kIn, 2, kThere, 21_us);
  EXPECT_EQ(flows(), 2) << "the flow of the host is over, and the second one new";
  one.enqueue(kIn, 1, kThere, 50_us);
  EXPECT_EQ(flows(), 1);
}

// Each of the two flows may lose one packet; the third would be too many.
TEST(ItsyResolver, CountMinLendsWhereTheBudgetForbidsMore) {
  Ring ring(Resolution::kCountMinDrop);
  ring.one.enqueue(kIn, 1);
  ring.one.resumes_below = 6000_B;
  ring.resolve();
  EXPECT_EQ(ring.one.dropped.size(), 2U);
  EXPECT_THAT(ring.one.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.one.kept, ElementsAre(kHost));
  ring.two.arrives(ring.one.sends());
  EXPECT_THAT(ring.two.dropped, IsEmpty());
  EXPECT_THAT(ring.two.lent_to, ElementsAre(2_KB));
  EXPECT_THAT(ring.two.resumed, ElementsAre(kIn));
}

}  // namespace weir::deadlock::ring_of_two::itsy_resolver_test

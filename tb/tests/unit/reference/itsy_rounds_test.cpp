// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounds in one switch: who is dead, and who says that it is alive.

#include "hw_model/reference/itsy_rounds.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_rounds_test {

constexpr PortId kIn{0};
constexpr PortId kA{1};
constexpr PortId kB{2};
constexpr PortId kHost{3};
constexpr std::uint32_t kXon = 10;

// What comes in at kIn waits behind A and B, six each, and both are held: neither alone is more than XON.
struct Switch {
  Switch() {
    now.enqueue(kA, kIn, 6);
    now.enqueue(kB, kIn, 6);
    now.set_held(kA, true);
    now.set_held(kB, true);
    now.set_pausing(kIn, true);
  }
  void hold(PortId e, bool on) {
    now.set_held(e, on);
    rounds.held(now, e);
  }
  void pause(PortId i, bool on) {
    now.set_pausing(i, on);
    rounds.pausing(now, i);
  }

  ItsyCausality now{4, kXon};
  ItsyRounds rounds{4, {0, 0, 0, 1}};
};

TEST(ItsyRounds, WhatStandsBehindSeveralIsDeadUntilOneOfThemIsAlive) {
  Switch one;
  one.rounds.begin(one.now, 3);
  EXPECT_TRUE(one.rounds.dead(kIn));
  EXPECT_FALSE(one.rounds.due(kIn));
  one.rounds.arrived(one.now, kB, 3);
  EXPECT_FALSE(one.rounds.dead(kIn));
  EXPECT_TRUE(one.rounds.due(kIn));
  one.rounds.taken(kIn);
  one.rounds.arrived(one.now, kA, 3);
  EXPECT_FALSE(one.rounds.due(kIn)) << "said already";
  one.rounds.again(one.now);
  EXPECT_TRUE(one.rounds.due(kIn)) << "and again every hop";
  one.rounds.end();
  EXPECT_FALSE(one.rounds.due(kIn));
}

TEST(ItsyRounds, DeadToTheEnd) {
  Switch one;
  one.rounds.begin(one.now, 3);
  one.rounds.again(one.now);
  EXPECT_FALSE(one.rounds.due(kIn));
  one.rounds.end();
  EXPECT_TRUE(one.rounds.dead(kIn));
}

TEST(ItsyRounds, AnEgressThatIsFreedLivesThoughItIsHeldAgain) {
  Switch one;
  one.rounds.begin(one.now, 0);
  one.hold(kA, false);
  one.hold(kA, true);
  EXPECT_TRUE(one.rounds.lives(kA));
  EXPECT_FALSE(one.rounds.dead(kIn));
}

TEST(ItsyRounds, APauseThatBeginsInTheRoundSaysSo) {
  Switch one;
  one.now.set_pausing(kIn, false);
  one.rounds.begin(one.now, 0);
  EXPECT_FALSE(one.rounds.due(kIn)) << "nobody waits for it";
  one.pause(kIn, true);
  EXPECT_TRUE(one.rounds.due(kIn));
  EXPECT_FALSE(one.rounds.dead(kIn));
  one.pause(kIn, false);
  EXPECT_TRUE(one.rounds.due(kIn)) << "it goes with the RESUME";
  one.rounds.again(one.now);
  EXPECT_FALSE(one.rounds.due(kIn)) << "which says all there is to say";
}

TEST(ItsyRounds, WhatLeavesMayBringItDownToXon) {
  Switch one;
  one.rounds.begin(one.now, 0);
  one.now.depart(kA, kIn, 2);  // dropped
  one.rounds.departed(one.now, kIn);
  EXPECT_TRUE(one.rounds.due(kIn));
}

TEST(ItsyRounds, AHostNeverCounts) {
  Switch one;
  one.now.enqueue(kHost, kIn, 20);
  one.now.depart(kA, kIn, 2);
  one.now.set_held(kHost, true);
  one.rounds.begin(one.now, 0);
  EXPECT_TRUE(one.rounds.lives(kHost));
  EXPECT_FALSE(one.rounds.dead(kIn)) << "behind A and B is only XON";
  one.pause(kHost, true);
  EXPECT_FALSE(one.rounds.due(kHost)) << "and nothing is said to it";
}

TEST(ItsyRounds, OneForTheNextRoundIsKeptAndOthersAreNot) {
  for (const auto& [number, kept] : {std::pair(15, false), std::pair(0, true), std::pair(1, false)}) {
    Switch one;
    one.rounds.begin(one.now, 15);
    one.rounds.end();
    one.rounds.arrived(one.now, kA, static_cast<std::uint8_t>(number));
    one.rounds.begin(one.now, 16);
    EXPECT_EQ(one.rounds.dead(kIn), !kept) << number;
  }
}

TEST(ItsyRounds, OneOfAnotherRoundSaysNothing) {
  Switch one;
  one.rounds.begin(one.now, 3);
  one.rounds.arrived(one.now, kA, 2);
  one.rounds.arrived(one.now, kA, 4);
  EXPECT_TRUE(one.rounds.dead(kIn));
  one.rounds.end();
  one.rounds.begin(one.now, 4);
  EXPECT_TRUE(one.rounds.dead(kIn));
}

TEST(ItsyRounds, ASwitchThatHasBeenResetSpeaksForPausesThatItForgot) {
  Switch one;
  one.rounds.begin(one.now, 0);
  one.now.reset();
  one.rounds.reset(one.now);
  EXPECT_TRUE(one.rounds.due(kIn));
  EXPECT_FALSE(one.rounds.due(kHost));
  one.rounds.end();
  one.rounds.begin(one.now, 1);
  EXPECT_TRUE(one.rounds.due(kA));
  one.rounds.ran_out();
  one.rounds.again(one.now);
  EXPECT_FALSE(one.rounds.due(kA));
}

}  // namespace weir::reference::itsy_rounds_test

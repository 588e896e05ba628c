// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The egress scheduler of one port, with an engine that does what the test says. Frames of 1250 B take 1 us, control
// frames 51.2 ns. Each test needs a process of its own, as ctest gives it.

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::egress_test {

class RoundRobinEgressTest : public EgressTest {
 protected:
  RoundRobinEgressTest() : EgressTest({.discipline = Discipline::kRoundRobin}) {}
};

constexpr ClassId kC0{0};
constexpr ClassId kC1{1};
constexpr ClassId kC3{3};
constexpr ClassId kC7{7};

TEST_F(EgressTest, AnIdlePortSendsAtOnceAndThenHasNothingPending) {
  EXPECT_TRUE(scheduler_.empty());
  at(3_us, [&](Time now) { enqueue(kC3, now, kFrame, PortId(9)); });
  run(3'500_ns);
  EXPECT_TRUE(egress_->transmitting(kPort));
  EXPECT_EQ(egress_->veq_depth(kPort, kC3), kFrame) << "in the VEQ until its last bit has left";
  EXPECT_EQ(egress_->total(), kFrame);
  EXPECT_THAT(departed_, IsEmpty());
  EXPECT_THAT(run(), ElementsAre(Frame{4_us, 3}));
  EXPECT_THAT(departed_, ElementsAre(Departed{PortId(9), kC3, kFrame, 4_us}));
  EXPECT_EQ(egress_->total(), 0_B);
  EXPECT_EQ(egress_->veq_depth(kPort, kC3), 0_B);
  EXPECT_FALSE(egress_->transmitting(kPort));
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(EgressTest, StrictPriorityTakesTheHighestClassFirstAndAClassInOrder) {
  enqueue_at(0_us, kC0);
  for (const auto& [time, c] : {std::pair{100_ns, kC0}, {200_ns, kC1}, {300_ns, kC7}, {400_ns, kC1}, {2'500_ns, kC7}}) {
    enqueue_at(time, c);
  }
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 7}, Frame{3_us, 1}, Frame{4_us, 7}, Frame{5_us, 1},
                                 Frame{6_us, 0}));
  EXPECT_EQ(counters(kC1).sent, 2U);
  EXPECT_EQ(counters(kC1).peak, 2 * kFrame);
}

TEST_F(RoundRobinEgressTest, GivesEachClassAPacketInTurn) {
  enqueue_at(0_us, kC3);
  enqueue_at(100_ns, kC0, 3);
  enqueue_at(200_ns, kC7, 2);
  enqueue_at(300_ns, kC3, 2);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 3}, Frame{2_us, 7}, Frame{3_us, 0}, Frame{4_us, 3}, Frame{5_us, 7},
                                 Frame{6_us, 0}, Frame{7_us, 3}, Frame{8_us, 0}));
}

TEST_F(EgressTest, ChoosesByAnotherDisciplineFromTheNextChoiceOn) {
  enqueue_at(0_us, kC0, 3);
  enqueue_at(100_ns, kC7, 3);
  at(1'500_ns, [this](Time now) {
    EgressConfig settings = egress_->config();
    settings.discipline = Discipline::kRoundRobin;
    egress_->reconfigure(settings, now);
  });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 7}, Frame{3_us, 7}, Frame{4_us, 0}, Frame{5_us, 7},
                                 Frame{6_us, 0}));
}

TEST_F(RoundRobinEgressTest, PassesOverAHeldClassAndComesBackToIt) {
  enqueue_at(0_us, kC0, 4);
  enqueue_at(0_us, kC1, 3);
  hold_at(500_ns, kC1, true);
  hold_at(2'500_ns, kC1, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}, Frame{3_us, 0}, Frame{4_us, 1}, Frame{5_us, 0},
                                 Frame{6_us, 1}, Frame{7_us, 1}));
}

TEST_F(EgressTest, FeedbackGoesBeforeDataAndNeverPreempts) {
  enqueue_at(0_us, kC7, 2);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(2, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 7}, Frame{1_us + kControlTime, kControl},
                                 Frame{1_us + 2 * kControlTime, kControl}, Frame{2_us + 2 * kControlTime, 7}));
  EXPECT_THAT(engine().built, ElementsAre(1_us, 1_us + kControlTime))
      << "built when it can be sent, not when it is due";
  EXPECT_EQ(departed_.size(), 2U) << "a control frame was in no queue";
}

TEST_F(EgressTest, FeedbackGoesAtOnceFromAnIdlePort) {
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{300_ns + kControlTime, kControl}));
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(EgressTest, FeedbackIsNeverHeld) {
  hold_at(0_us, kC0, true);
  enqueue_at(100_ns, kC0);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{300_ns + kControlTime, kControl}));
}

TEST_F(EgressTest, FeedbackWithNothingToSayAnyMoreLeavesThePortToData) {
  engine().says_something = false;
  enqueue_at(0_us, kC0, 2);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}));
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(EgressTest, OutOfBandFeedbackTakesNoTimeOnTheWire) {
  engine().send_out_of_band();
  enqueue_at(0_us, kC0, 2);
  at(300_ns, [&](Time now) { engine().ask_for_feedback(1, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{300_ns, kControl}, Frame{2_us, 0}));
}

TEST_F(EgressTest, APauseLetsTheFrameOnTheWireEndAndStopsTheNext) {
  enqueue_at(0_us, kC0, 2);
  hold_at(1_ns, kC0, true);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}));
  EXPECT_TRUE(scheduler_.empty()) << "a held port waits for its engine, not for a time";
  EXPECT_EQ(egress_->veq_depth(kPort, kC0), kFrame);
  hold_at(5_us, kC0, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{6_us, 0}));
}

TEST_F(EgressTest, OtherClassesPassAHeldOne) {
  hold_at(0_us, kC7, true);
  enqueue_at(0_us, kC7);
  enqueue_at(100_ns, kC0, 2);
  hold_at(1'500_ns, kC7, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1'100_ns, 0}, Frame{2'100_ns, 0}, Frame{3'100_ns, 7}));
}

// By hand:      0    0.5   1      2       5    5.5  5.6    6      7.6     8.6
//   held             |---------------------|    |-----------------|         4.5 + 2.1 us
//   waiting                       |--------|         |------------|
//   both                          |--------|         |------------|         3.0 + 2.0 us
TEST_F(EgressTest, StopwatchesAreExact) {
  enqueue_at(0_us, kC0);
  hold_at(500_ns, kC0, true);
  enqueue_at(2_us, kC0);
  hold_at(5_us, kC0, false);
  hold_at(5'500_ns, kC0, true);
  enqueue_at(5'600_ns, kC0);
  run(4_us);
  EXPECT_EQ(counters(kC0).held.total(4_us), 3'500_ns) << "still running";
  EXPECT_EQ(counters(kC0).hold_and_wait.total(4_us), 2_us);
  EXPECT_EQ(counters(kC0).hold_and_wait.since(), 2_us);
  hold_at(7'600_ns, kC0, false);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{6_us, 0}, Frame{8'600_ns, 0}));
  EXPECT_EQ(counters(kC0).held.total(99_us), 6'600_ns);
  EXPECT_EQ(counters(kC0).hold_and_wait.total(99_us), 5_us);
  EXPECT_FALSE(counters(kC0).held.running());
  EXPECT_EQ(counters(kC1).held.total(99_us), 0_us);
}

// A limiter's spacing is no hold: the port knows when it ends.
TEST_F(EgressTest, ALimiterGatesWithoutHolding) {
  engine().count_packets();
  engine().sendable[0] = 5_us;
  enqueue_at(0_us, kC0);
  run(4_us);
  EXPECT_EQ(scheduler_.earliest(), 5_us);
  EXPECT_THAT(run(), ElementsAre(Frame{6_us, 0}));
  EXPECT_EQ(counters(kC0).held.total(9_us), 0_us);
  EXPECT_EQ(counters(kC0).hold_and_wait.total(9_us), 0_us);
  EXPECT_THAT(engine().sent, ElementsAre(std::tuple(kC0, kFrame, 5_us, 6_us)));
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(EgressTest, TheEarliestOfTheLimitersOpensTheGate) {
  engine().count_packets();
  engine().sendable[7] = 5_us;
  engine().sendable[0] = 3_us;
  enqueue_at(0_us, kC7);
  enqueue_at(1_us, kC0, 2);
  EXPECT_THAT(run(), ElementsAre(Frame{4_us, 0}, Frame{5_us, 0}, Frame{6_us, 7}))
      << "what may send goes before what may not, whatever its priority";
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(EgressTest, ALimiterHearsOfItsPacketBeforeTheNextChoice) {
  engine().count_packets();
  engine().after_sent = [&](ClassId c, Time end) { engine().sendable[c.index()] = end + 2_us; };
  enqueue_at(0_us, kC0, 3);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{4_us, 0}, Frame{7_us, 0}));
}

TEST_F(EgressTest, ARaisedRateOpensTheGateEarlier) {
  engine().count_packets();
  engine().sendable[0] = 50_us;
  enqueue_at(0_us, kC0);
  at(2_us, [&](Time now) { engine().let_send_from(kC0, 4_us, now); });
  EXPECT_THAT(run(), ElementsAre(Frame{5_us, 0}));
  EXPECT_TRUE(scheduler_.empty());
}

// Short of credits: a hold that no time ends. New credits that are still too few do not end it.
TEST_F(EgressTest, ShortOfCreditsIsAHold) {
  engine().count_packets();
  engine().sendable[0] = kNever;
  enqueue_at(1_us, kC0);
  at(3_us, [&](Time now) { engine().let_send_from(kC0, kNever, now); });
  at(6_us, [&](Time now) { engine().let_send_from(kC0, now, now); });
  EXPECT_THAT(run(5_us), IsEmpty());
  EXPECT_TRUE(scheduler_.empty());
  EXPECT_EQ(counters(kC0).hold_and_wait.since(), 1_us);
  EXPECT_THAT(run(), ElementsAre(Frame{7_us, 0}));
  EXPECT_EQ(counters(kC0).hold_and_wait.total(9_us), 5_us);
}

// Packets and holds at random: classes stay in order, nothing is lost, the wire carries one frame at a time, and the
// stopwatches are those of a list of what happened.
TEST_F(EgressTest, KeepsItsBooksThroughAnything) {
  RandomStream random(1, "egress");
  PerClass<int> enqueued{};
  PerClass<Time> held_since;
  PerClass<Time> held_total{};
  held_since.fill(kNever);
  Time time;
  for (int i = 0; i < 3'000; ++i) {
    time += Time(static_cast<std::int64_t>(1 + random.below(900'000)));
    const ClassId c(random.below(3));
    if (random.below(4) > 0) {
      enqueue_at(time, c);
      ++enqueued[c.index()];
      continue;
    }
    const bool hold = held_since[c.index()] == kNever;
    hold_at(time, c, hold);
    if (!hold) {
      held_total[c.index()] += time - held_since[c.index()];
    }
    held_since[c.index()] = hold ? time : kNever;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    if (held_since[c] != kNever) {
      hold_at(time, ClassId(c), false);
      held_total[c] += time - held_since[c];
    }
  }
  const std::vector<Frame> sent = run();
  PerClass<int> count{};
  Time before;
  for (const auto& [end, c] : sent) {
    EXPECT_GE(end - before, 1_us);
    before = end;
    ++count[static_cast<std::size_t>(c)];
  }
  EXPECT_EQ(count, enqueued);
  PerClass<int> last;
  last.fill(-1);
  for (const FarEnd::Call& call : far_.received) {
    constexpr std::size_t kSourcePort = 38;  // which number the packet was given
    const int number = call.data[kSourcePort] << 8U | call.data[kSourcePort + 1];
    EXPECT_GT(number, last[call.data[14] >> 5U]);
    last[call.data[14] >> 5U] = number;
  }
  EXPECT_EQ(egress_->total(), 0_B);
  EXPECT_EQ(pool_.in_use(), 0U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(counters(ClassId(c)).held.total(before), held_total[c]);
    EXPECT_LE(counters(ClassId(c)).hold_and_wait.total(before), held_total[c]);
  }
}

}  // namespace weir::egress::egress_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's unit against sequences made by hand: what it says when, on which frame, and what it declares.

#include "hw_model/mechanisms/deadlock/itsy_unit.h"

#include "tb/tests/unit/mechanisms/deadlock/itsy_unit_bench.h"

namespace weir::deadlock::itsy_unit_test {

using frame::ItsyEntry;
using frame::ItsyKind;
using frame::ItsyTrigger;

struct Repaired : ItsyBench {
  Repaired() : ItsyBench(itsy_context(Protocol::kRepaired)) {}
};
struct Published : ItsyBench {
  Published() : ItsyBench(itsy_context(Protocol::kPublished)) {}
};

ItsyMessage check(std::uint32_t s, PortId p, std::uint32_t seq, std::uint8_t ttl = 9) {
  return {.kind = ItsyKind::kChecking, .entry = {.switch_id = s, .port = p, .seq = seq, .ttl = ttl}, .trigger = {}};
}

// 4 KB of A wait for B, A pauses, and B is held from 10 us on: an edge from B to A.
void make_edge(Repaired& bench) {
  bench.enqueue(kA, kB, 4_KB, 1_us);
  bench.pause(kA, true, 2_us);
  bench.hold(kB, true, 10_us);
}

TEST(ItsyUnit, SaysWhatCompletesAnEdge) {
  Repaired bench;
  make_edge(bench);
  ASSERT_THAT(bench.said, SizeIs(1));
  EXPECT_EQ(bench.said[0].port, kA);
  EXPECT_EQ(bench.said[0].at, 10_us);
  EXPECT_FALSE(bench.said[0].rode);
  EXPECT_EQ(bench.said[0].message.entry, (ItsyEntry{.switch_id = 7, .port = kA, .seq = 1, .ttl = 16}));
}

TEST(ItsyUnit, XonAndLessIsNoEdge) {
  Repaired bench;
  bench.enqueue(kA, kB, kXon, 1_us);
  bench.pause(kA, true, 2_us);
  bench.hold(kB, true, 10_us);
  EXPECT_THAT(bench.said, IsEmpty());
  bench.enqueue(kA, kB, 64_B, 11_us);
  EXPECT_THAT(bench.said, SizeIs(1)) << "it has passed XON";
}

TEST(ItsyUnit, CountsAsTheMmuDoes) {
  SwitchContext cells = itsy_context(Protocol::kRepaired);
  cells.counted = 2_KB;
  ItsyBench bench(cells);
  bench.enqueue(kA, kB, 100_B, 1_us);
  EXPECT_EQ(bench.unit.protocol(kC).causality().count(kB, kA), 2000U);
  bench.depart(kA, kB, 100_B, 2_us, 1_us);
  EXPECT_EQ(bench.unit.protocol(kC).causality().count(kB, kA), 0U);
}

TEST(ItsyUnit, HeldOnlyWhenThePacketOnTheWireHasLeft) {
  Repaired bench;
  bench.enqueue(kA, kB, 4_KB, 1_us);
  bench.enqueue(kA, kB, 1_KB, 1_us);
  bench.pause(kA, true, 2_us);
  bench.depart(kA, kB, 1_KB, 9_us, 3_us);
  bench.hold(kB, true, 10_us);
  bench.run_until(12_us);
  EXPECT_FALSE(bench.unit.protocol(kC).causality().held(kB));
  EXPECT_THAT(bench.said, IsEmpty());
  bench.run_until(13_us);
  ASSERT_THAT(bench.said, SizeIs(1));
  EXPECT_EQ(bench.said[0].at, 12_us);
}

TEST(ItsyUnit, AGateThatOpensBeforeHoldsNothing) {
  Repaired bench;
  bench.enqueue(kA, kB, 4_KB, 1_us);
  bench.enqueue(kA, kB, 1_KB, 1_us);
  bench.pause(kA, true, 2_us);
  bench.depart(kA, kB, 1_KB, 9_us, 3_us);
  bench.hold(kB, true, 10_us);
  bench.hold(kB, false, 11_us);
  bench.run_until(20_us);
  EXPECT_THAT(bench.said, IsEmpty());
}

TEST(ItsyUnit, RidesOnThePauseAndCountsThePacketForWhichItLeaves) {
  Repaired bench;
  bench.hold(kB, true, 1_us);
  bench.enqueue(kA, kB, 2_KB, 2_us);
  bench.enqueue_and_pause(kA, kB, 2_KB, 3_us);
  ASSERT_THAT(bench.said, SizeIs(1));
  EXPECT_TRUE(bench.said[0].rode);
  EXPECT_EQ(bench.said[0].at, 3_us);
  EXPECT_EQ(bench.unit.protocol(kC).causality().count(kB, kA), 4000U) << "once";
  EXPECT_EQ(bench.unit.messages(kA)->rode, 1U);
  EXPECT_EQ(bench.unit.messages(kA)->frames, 0U);
}

TEST(ItsyUnit, APacketThatIsDroppedCountsNowhere) {
  Repaired bench;
  frame::Packet packet;
  packet.ingress = kA;
  packet.egress = kB;
  packet.traffic_class = kC;
  packet.length = 4_KB;
  bench.unit.offered(packet, 1_us);
  bench.unit.decided(packet, false, false, 1_us);
  bench.pause(kA, true, 2_us);
  bench.hold(kB, true, 3_us);
  EXPECT_EQ(bench.unit.protocol(kC).causality().count(kB, kA), 0U);
  EXPECT_THAT(bench.said, IsEmpty());
}

TEST(ItsyUnit, AResumeTakesBackWhatHasNotLeft) {
  Repaired bench;
  bench.busy = true;
  make_edge(bench);
  bench.depart(kA, kB, 4_KB, 11_us, 1_us);
  bench.busy = false;
  bench.pause(kA, false, 12_us);
  EXPECT_THAT(bench.said, IsEmpty());
}

TEST(ItsyUnit, ForwardsOverAnEdgeAndDeclaresWhatComesHome) {
  Repaired bench;
  make_edge(bench);
  bench.said.clear();
  bench.arrive(kB, check(4, kHost, 5), 20_us);
  ASSERT_THAT(bench.said, SizeIs(1));
  EXPECT_EQ(bench.said[0].port, kA);
  EXPECT_EQ(bench.said[0].message.entry, (ItsyEntry{.switch_id = 4, .port = kHost, .seq = 5, .ttl = 8}));
  EXPECT_THAT(bench.declared, IsEmpty());
  bench.arrive(kB, check(7, kA, 1), 21_us);
  ASSERT_THAT(bench.declared, SizeIs(1));
  EXPECT_EQ(bench.declared[0].first.ingress, kA);
  EXPECT_EQ(bench.declared[0].first.traffic_class, kC);
  EXPECT_FALSE(bench.declared[0].first.again);
  EXPECT_EQ(bench.declared[0].first.egress, kB);
  EXPECT_EQ(bench.declared[0].first.hops, 8U) << "of 16, 9 are left, one of which is for the way here";
  EXPECT_EQ(bench.declared[0].second, 21_us);
  bench.arrive(kB, check(7, kA, 1), 22_us);
  ASSERT_THAT(bench.declared, SizeIs(2));
  EXPECT_TRUE(bench.declared[1].first.again);
  EXPECT_THAT(bench.declarations_over, IsEmpty());
  bench.pause(kA, false, 30_us);
  bench.pause(kA, true, 31_us);
  bench.pause(kA, false, 32_us);
  EXPECT_THAT(bench.declarations_over, ElementsAre(Pair(kA, 30_us))) << "the second pause has not been declared";
}

TEST(ItsyUnit, NothingIsSaidToHosts) {
  Repaired bench;
  bench.enqueue(kHost, kB, 4_KB, 1_us);
  bench.pause(kHost, true, 2_us);
  bench.hold(kB, true, 10_us);
  bench.run_until(1_ms);
  EXPECT_THAT(bench.said, IsEmpty());
}

// 97 to 160 ticks of T_re / 128 after it last did, and the same in every run.
TEST(ItsyUnit, SaysSoAgainEveryTRe) {
  const auto run = [] {
    Repaired bench;
    make_edge(bench);
    bench.run_until(10_ms);
    std::vector<Time> times;
    for (const auto& said : bench.said)
      times.push_back(said.at);
    return times;
  };
  const std::vector<Time> times = run();
  ASSERT_GT(times.size(), 50U);
  for (std::size_t n = 1; n < times.size(); ++n) {
    EXPECT_GE(times[n] - times[n - 1], kTRe * 3 / 4);
    EXPECT_LE(times[n] - times[n - 1], kTRe * 5 / 4);
  }
  EXPECT_GT(times.back(), 10_ms - 2 * kTRe);
  EXPECT_EQ(times, run());
}

TEST(ItsyUnit, APauseThatIsOverSaysNothingMore) {
  Repaired bench;
  make_edge(bench);
  bench.hold(kB, false, 20_us);
  bench.pause(kA, false, 21_us);
  bench.run_until(10_ms);
  EXPECT_THAT(bench.said, SizeIs(1));
}

TEST(ItsyUnit, TheTriggerIsWhoPausesWhileItsEgressIsFree) {
  Repaired bench;
  make_edge(bench);
  EXPECT_EQ(bench.said.at(0).message.trigger, (ItsyTrigger{.switch_id = 7, .port = kA, .host = false}));
}

TEST(ItsyUnit, TheTriggerIsTheHostThatPauses) {
  Repaired bench;
  bench.hold(kHost, true, 1_us);
  bench.enqueue(kA, kHost, 2_KB, 2_us);
  bench.enqueue_and_pause(kA, kHost, 2_KB, 3_us);
  EXPECT_EQ(bench.said.at(0).message.trigger, (ItsyTrigger{.switch_id = 7, .port = kHost, .host = true}));
}

TEST(ItsyUnit, TheTriggerOfOthersTravelsOnAndIsReported) {
  Repaired bench;
  const ItsyTrigger host{.switch_id = 2, .port = PortId(5), .host = true};
  bench.hold(kB, true, 1_us);
  ItsyMessage first = check(2, kA, 1);
  first.trigger = host;
  bench.arrive(kB, first, 2_us);
  bench.enqueue(kA, kB, 2_KB, 3_us);
  bench.enqueue_and_pause(kA, kB, 2_KB, 4_us);
  EXPECT_EQ(bench.said.at(0).message.trigger, host);
  ItsyMessage home = check(7, kA, 1);
  home.trigger = ItsyTrigger{.switch_id = 9, .port = kA, .host = false};
  bench.arrive(kB, home, 5_us);
  EXPECT_EQ(bench.declared.at(0).first.trigger, home.trigger);
}

TEST(ItsyUnit, AResetForgetsAllButItsNumbers) {
  Repaired bench;
  make_edge(bench);
  bench.unit.reset(20_us);
  bench.run_until(1_ms);
  EXPECT_THAT(bench.said, SizeIs(1));
  bench.enqueue(kA, kB, 4_KB, 1_ms);
  bench.pause(kA, true, 1_ms);
  bench.hold(kB, true, 1_ms);
  EXPECT_EQ(bench.said.at(1).message.entry.seq, 2U);
}

TEST(ItsyUnit, PublishedAsksASecondTime) {
  Published bench;
  bench.enqueue_and_pause(kA, kB, 4_KB, 1_us);
  ASSERT_THAT(bench.said, SizeIs(1));
  EXPECT_TRUE(bench.said[0].rode);
  EXPECT_EQ(bench.said[0].message.entry, (ItsyEntry{.switch_id = 7, .port = kA, .seq = 1, .ttl = 1}));
  bench.hold(kB, true, 2_us);
  bench.arrive(kB, check(7, kA, 1), 3_us);
  EXPECT_THAT(bench.declared, IsEmpty());
  ASSERT_THAT(bench.said, SizeIs(2));
  EXPECT_EQ(bench.said[1].message.kind, ItsyKind::kConsistency);
  ItsyMessage second = check(7, kA, 1);
  second.kind = ItsyKind::kConsistency;
  bench.arrive(kB, second, 4_us);
  EXPECT_THAT(bench.declared, SizeIs(1));
}

// Its stamp goes out; when it comes back, this switch lies between the host and the circle, and asks for itself.
TEST(ItsyUnit, PublishedStampsThePauseOfAHost) {
  Published bench;
  bench.hold(kHost, true, 1_us);
  bench.enqueue_and_pause(kA, kHost, 4_KB, 2_us);
  ASSERT_THAT(bench.said, SizeIs(1));
  const ItsyMessage stamp = bench.said[0].message;
  EXPECT_EQ(stamp.entry, (ItsyEntry{.switch_id = 7, .port = kHost, .seq = 1, .ttl = 1}));
  EXPECT_EQ(stamp.trigger, (ItsyTrigger{.switch_id = 7, .port = kHost, .host = true}));
  bench.enqueue(kA, kB, 4_KB, 3_us);
  bench.hold(kB, true, 4_us);
  bench.arrive(kB, stamp, 5_us);
  ASSERT_THAT(bench.said, SizeIs(2));
  EXPECT_EQ(bench.said[1].message.entry, (ItsyEntry{.switch_id = 7, .port = kA, .seq = 1, .ttl = 1}));
  EXPECT_THAT(bench.declared, IsEmpty());
}

}  // namespace weir::deadlock::itsy_unit_test

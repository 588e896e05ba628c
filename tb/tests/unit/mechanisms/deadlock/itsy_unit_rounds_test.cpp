// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounds of ITSY's unit against sequences made by hand: when it says that it is alive, on which frame, and what it
// declares.

#include "tb/tests/unit/mechanisms/deadlock/itsy_unit_bench.h"

namespace weir::deadlock::itsy_unit_rounds_test {

constexpr Time kHop = 2_us;
constexpr Time kPeriod = 20_us;

// Rounds of four hops.
SwitchContext with_rounds() {
  SwitchContext context = itsy_context(Protocol::kRepaired);
  context.config.itsy.rounds = 4;
  context.config.itsy.round_period = kPeriod;
  context.config.itsy.network = {.longest_hop = kHop, .longest_pause = 30_us, .pauses = 4};
  return context;
}

struct Bench : ItsyBench {
  explicit Bench(const SwitchContext& context = with_rounds()) : ItsyBench(context) {}
  // 4 KB of A wait for B, A pauses, and B is held.
  void stand(Time at) {
    enqueue(kA, kB, 4_KB, at);
    pause(kA, true, at);
    hold(kB, true, at);
    alive.clear();
  }
  std::vector<Time> declared_at() const {
    std::vector<Time> times;
    for (const auto& one : declared)
      times.push_back(one.second);
    return times;
  }
};

TEST(ItsyUnitRounds, WhatIsDeadAtTheEndIsDeclaredInEachRound) {
  Bench bench;
  bench.stand(12_us);
  bench.run_until(60_us);
  EXPECT_THAT(bench.alive, IsEmpty());
  EXPECT_THAT(bench.declared_at(), ElementsAre(28_us, 48_us));
  EXPECT_EQ(bench.declared.at(0).first.ingress, kA);
  EXPECT_FALSE(bench.declared.at(0).first.again);
  EXPECT_TRUE(bench.declared.at(1).first.again);
}

TEST(ItsyUnitRounds, WhatIsDeadAtTheEndIsResolvedByItself) {
  SwitchContext context = with_rounds();
  context.config.itsy.resolution = Resolution::kPortLevel;
  Bench bench(context);
  bench.enqueue(kHost, kB, 4_KB, 12_us);
  bench.pause(kHost, true, 12_us);
  bench.stand(12_us);
  bench.run_until(27_us);
  EXPECT_EQ(bench.unit.resolver()->counters().acted, 0U);
  bench.run_until(30_us);
  EXPECT_EQ(bench.unit.resolver()->counters().acted, 1U);
  EXPECT_THAT(bench.let_go, ElementsAre(kA)) << "of a host nothing is gained";
  EXPECT_FALSE(bench.unit.resolver()->due(kA)) << "there is no loop to tell";
  bench.run_until(50_us);
  EXPECT_EQ(bench.unit.resolver()->counters().acted, 1U) << "under way";
  bench.run_until(400_us);
  EXPECT_GT(bench.unit.resolver()->counters().acted, 1U) << "two lives later it acts again";
}

TEST(ItsyUnitRounds, AliveComesInAndGoesOutEveryHop) {
  Bench bench;
  bench.stand(12_us);
  bench.arrive_alive(kB, 1, 25_us);
  bench.run_until(40_us);
  EXPECT_THAT(bench.alive, ElementsAre(Bench::Alive{kA, 1, false, 25_us}, Bench::Alive{kA, 1, false, 26_us}));
  EXPECT_THAT(bench.declared, IsEmpty());
}

TEST(ItsyUnitRounds, APauseThatBeginsInTheRoundCarriesAlive) {
  Bench bench;
  bench.hold(kB, true, 12_us);
  bench.enqueue(kA, kB, 4_KB, 13_us);
  bench.pause(kA, true, 21_us);
  ASSERT_THAT(bench.alive, SizeIs(1));
  EXPECT_EQ(bench.alive[0], (Bench::Alive{kA, 1, true, 21_us}));
  bench.run_until(40_us);
  EXPECT_THAT(bench.declared, IsEmpty());
  bench.run_until(50_us);
  EXPECT_THAT(bench.declared_at(), ElementsAre(48_us));
}

// It had nothing to follow when the round began, so all of it was alive then.
TEST(ItsyUnitRounds, ARoundUnderWayIsTakenUp) {
  Bench bench;
  bench.stand(43_us);
  bench.run_until(49_us);
  EXPECT_THAT(bench.declared, IsEmpty());
  EXPECT_THAT(bench.alive, ElementsAre(Bench::Alive{kA, 2, false, 44_us}, Bench::Alive{kA, 2, false, 46_us}));
  bench.run_until(70_us);
  EXPECT_THAT(bench.declared_at(), ElementsAre(68_us));
}

TEST(ItsyUnitRounds, OneForTheNextRoundIsKept) {
  Bench bench;
  bench.stand(12_us);
  bench.arrive_alive(kB, 1, 19_us);
  bench.run_until(40_us);
  EXPECT_THAT(bench.declared, IsEmpty());
  bench.run_until(60_us);
  EXPECT_THAT(bench.declared_at(), ElementsAre(48_us));
}

TEST(ItsyUnitRounds, NothingIsSaidWhereNothingPauses) {
  Bench bench;
  bench.hold(kB, true, 12_us);
  bench.hold(kB, false, 50_us);
  bench.run_until(1_ms);
  EXPECT_THAT(bench.alive, IsEmpty());
}

TEST(ItsyUnitRounds, TheHostIsNotTold) {
  Bench bench;
  bench.enqueue(kHost, kB, 1_KB, 12_us);
  bench.pause(kHost, true, 12_us);
  bench.run_until(60_us);
  EXPECT_THAT(bench.alive, IsEmpty());
  EXPECT_THAT(bench.said, IsEmpty());
}

// A round is as much longer as clocks may differ, and begins as much later in some switches.
TEST(ItsyUnitRounds, ASwitchMayBeLate) {
  SwitchContext context = with_rounds();
  context.config.itsy.round_skew = 1_us;
  std::vector<Time> late;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    context.seed = seed;
    Bench bench(context);
    bench.stand(12_us);
    bench.run_until(40_us);
    ASSERT_THAT(bench.declared, SizeIs(1));
    late.push_back(bench.declared[0].second - 29_us);
  }
  EXPECT_THAT(late, testing::Contains(0_us));
  EXPECT_THAT(late, testing::Contains(1_us));
  EXPECT_THAT(late, testing::Each(testing::AnyOf(0_us, 1_us)));
}

// Its peers stay paused, since it has told nobody to go on: 30 us here.
TEST(ItsyUnitRounds, AfterAResetItSaysThatItLives) {
  Bench bench;
  bench.stand(12_us);
  bench.run_until(22_us);
  bench.unit.reset(22_us);
  bench.run_until(70_us);
  ASSERT_FALSE(bench.alive.empty());
  EXPECT_EQ(bench.alive.front(), (Bench::Alive{kA, 1, false, 22_us}));
  EXPECT_EQ(bench.alive.back().round, 2) << "the pauses have run out at 52 us";
  EXPECT_THAT(bench.declared, IsEmpty());
}

TEST(ItsyUnitRounds, Registers) {
  const SwitchContext context = with_rounds();
  const ledger::Block block = ItsyUnit::declare(context);
  for (const char* const name : {"round_dead", "round_lives", "round_alive_due"})
    EXPECT_EQ(block.find(name)->bits(), 3U) << name;
  EXPECT_EQ(block.find("round")->bits(), 4U);
  EXPECT_EQ(ItsyUnit::declare(itsy_context(Protocol::kRepaired)).find("round"), nullptr);
}

}  // namespace weir::deadlock::itsy_unit_rounds_test

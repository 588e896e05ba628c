// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// News of the switch that paused first goes down the chain of pauses to it.

#include "tb/tests/unit/mechanisms/deadlock/itsy_unit_bench.h"

namespace weir::deadlock::itsy_unit_trigger_test {

using frame::ItsyTrigger;

constexpr ItsyTrigger kFarAway{.switch_id = 9, .port = PortId(3), .host = false};

struct Bench : ItsyBench {
  Bench() : ItsyBench(limiting()) {}
  static SwitchContext limiting() {
    SwitchContext context = itsy_context(Protocol::kRepaired);
    context.config.itsy.trigger_limit = BitRate(1'000'000'000);
    return context;
  }

  // B is held because of what `trigger` has begun; A pauses because of B, and is declared.
  void declare(const ItsyTrigger& trigger) {
    hold(kB, true, 1_us);
    ItsyMessage check{.entry = {.switch_id = 2, .port = kA, .seq = 1, .ttl = 9}, .trigger = trigger};
    arrive(kB, check, 2_us);
    enqueue(kA, kB, 2_KB, 3_us);
    enqueue_and_pause(kA, kB, 2_KB, 4_us);
    arrive(kB, {.entry = {.switch_id = 7, .port = kA, .seq = 1, .ttl = 9}, .trigger = trigger}, 5_us);
  }
};

TEST(ItsyUnitTrigger, WhoDeclaresTellsTheSwitchThatHoldsItUp) {
  Bench bench;
  bench.declare(kFarAway);
  ASSERT_EQ(bench.declared.size(), 1U);
  ASSERT_EQ(bench.limits_said.size(), 1U);
  EXPECT_EQ(bench.limits_said[0].first, kB);
  EXPECT_EQ(bench.limits_said[0].second, (frame::ItsyLimit{.traffic_class = kC, .trigger = kFarAway, .ttl = 15}));
}

TEST(ItsyUnitTrigger, OfAHostNobodyIsTold) {
  Bench bench;
  bench.declare({.switch_id = 9, .port = PortId(3), .host = true});
  EXPECT_EQ(bench.declared.size(), 1U);
  EXPECT_THAT(bench.limits_said, IsEmpty());
}

TEST(ItsyUnitTrigger, NewsGoOnOnlyOverWhatIsHeldBecauseOfIt) {
  Bench bench;
  bench.hold(kB, true, 1_us);
  bench.arrive_limit(kA, {.traffic_class = kC, .trigger = kFarAway, .ttl = 4}, 2_us);
  EXPECT_THAT(bench.limits_said, IsEmpty()) << "another trigger holds B";
  bench.arrive(kB, {.entry = {.switch_id = 2, .port = kA, .seq = 1, .ttl = 9}, .trigger = kFarAway}, 3_us);
  bench.arrive_limit(kA, {.traffic_class = kC, .trigger = kFarAway, .ttl = 4}, 100_us);
  ASSERT_EQ(bench.limits_said.size(), 1U);
  EXPECT_EQ(bench.limits_said[0].second.ttl, 3);
  bench.arrive_limit(kA, {.traffic_class = kC, .trigger = kFarAway, .ttl = 0}, 200_us);
  bench.arrive_limit(kHost, {.traffic_class = kC, .trigger = kFarAway, .ttl = 4}, 300_us);
  EXPECT_EQ(bench.limits_said.size(), 1U) << "its life is over; a host has no say";
}

TEST(ItsyUnitTrigger, TheSwitchItselfNamesItsFlows) {
  Bench bench;
  bench.enqueue_flow(kA, kB, 200, 1_us);
  bench.enqueue_and_pause(kA, kB, 1_KB, 2_us);
  bench.arrive_limit(kA, {.traffic_class = kC, .trigger = {.switch_id = 7, .port = kA}, .ttl = 0}, 3_us);
  ASSERT_EQ(bench.limits_said.size(), 1U);
  EXPECT_EQ(bench.limits_said[0].first, kA) << "up the way that they come";
  EXPECT_EQ(bench.limits_said[0].second.size, 1);
}

}  // namespace weir::deadlock::itsy_unit_trigger_test

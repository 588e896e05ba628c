// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long what TCD declares holds, and its level at ports to hosts: by hand; and what it makes of one queue from its
// release on, by the packet: 40 Gbps, 4 us, MTU 1000, XON 2 KB below XOFF, so that max(T_on) = 100.4 us and T = 200.8
// us. An OFF period ends at 0; a packet leaves every 0.2 us from 0 on, with the depth given behind it. The counts are
// those of two independent simulators of this queue, with a hold and without one.

#include "hw_model/mechanisms/congestion/tcd.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"
#include "tb/tests/unit/mechanisms/congestion/tcd_fixture.h"

namespace weir::congestion::tcd_hold_test {

// A queue whose rule has declared it at 400 us, with 200 KB behind.
TEST_F(TcdTest, WhatASampleDeclaresHoldsUntilOneThatDoesNot) {
  release();
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(400, 200_KB), "1 ce");
  EXPECT_EQ(departs(401, 6_KB), "1 ce") << "whatever its length";
  EXPECT_EQ(departs(500, 195_KB), "1 ce") << "sampled: it stands";
  port_.feeder_paused[kC.index()] = false;
  EXPECT_EQ(departs(599, 195_KB), "1 ce");
  EXPECT_EQ(departs(600, 195_KB), "R") << "it stands, and nobody is paused";
  EXPECT_EQ(departs(650, 195_KB), "R") << "drains unmarked, above K_max";
  EXPECT_EQ(departs(700, 198'001_B), "1 ce") << "risen since";
}

TEST_F(TcdTest, AHoldEndsAtTheLowThreshold) {
  release();
  EXPECT_EQ(departs(400, 203_KB), "1 ce");
  EXPECT_EQ(departs(410, 5'001_B), "1 ce");
  EXPECT_EQ(departs(411, 5_KB), "0");
  EXPECT_EQ(departs(412, 40_KB), "0") << "by its length again";
}

TEST_F(TcdTest, AnOffPeriodEndsAHold) {
  release();
  EXPECT_EQ(departs(400, 203_KB), "1 ce");
  pause(410, 420);
  EXPECT_EQ(departs(430, 203_KB), "U ue");
  EXPECT_EQ(departs(520, 203_KB), "R");
}

TEST_F(TcdTest, AnOffPeriodWithoutADepartureEndsAHoldToo) {
  release();
  EXPECT_EQ(departs(400, 203_KB), "1 ce");
  pause(410, 420);
  EXPECT_EQ(departs(530, 203_KB), "R") << "sampled here for the first time";
}

TEST_F(TcdTest, WithoutAHoldItsLengthDecidesOfTheNextPacket) {
  TcdConfig config = config_of(ReleaseRule::kRiseOrPausing);
  config.hold = Hold::kNone;
  make(config);
  release();
  EXPECT_EQ(departs(400, 203_KB), "1 ce");
  EXPECT_EQ(departs(401, 40_KB), "0");
  EXPECT_EQ(departs(500, 60_KB), "1 ce");
  EXPECT_EQ(departs(600, 10_KB), "0");
}

TEST_F(TcdTest, AtAPortToAHostTheLevelIsHalfOfXoff) {
  make(config_of(ReleaseRule::kLiteral), Ecn::kEct0, DetectorKind::kTcd, true);
  pause(0, 10);
  EXPECT_EQ(departs(20, 150_KB), "U ue");
  EXPECT_EQ(departs(21, 150'001_B), "U ce");
  make(config_of(ReleaseRule::kLiteral));
  pause(0, 10);
  EXPECT_EQ(departs(21, 11_MB), "U ue") << "and elsewhere there is none";
}

TEST_F(TcdTest, TheLowerOfTheTwoLevelsCountsAtAPortToAHost) {
  TcdConfig config = config_of(ReleaseRule::kLiteral);
  config.hard_level = 100_KB;
  make(config, Ecn::kEct0, DetectorKind::kTcd, true);
  EXPECT_EQ(tcd_->settings().hard_level, 100_KB);
  config.hard_level = 500_KB;
  make(config, Ecn::kEct0, DetectorKind::kTcd, true);
  EXPECT_EQ(tcd_->settings().hard_level, 150_KB);
  config.host_hard_level = 0_B;
  make(config, Ecn::kEct0, DetectorKind::kTcd, true);
  EXPECT_EQ(tcd_->settings().hard_level, 500_KB);
}

TEST_F(TcdTest, TheLevelOfAHostMayHaveToBeExceededForAWhile) {
  TcdConfig config = config_of(ReleaseRule::kLiteral);
  config.host_hard_time = 30_us;
  make(config, Ecn::kEct0, DetectorKind::kTcd, true);
  pause(0, 10);
  EXPECT_EQ(departs(20, 160_KB), "U ue");
  EXPECT_EQ(departs(49, 160_KB), "U ue");
  EXPECT_EQ(departs(50, 160_KB), "U ce") << "30 us after it was first seen above";
  EXPECT_EQ(departs(51, 150_KB), "U ue") << "not above";
  EXPECT_EQ(departs(52, 160_KB), "U ue") << "anew";
  EXPECT_EQ(departs(82, 160_KB), "U ce");
  make(config, Ecn::kEct0, DetectorKind::kTcd, false);
  config.hard_level = 150_KB;
  make(config);
  pause(0, 10);
  EXPECT_EQ(departs(20, 160_KB), "U ce") << "elsewhere at once";
}

constexpr double kPackets = 2;  // by which counts may differ

struct Input {
  Bytes xoff;
  std::function<Bytes(Time)> depth;
  Time until;
  Time paused_until = {};  // a feeder is under XOFF until then
  bool was_off = true;
  Time off_every = kNever;  // further OFF periods end
  bool to_host = false;
};

struct Counts {
  double ue = 0;
  double none = 0;
  double ce = 0;
  std::optional<Time> last_ce;
};

Counts played(const Input& input, Hold hold, bool by_scheme = true) {
  TcdConfig config;
  config.hold = hold;
  config.tick = 200_ns;  // so that spans are whole ticks
  if (!by_scheme) {
    config.host_hard_level = 0_B;
    config.marking.k_max = 200_KB;
  }
  PortContext context = bench_context(DetectorKind::kTcd, config);
  context.xoff = input.xoff;
  context.to_host = input.to_host;
  Tcd tcd(context);
  BenchPort port;
  tcd.join(port);
  Counts counts;
  Time next_off = input.was_off ? 0_ps : kNever;
  for (Time now = 0_ps; now < input.until; now += 200_ns) {
    while (next_off <= now) {
      tcd.gate(kC, false, next_off);
      tcd.gate(kC, true, next_off);
      next_off = input.off_every == kNever ? kNever : next_off + input.off_every;
    }
    port.feeder_paused[kC.index()] = now < input.paused_until;
    frame::Packet packet = bench_packet(kC);
    tcd.departs(packet, input.depth(now), now);
    const Ecn got = frame::ecn_of(packet).value();
    counts.ue += got == Ecn::kUndetermined ? 1 : 0;
    counts.none += got == Ecn::kEct1 ? 1 : 0;
    if (got == Ecn::kCongestion) {
      ++counts.ce;
      counts.last_ce = now;
    }
  }
  return counts;
}

void expect(const Counts& counts, double ue, double none, double ce) {
  EXPECT_NEAR(counts.ue, ue, kPackets);
  EXPECT_NEAR(counts.none, none, kPackets);
  EXPECT_NEAR(counts.ce, ce, kPackets);
}

// From `from` at `begin` to `to` at `end`, level before and after.
Bytes on_a_line(Time now, Time begin, Bytes from, Time end, Bytes to) {
  if (now <= begin) {
    return from;
  }
  const double part = static_cast<double>((now - begin).count()) / static_cast<double>((end - begin).count());
  return now >= end ? to : from - Bytes(static_cast<std::int64_t>(part * static_cast<double>((from - to).count())));
}

TEST(TcdHold, ARootBelowKMaxOfDcqcnIsNotLost) {
  const Input root{.xoff = 90_KB, .depth = [](Time) { return 100_KB; }, .until = 2_ms, .paused_until = 2_ms};
  expect(played(root, Hold::kSampled), 502, 1'004, 8'494);
  EXPECT_NEAR(played(root, Hold::kNone, false).ce, 41, 25) << "K_max 200 KB, and no hold";
}

TEST(TcdHold, NorOneThatWasNeverPaused) {
  const Input root{
      .xoff = 90_KB, .depth = [](Time) { return 100_KB; }, .until = 2_ms, .paused_until = 2_ms, .was_off = false};
  expect(played(root, Hold::kSampled), 0, 0, 10'000);
  EXPECT_NEAR(played(root, Hold::kNone, false).ce, 51, 25);
}

TEST(TcdHold, ItEndsWithTheRoot) {
  const Input root{.xoff = 90_KB,
                   .depth = [](Time now) { return on_a_line(now, 1_ms, 100_KB, 3_ms, 6_KB); },
                   .until = 4_ms,
                   .paused_until = 1_ms};
  const Counts counts = played(root, Hold::kSampled);
  expect(counts, 502, 14'478, 5'020);
  EXPECT_EQ(counts.last_ce, 1'305_us);
}

TEST(TcdHold, AlsoWhereTheQueueStaysWithinTheBand) {
  const Input root{.xoff = 320_KB,
                   .depth = [](Time now) { return on_a_line(now, 1_ms, 40_KB, 1'200_us, 30_KB); },
                   .until = 5_ms,
                   .paused_until = 1_ms};
  expect(played(root, Hold::kSampled), 502, 19'478, 5'020);
}

TEST(TcdHold, BriefPausesOfAHostHideNoOverload) {
  const Input port{
      .xoff = 320_KB, .depth = [](Time) { return 200_KB; }, .until = 2_ms, .off_every = 90_us, .to_host = true};
  expect(played(port, Hold::kSampled), 0, 0, 10'000);
  expect(played(port, Hold::kNone, false), 10'000, 0, 0);
}

}  // namespace weir::congestion::tcd_hold_test

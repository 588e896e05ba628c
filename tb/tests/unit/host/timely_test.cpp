// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TIMELY against steps computed by hand: T_low 50 us, T_high 500 us, minRTT 20 us, delta 10 Mbps, beta 0.8 or 1.6,
// weight 0.875, at 40 Gbps.

#include "tb/host/timely.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::timely_test {

constexpr BitRate kLine = 40_Gbps;

TimelySettings from(BitRate rate, double beta = 0.8) {
  TimelySettings settings;
  settings.initial_rate = rate;
  settings.beta = beta;
  return settings;
}

class Answered {
 public:
  explicit Answered(const TimelySettings& settings, bool tcd = false) : control(settings, kLine, tcd) {}
  double after(Time round_trip, Mark mark = Mark::kNone, Time now = 1_ms) {
    control.feedback({.acknowledged = 16, .round_trip = round_trip, .mark = mark}, now);
    return control.current_rate() / 1e6;
  }
  Timely control;
};

TEST(Timely, StartsAtTheLineRateOrAsItIsTold) {
  EXPECT_EQ(Timely({}, kLine, false).rate(), kLine);
  EXPECT_EQ(Timely(from(10_Gbps), kLine, false).rate(), 10_Gbps);
  EXPECT_EQ(Timely(from(100_Gbps), kLine, false).rate(), kLine);
}

TEST(Timely, BelowTLowAddsWhateverTheGradient) {
  Answered flow(from(10_Gbps));
  EXPECT_EQ(flow.after(20_us), 10'010);
  EXPECT_EQ(flow.after(49_us), 10'020) << "gradient 0.875 x 29/20";
}

// 1 - 0.8 (1 - 500/1000) = 0.6; 1 - 0.8 (1 - 500/625) = 0.84.
TEST(Timely, AboveTHighMultipliesWhateverTheGradient) {
  Answered flow(from(10_Gbps));
  EXPECT_DOUBLE_EQ(flow.after(1_ms), 6'000);
  EXPECT_DOUBLE_EQ(flow.after(625_us), 6'000 * 0.84) << "gradient below 0";
}

// Between: the first answer has no gradient: + 10. 100 to 104 us: rtt_diff = 0.875 x 4 = 3.5 us, gradient 0.175, factor
// 1 - 0.8 x 0.175 = 0.86. 104 to 104: rtt_diff = 0.125 x 3.5 = 0.4375 us, gradient 0.021875, factor 0.9825. 104 to 100:
// 0.125 x 0.4375 - 3.5 us, below 0: + 10.
TEST(Timely, FollowsTheGradientBetween) {
  Answered flow(from(10_Gbps));
  EXPECT_EQ(flow.after(100_us), 10'010);
  EXPECT_EQ(flow.control.gradient(), 0);
  EXPECT_DOUBLE_EQ(flow.after(104_us), 10'010 * 0.86);
  EXPECT_DOUBLE_EQ(flow.control.gradient(), 0.175);
  EXPECT_DOUBLE_EQ(flow.after(104_us), 10'010 * 0.86 * 0.9825);
  EXPECT_DOUBLE_EQ(flow.control.gradient(), 0.021875);
  EXPECT_DOUBLE_EQ(flow.after(100_us), 10'010 * 0.86 * 0.9825 + 10);
  EXPECT_DOUBLE_EQ(flow.control.gradient(), (0.125 * 0.4375 - 3.5) / 20);
}

// 100 to 130 us: gradient 1.3125, the published factor is 1 - 0.8 x 1.3125 = -0.05.
TEST(Timely, NoStepMultipliesByLessThanTheLeastFactor) {
  Answered flow(from(10_Gbps));
  flow.after(100_us);
  EXPECT_EQ(flow.after(130_us), 5'005);
  Answered steep(from(10_Gbps, 1.6));
  EXPECT_EQ(steep.after(1_ms), 5'000) << "1 - 1.6 x 0.5 = 0.2";
}

// The fifth answer in a row begins it; one whose gradient is above 0 ends it.
TEST(Timely, IsHyperactiveAfterFive) {
  Answered flow(from(10_Gbps));
  for (const double rate : {10'010, 10'020, 10'030, 10'040, 10'090, 10'140}) {
    EXPECT_EQ(flow.after(100_us), rate);
  }
  const double lower = flow.after(101_us);
  EXPECT_LT(lower, 10'140);
  EXPECT_EQ(flow.after(90_us), lower + 10);
}

// 5 us after the one before, a quarter of minRTT: + 2.5, then x (1 - 0.8 x 0.5 / 4) = 0.9; after 20 us and more a whole
// step.
TEST(Timely, ScaledStepsAreAsLongAsTheTimeSinceTheOneBefore) {
  TimelySettings settings = from(10_Gbps);
  settings.scaled_steps = true;
  Answered flow(settings);
  EXPECT_EQ(flow.after(40_us, Mark::kNone, 100_us), 10'010);
  EXPECT_EQ(flow.after(40_us, Mark::kNone, 105_us), 10'012.5);
  EXPECT_DOUBLE_EQ(flow.after(1_ms, Mark::kNone, 110_us), 10'012.5 * 0.9);
  EXPECT_DOUBLE_EQ(flow.after(1_ms, Mark::kNone, 130_us), 10'012.5 * 0.9 * 0.6);
  EXPECT_DOUBLE_EQ(flow.after(40_us, Mark::kNone, 1_ms), 10'012.5 * 0.9 * 0.6 + 10);
}

TEST(Timely, StaysBetweenTheLeastRateAndTheLine) {
  Answered flow(from(39'995'000'000_bps));
  EXPECT_EQ(flow.after(20_us), 40'000);
  Answered slow(from(15'000'000_bps));
  EXPECT_EQ(slow.after(10_ms), 10);
}

TEST(Timely, AnAnswerWithoutARoundTripSaysNothing) {
  Answered flow(from(10_Gbps));
  EXPECT_EQ(flow.after(kNever), 10'000);
}

// 16 packets of 1000 B at once; the next segment 16 KB x 8 / 10 Gbps = 12.8 us after the first packet. Each packet's
// round trip counts from where the last bit of the segment so far would have gone at 40 Gbps: 0.2 us a packet.
TEST(Timely, SegmentsGoAtLineRateWithGapsBetween) {
  Timely flow(from(10_Gbps), kLine, false);
  const Time start = 7_us;
  EXPECT_LE(flow.next_send(1_KB, 0_B, start), start);
  for (int n = 1; n <= 16; ++n) {
    const Time made = start + (n - 1) * 200_ns;
    EXPECT_LE(flow.next_send(1_KB, 0_B, made), made);
    flow.sent(1_KB, made);
    EXPECT_EQ(flow.round_trip_from(made), start + n * 200_ns);
    EXPECT_EQ(flow.wants_answer(false), n == 16) << n;
  }
  EXPECT_EQ(flow.next_send(1_KB, 0_B, start + 3_us), start + 12'800_ns);
  flow.feedback({.acknowledged = 16, .round_trip = 1_ms}, start + 5_us);  // 6 Gbps: 21.33 us
  EXPECT_EQ(flow.next_send(1_KB, 0_B, start + 5_us), start + 21'333'334_ps);
}

// What is paused within a segment counts: its last packet was made 5 us late.
TEST(Timely, APauseWithinASegmentIsInTheRoundTrip) {
  Timely flow(from(10_Gbps), kLine, false);
  flow.sent(8_KB, 0_us);
  flow.wants_answer(false);
  flow.sent(8_KB, 6'600_ns);
  EXPECT_EQ(flow.round_trip_from(6'600_ns), 3'200_ns);
}

// A segment ends where the flow has nothing more: the gap is that of what has gone.
TEST(Timely, ADryFlowEndsItsSegment) {
  Timely flow(from(10_Gbps), kLine, false);
  flow.sent(1_KB, 0_us);
  EXPECT_TRUE(flow.wants_answer(true));
  EXPECT_EQ(flow.next_send(1_KB, 0_B, 0_us), 800_ns);
  flow.sent(1_KB, 5_us);
  EXPECT_EQ(flow.round_trip_from(5_us), 5_us + 200_ns) << "a segment of its own";
}

TEST(TimelyTcd, UndeterminedHoldsTheRateWhereTheGradientIsAbove0) {
  Answered flow(from(10_Gbps, 1.6), true);
  EXPECT_EQ(flow.after(100_us, Mark::kUndetermined), 10'010) << "gradient 0";
  EXPECT_EQ(flow.after(104_us, Mark::kUndetermined), 10'010);
  EXPECT_DOUBLE_EQ(flow.control.gradient(), 0.175) << "which goes on";
  // 104 to 108: rtt_diff = 0.125 x 3.5 + 0.875 x 4 = 3.9375 us, gradient 0.196875, factor 1 - 1.6 x 0.196875 = 0.685.
  EXPECT_DOUBLE_EQ(flow.after(108_us, Mark::kCongestion), 10'010 * 0.685);
  EXPECT_DOUBLE_EQ(flow.after(600_us, Mark::kUndetermined), 10'010 * 0.685 * (1 - 1.6 / 6)) << "above T_high";
  EXPECT_DOUBLE_EQ(flow.after(40_us, Mark::kUndetermined), 10'010 * 0.685 * (1 - 1.6 / 6) + 10) << "below T_low";
}

TEST(Timely, WithoutTheVariantMarksSayNothing) {
  Answered flow(from(10_Gbps));
  flow.after(100_us);
  EXPECT_DOUBLE_EQ(flow.after(104_us, Mark::kUndetermined), 10'010 * 0.86);
}

}  // namespace weir::host::timely_test

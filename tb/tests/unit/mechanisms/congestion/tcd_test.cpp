// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCD's states and marks, step by step, with max(T_on) = T = 100 us and a tick of 1 us.

#include "hw_model/mechanisms/congestion/tcd.h"

#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"
#include "tb/tests/unit/mechanisms/congestion/tcd_fixture.h"

namespace weir::congestion::tcd_test {

TEST_F(TcdTest, NeverUndeterminedWhenTheQueueWasNeverOff) {
  EXPECT_EQ(departs(0, 0_B), "0");
  EXPECT_EQ(departs(1, 50_KB), "0");
  EXPECT_EQ(departs(2, 51_KB), "1 ce");
  EXPECT_EQ(departs(3, 50_KB), "0");
  tcd_->gate(kC, false, 4_us);  // has not ended
  EXPECT_EQ(departs(5, 51_KB), "1 ce");
}

TEST_F(TcdTest, UndeterminedUntilTheLongestOnPeriodIsOver) {
  pause(1000, 1010);
  EXPECT_EQ(departs(1010, 0_B), "U ue");
  EXPECT_EQ(departs(1109, 300_KB), "U ue");
  EXPECT_EQ(departs(1110, 300_KB), "R");
  EXPECT_EQ(tcd_->marked_undetermined(kC), 2U);
  EXPECT_EQ(tcd_->marked(kC), 0U);
}

TEST_F(TcdTest, AnOffPeriodWithoutADepartureInTheNextOnPeriodLeavesStates0And1) {
  EXPECT_EQ(departs(0, 0_B), "0");
  pause(100, 200);
  EXPECT_EQ(departs(300, 60_KB), "1 ce");
  pause(400, 500);
  EXPECT_EQ(departs(601, 0_B), "0");
}

TEST_F(TcdTest, AReleasedQueueAtTheLowThresholdIsNotCongested) {
  release();
  EXPECT_EQ(departs(301, 5'001_B), "R");
  EXPECT_EQ(departs(302, 5_KB), "0");
  EXPECT_EQ(departs(303, 60_KB), "1 ce") << "by its length again";
}

TEST_F(TcdTest, AQueueThatIsShortWhenItIsReleasedIsNotCongested) {
  pause(100, 200);
  EXPECT_EQ(departs(210, 1_KB), "U ue");
  EXPECT_EQ(departs(300, 5_KB), "0");
}

TEST_F(TcdTest, AFallingQueueDrainsWithoutMarks) {
  release();
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(399, 300_KB), "R") << "T is not over";
  EXPECT_EQ(departs(400, 189_KB), "R") << "it fell by more than the band";
  EXPECT_EQ(departs(500, 170_KB), "R");
  EXPECT_EQ(tcd_->marked(kC), 0U);
}

TEST_F(TcdTest, ARiseByMoreThanTwoMtuIsCongestion) {
  release();
  EXPECT_EQ(departs(400, 202_KB), "R");
  EXPECT_EQ(departs(499, 210_KB), "R");
  EXPECT_EQ(departs(500, 204'001_B), "1 ce");
}

TEST_F(TcdTest, AQueueThatStandsIsCongestionWhileAFeederIsPaused) {
  release();
  EXPECT_EQ(departs(400, 190_KB), "R") << "nobody is paused";
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(450, 190_KB), "R");
  port_.feeder_paused[kC.index()] = false;
  EXPECT_EQ(departs(500, 180_KB), "1 ce") << "it was at a departure since the sample";
}

TEST_F(TcdTest, ThePauseMustBeSinceTheSample) {
  release();
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(400, 180_KB), "R");
  port_.feeder_paused[kC.index()] = false;
  EXPECT_EQ(departs(500, 180_KB), "R");
}

TEST_F(TcdTest, AtTheInstantOnly) {
  TcdConfig config = config_of(ReleaseRule::kRiseOrPausing);
  config.pause = PauseSeen::kInstant;
  make(config);
  release();
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(350, 200_KB), "R");
  port_.feeder_paused[kC.index()] = false;
  EXPECT_EQ(departs(400, 200_KB), "R");
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(500, 200_KB), "1 ce");
}

TEST_F(TcdTest, AnyPausedIngress) {
  TcdConfig config = config_of(ReleaseRule::kRiseOrPausing);
  config.ingress = PausedIngress::kAny;
  make(config);
  EXPECT_FALSE(tcd_->asks_for_feeders());
  release();
  port_.feeder_paused[kC.index()] = true;
  EXPECT_EQ(departs(400, 200_KB), "R") << "nobody has been told to pause";
  tcd_->pausing(kIngress, ClassId(2), true, 410_us);
  EXPECT_EQ(departs(500, 200_KB), "R") << "another class";
  tcd_->pausing(kIngress, kC, true, 510_us);
  EXPECT_EQ(departs(600, 200_KB), "1 ce");
}

TEST_F(TcdTest, TheOtherRules) {
  struct Case {
    ReleaseRule rule;
    Bytes first_declared;  // from a sample of 200 KB
  };
  for (const Case& each : {Case{ReleaseRule::kLiteral, 200'001_B}, Case{ReleaseRule::kNotDecreased, 200'000_B},
                           Case{ReleaseRule::kRise2Mtu, 202'001_B}}) {
    for (const bool above : {false, true}) {
      make(config_of(each.rule));
      EXPECT_FALSE(tcd_->asks_for_feeders());
      port_.feeder_paused[kC.index()] = true;
      release();
      EXPECT_EQ(departs(400, above ? each.first_declared : each.first_declared - 1_B), above ? "1 ce" : "R")
          << name_in(kReleaseRules, each.rule);
    }
  }
}

// The trend that was being measured is over, whether or not a packet departs in the ON period.
TEST_F(TcdTest, AnOffPeriodBeginsTheReleaseAnew) {
  release();
  pause(310, 320);
  EXPECT_EQ(departs(330, 400_KB), "U ue");
  EXPECT_EQ(departs(420, 400_KB), "R");
  pause(430, 440);
  EXPECT_EQ(departs(600, 800_KB), "R") << "sampled here, not compared with 400 KB";
  EXPECT_EQ(departs(699, 900_KB), "R");
  EXPECT_EQ(departs(700, 900_KB), "1 ce");
}

TEST_F(TcdTest, TimesOfTheirOwn) {
  TcdConfig config = config_of(ReleaseRule::kLiteral);
  config.period = 300_us;
  make(config);
  release();
  EXPECT_EQ(departs(599, 300_KB), "R");
  EXPECT_EQ(departs(600, 300_KB), "1 ce");
}

TEST_F(TcdTest, CongestionIsNeverTurnedIntoUndetermined) {
  pause(0, 10);
  EXPECT_EQ(departs(20, 300_KB, Ecn::kCongestion), "U");
  EXPECT_EQ(tcd_->marked_undetermined(kC), 0U);
}

TEST_F(TcdTest, WhatDoesNotKnowTheCodePointsIsLeftAlone) {
  EXPECT_EQ(departs(0, 60_KB, Ecn::kNotCapable), "1");
  pause(1, 10);
  EXPECT_EQ(departs(20, 60_KB, Ecn::kNotCapable), "U");
  EXPECT_EQ(tcd_->marked(kC) + tcd_->marked_undetermined(kC), 0U);
}

TEST_F(TcdTest, AnUndeterminedPacketBecomesCongested) { EXPECT_EQ(departs(0, 60_KB, Ecn::kUndetermined), "1 ce"); }

TEST_F(TcdTest, TheCodePointIsASetting) {
  make(config_of(ReleaseRule::kLiteral), Ecn::kEct1);
  pause(0, 10);
  frame::Packet packet = bench_packet(kC, Ecn::kEct0);
  tcd_->departs(packet, 0_B, 20_us);
  EXPECT_EQ(frame::ecn_of(packet), Ecn::kEct1);
}

TEST_F(TcdTest, AboveTheHardLevelCongestionWhateverTheState) {
  TcdConfig config = config_of(ReleaseRule::kLiteral);
  config.hard_level = 500_KB;
  make(config);
  pause(0, 10);
  EXPECT_EQ(departs(20, 500_KB), "U ue");
  EXPECT_EQ(departs(21, 500'001_B), "U ce");
  EXPECT_EQ(departs(110, 600_KB), "R ce");
}

// 1 us of pause every 90 us on a queue that grows: by design no CE, for ever, without a hard level.
TEST_F(TcdTest, BriefPausesHideAnOverload) {
  for (std::int64_t t = 0; t < 90'000; t += 90) {
    pause(t, t + 1);
    ASSERT_EQ(departs(t + 45, Bytes(t * 100)), "U ue");
    ASSERT_EQ(departs(t + 89, Bytes(t * 100)), "U ue");
  }
  EXPECT_EQ(tcd_->marked(kC), 0U);
}

// A class that goes before it takes the line for 80 us, once it has been let go.
TEST_F(TcdTest, InItsOwnTimeAClassThatWaitsForAnotherIsNotReleased) {
  for (const TcdTime time : {TcdTime::kPort, TcdTime::kOwn}) {
    TcdConfig config = config_of(ReleaseRule::kRiseOrPausing);
    config.time = time;
    make(config);
    tcd_->gate(kC, false, 100_us);
    tcd_->sends(ClassId(6), 190_us, 280_us);
    tcd_->gate(kC, true, 200_us);
    EXPECT_EQ(departs(280, 200_KB), "U ue");
    tcd_->sends(kC, 280_us, 281_us);
    EXPECT_EQ(departs(310, 200_KB), time == TcdTime::kPort ? "R" : "U ue");
    EXPECT_EQ(departs(379, 200_KB), time == TcdTime::kPort ? "R" : "U ue");
    EXPECT_EQ(departs(380, 200_KB), "R") << "100 us without those of the other, its own frame counted";
  }
}

TEST_F(TcdTest, AClassThatWaitsForAnotherAndWasNeverOffIsNeverUndetermined) {
  TcdConfig config = config_of(ReleaseRule::kRiseOrPausing);
  config.time = TcdTime::kOwn;
  make(config);
  for (std::int64_t t = 0; t < 10'000; t += 100) {
    tcd_->sends(ClassId(6), t * 1_us, (t + 99) * 1_us);
    ASSERT_EQ(departs(t + 99, 40_KB), "0");
  }
}

TEST_F(TcdTest, ClassesWithoutFlowControlAreLeftAlone) {
  frame::Packet packet = bench_packet(ClassId(2), Ecn::kEct1);
  tcd_->gate(ClassId(2), true, 0_us);
  tcd_->departs(packet, 300_KB, 1_us);
  EXPECT_EQ(frame::ecn_of(packet), Ecn::kEct1);
}

TEST_F(TcdTest, AResetForgetsTheQueueAndKeepsTheCounts) {
  pause(0, 10);
  EXPECT_EQ(departs(20, 300_KB), "U ue");
  tcd_->reset(30_us);
  EXPECT_EQ(tcd_->state(kC), 0U);
  EXPECT_EQ(departs(31, 0_B), "0");
  EXPECT_EQ(tcd_->marked_undetermined(kC), 1U);
}

TEST_F(TcdTest, WhatItsWidthIsNotSafeForIsNotWritten) {
  Tcd::Settings settings = tcd_->settings();
  EXPECT_EQ(settings.longest_on, 100U);
  settings.longest_on = 128 - 1 - 2;  // 7 bits, one class
  EXPECT_NO_THROW(tcd_->check_settings(settings));
  ++settings.longest_on;
  EXPECT_THROW(tcd_->check_settings(settings), std::invalid_argument);
  settings.longest_on = 0;
  EXPECT_THROW(tcd_->check_settings(settings), std::invalid_argument);
  settings = tcd_->settings();
  settings.undetermined = Ecn::kCongestion;
  EXPECT_THROW(tcd_->check_settings(settings), std::invalid_argument);
}

// The paper's values, section 4.3, and those of its simulations.
TEST(TcdTiming, ThePeriodAndTheBandFollow) {
  const PortContext context = bench_context(DetectorKind::kTcd);
  EXPECT_EQ(longest_on_period(context), 100'400_ns);
  EXPECT_EQ(sample_period(context), 200'800_ns);
  EXPECT_EQ(flat_band(context), 50'200_B);  // 0.05 x 40 Gbps x 200.8 us
  PortContext infiniband = bench_context(DetectorKind::kTcdInfiniband);
  infiniband.config.tcd.credit_period = 40_us;
  EXPECT_EQ(longest_on_period(infiniband), 40_us);
  EXPECT_EQ(sample_period(infiniband), 80_us);
}

TEST(TcdTiming, TheRuleFollowsTheScheme) {
  PortContext context = bench_context(DetectorKind::kTcd);
  EXPECT_EQ(release_rule(context), ReleaseRule::kRiseOrPausing);
  context.pauses = false;
  EXPECT_EQ(release_rule(context), ReleaseRule::kRise2Mtu);
  context.config.tcd.rule = ReleaseRule::kLiteral;
  EXPECT_EQ(release_rule(context), ReleaseRule::kLiteral);
}

}  // namespace weir::congestion::tcd_test

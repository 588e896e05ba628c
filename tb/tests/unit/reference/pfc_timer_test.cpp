// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/pfc_timer.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::pfc_timer_test {

TEST(PfcThreshold, AssertsAtXoffAndNotOneBelow) {
  PfcThreshold threshold(80_KB, 77_KB);
  EXPECT_FALSE(threshold.filled(80_KB - 1_B));
  EXPECT_FALSE(threshold.asserted());
  EXPECT_TRUE(threshold.filled(80_KB));
  EXPECT_TRUE(threshold.asserted());
  EXPECT_FALSE(threshold.filled(80_KB + 1_B)) << "already asserted";
}

TEST(PfcThreshold, DeassertsAtXonAndNotOneAbove) {
  PfcThreshold threshold(80_KB, 77_KB);
  threshold.filled(81_KB);
  EXPECT_FALSE(threshold.drained(77_KB + 1_B));
  EXPECT_TRUE(threshold.asserted());
  EXPECT_TRUE(threshold.drained(77_KB));
  EXPECT_FALSE(threshold.asserted());
  EXPECT_FALSE(threshold.drained(76_KB)) << "already deasserted";
}

TEST(PfcThreshold, KeepsItsStateBetweenXonAndXoff) {
  PfcThreshold threshold(80_KB, 77_KB);
  EXPECT_FALSE(threshold.filled(79_KB));
  EXPECT_FALSE(threshold.asserted());
  threshold.filled(80_KB);
  EXPECT_FALSE(threshold.drained(79_KB));
  EXPECT_TRUE(threshold.asserted());
}

TEST(PfcTimer, AQuantumIs512BitTimesOfThePort) {
  PfcTimer at_10g(10_Gbps);
  at_10g.load(1, 5_us);
  EXPECT_EQ(at_10g.expires_at(), 5_us + Time(51'200));
  PfcTimer at_40g(40_Gbps);
  at_40g.load(0xffff, Time(0));
  EXPECT_EQ(at_40g.expires_at(), Time(65'535 * 12'800LL));
}

TEST(PfcTimer, FreeAtTheInstantOfExpiry) {
  PfcTimer timer(10_Gbps);
  EXPECT_FALSE(timer.paused(Time(0)));
  timer.load(2, Time(0));
  EXPECT_TRUE(timer.paused(Time(102'399)));
  EXPECT_FALSE(timer.paused(Time(102'400)));
}

TEST(PfcTimer, ALoadForgetsWhatWasLeft) {
  PfcTimer timer(10_Gbps);
  timer.load(100, Time(0));
  timer.load(1, 1_us);
  EXPECT_EQ(timer.expires_at(), 1_us + Time(51'200));
  timer.load(0, 1_us);
  EXPECT_FALSE(timer.paused(1_us));
}

TEST(PfcTimer, ShowsWholeQuantaLeft) {
  PfcTimer timer(10_Gbps);
  timer.load(3, Time(0));
  EXPECT_EQ(timer.quanta_left(Time(0)), 3);
  EXPECT_EQ(timer.quanta_left(Time(1)), 3);
  EXPECT_EQ(timer.quanta_left(Time(51'200)), 2);
  EXPECT_EQ(timer.quanta_left(Time(153'599)), 1);
  EXPECT_EQ(timer.quanta_left(Time(153'600)), 0);
}

}  // namespace weir::reference::pfc_timer_test

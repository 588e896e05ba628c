// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The reaction point of DCQCN against steps computed by hand. All rates and alphas here are exact as doubles.

#include "tb/host/dcqcn.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::dcqcn_test {

constexpr BitRate kLine = 40_Gbps;
constexpr Feedback kCe{.mark = Mark::kCongestion, .notification = true};
constexpr Feedback kUe{.mark = Mark::kUndetermined, .notification = true};

// Runs its timer as the host does.
class Driven {
 public:
  explicit Driven(const DcqcnSettings& settings, bool tcd = false) : control(settings, kLine, tcd) {}

  void until(Time now) {
    while (control.next_timer() <= now) {
      control.timer(control.next_timer());
    }
  }
  void hears(const Feedback& feedback, Time now) {
    until(now);
    control.feedback(feedback, now);
  }
  double gbps() const { return control.current_rate() / 1e9; }
  double target_gbps() const { return control.target_rate() / 1e9; }

  Dcqcn control;
};

TEST(Dcqcn, IsNotLimitedBeforeTheFirstNotification) {
  Driven flow({});
  EXPECT_EQ(flow.control.rate(), kLine);
  EXPECT_EQ(flow.control.next_timer(), kNever);
  flow.control.sent(1500_B, 0_us);
  EXPECT_EQ(flow.control.next_send(1500_B, 0_B, 1_ps), 1_ps);
}

// R_C (1 - alpha/2) with alpha of before, R_T = R_C of before.
TEST(Dcqcn, CutsByHalfOfAlpha) {
  for (const auto& [alpha, first] : {std::pair{1.0, 20.0}, {0.5, 30.0}, {1.5, 10.0}}) {
    Driven flow({.initial_alpha = alpha});
    flow.hears(kCe, 100_us);
    EXPECT_EQ(flow.gbps(), first);
    EXPECT_EQ(flow.target_gbps(), 40);
    // (1 - 1/256) alpha + 1/256
    EXPECT_EQ(flow.control.alpha(100_us), 255 * alpha / 256 + 1.0 / 256);
  }
}

// With alpha 1 (which stays: 255/256 + 1/256) two cuts: 40, 20, 10. Then by the timer alone, T = 1..4: (10 + 20)/2 =
// 15, 17.5, 18.75, 19.375; T = 5 = F: R_T = 20.04, R_C = (19.375 + 20.04)/2 = 19.7075; T = 6: R_T = 20.08, 19.89375.
TEST(Dcqcn, RecoversFastThenAdds) {
  Driven flow({});
  flow.hears(kCe, 100_us);
  flow.hears(kCe, 150_us);
  EXPECT_EQ(flow.gbps(), 10);
  EXPECT_EQ(flow.target_gbps(), 20);
  flow.until(205_us - 1_ps);
  EXPECT_EQ(flow.gbps(), 10);
  double expected[] = {15, 17.5, 18.75, 19.375};
  Time at = 205_us;
  for (const double rate : expected) {
    flow.until(at);
    EXPECT_EQ(flow.gbps(), rate);
    EXPECT_EQ(flow.target_gbps(), 20);
    at += 55_us;
  }
  flow.until(at);
  EXPECT_DOUBLE_EQ(flow.target_gbps(), 20.04);
  EXPECT_DOUBLE_EQ(flow.gbps(), 19.7075);
  flow.until(at + 55_us);
  EXPECT_DOUBLE_EQ(flow.target_gbps(), 20.08);
  EXPECT_DOUBLE_EQ(flow.gbps(), 19.89375);
}

// F = 2. After the cut to 20 (R_T = 40, alpha 1) and another to 10 (R_T = 20):
//   BC = 1: fast, 15;  T = 1: fast, 17.5;  BC = 2 = F: R_T = 20.04, 18.77;  T = 2: min = 2, still
//   additive, 20.08, 19.425 BC = 3: min = 2: 20.12;  T = 3: min = 3 > F: hyper, i = 1: R_T = 20.17, R_C = (19.7725
//   + 20.17)/2 = 19.97125 BC = 4: i = 1: 20.22;  T = 4: min = 4, i = 2: R_T = 20.32
TEST(Dcqcn, HyperIncreaseWaitsForBothAndGrows) {
  Driven flow({.byte_counter = 3000_B, .fast_recovery = 2});
  flow.hears(kCe, 0_us);
  flow.hears(kCe, 1_us);
  const auto fill = [&](Time now) {
    flow.control.sent(1500_B, now);
    flow.control.sent(1500_B, now);
  };
  const auto expect = [&](double target, double rate) {
    EXPECT_DOUBLE_EQ(flow.target_gbps(), target);
    EXPECT_DOUBLE_EQ(flow.gbps(), rate);
  };
  Time timer = 56_us;
  fill(timer - 1_us);
  expect(20, 15);
  flow.until(timer);
  expect(20, 17.5);
  fill(timer);
  expect(20.04, 18.77);
  flow.until(timer += 55_us);
  expect(20.08, 19.425);
  fill(timer);
  expect(20.12, 19.7725);
  flow.until(timer += 55_us);
  expect(20.17, 19.97125);
  fill(timer);
  expect(20.22, 20.095625);
  flow.until(timer += 55_us);
  expect(20.32, 20.2078125);
}

TEST(Dcqcn, ANotificationBeginsTimerAndCounterAnew) {
  Driven flow({.byte_counter = 3000_B});
  flow.hears(kCe, 0_us);
  flow.until(54_us);
  flow.control.sent(1500_B, 54_us);
  flow.hears(kCe, 54_us);  // 20 to 10
  flow.control.sent(1500_B, 55_us);
  flow.until(109_us - 1_ps);
  EXPECT_EQ(flow.gbps(), 10) << "neither timer nor counter have run on";
}

// T = 4, then BC = 4: one more would be additive.
TEST(Dcqcn, ANotificationBeginsTheStagesAnew) {
  Driven by_time({});
  by_time.hears(kCe, 0_us);
  by_time.hears(kCe, 221_us);
  const double target = by_time.target_gbps();
  by_time.until(221_us + 4 * 55_us);
  EXPECT_EQ(by_time.target_gbps(), target);
  by_time.until(221_us + 5 * 55_us);
  EXPECT_GT(by_time.target_gbps(), target);
  Driven by_bytes({.byte_counter = 1500_B});
  const auto fill = [&](int times) {
    for (int n = 0; n < times; ++n) {
      by_bytes.control.sent(1500_B, 2_us);
    }
  };
  by_bytes.hears(kCe, 0_us);
  fill(4);
  by_bytes.hears(kCe, 1_us);
  const double other = by_bytes.target_gbps();
  fill(4);
  EXPECT_EQ(by_bytes.target_gbps(), other);
  fill(1);
  EXPECT_GT(by_bytes.target_gbps(), other);
}

// Alpha: once each 55 us without a notification, from the latest one on; 1 before the first.
TEST(Dcqcn, AlphaFallsByItsTimer) {
  Driven flow({});
  EXPECT_EQ(flow.control.alpha(1_ms), 1);
  flow.hears(kCe, 100_us);
  EXPECT_EQ(flow.control.alpha(155_us - 1_ps), 1);
  EXPECT_EQ(flow.control.alpha(155_us), 255.0 / 256);
  EXPECT_EQ(flow.control.alpha(210_us), 255.0 / 256 * 255 / 256);
  // At 210 us: R_C = 20 G + half of the way to 40, twice = 35; cut by half of 65025/65536.
  flow.hears(kCe, 210_us);
  EXPECT_EQ(flow.gbps(), 35.0 * (1 - 65025.0 / 131072));
  EXPECT_EQ(flow.target_gbps(), 35);
  EXPECT_EQ(flow.control.alpha(210_us), 65025.0 / 65536 * 255 / 256 + 1.0 / 256);
}

TEST(Dcqcn, NoCutGoesBelowTheLeastRateNorAboveTheLine) {
  Driven flow({.initial_alpha = 2, .least_rate = 100_Gbps / 1000});
  flow.hears(kCe, 0_us);
  EXPECT_EQ(flow.control.rate(), 100_Gbps / 1000);
  Driven slow({.initial_alpha = 2, .least_rate = 100_Gbps});
  slow.hears(kCe, 0_us);
  EXPECT_EQ(slow.control.rate(), kLine);
}

TEST(Dcqcn, IsReleasedAtTheLineRate) {
  Driven flow({});
  flow.hears(kCe, 0_us);
  flow.until(6 * 55_us);
  EXPECT_EQ(flow.target_gbps(), 40) << "which additive increase does not pass";
  flow.until(10_ms);
  EXPECT_EQ(flow.control.current_rate(), 40e9);
  EXPECT_EQ(flow.control.next_timer(), kNever);
  flow.control.sent(1500_B, 10_ms);
  EXPECT_EQ(flow.control.next_send(1500_B, 0_B, 10_ms), 10_ms);
}

// 1500 B take 600 ns at 20 Gbps, 1200 ns at 10.
TEST(Dcqcn, PacesPacketByPacketAndANewRateMovesTheOneThatWaits) {
  Driven flow({});
  flow.hears(kCe, 0_us);
  flow.control.sent(1500_B, 1_us);
  EXPECT_EQ(flow.control.next_send(1500_B, 0_B, 1_us), 1'600_ns);
  flow.hears(kCe, 1'100_ns);
  EXPECT_EQ(flow.control.next_send(1500_B, 0_B, 1'100_ns), 2'200_ns);
}

// UE every 50 us: the timer of 55 us never expires.
TEST(DcqcnTcd, UndeterminedHoldsTheRate) {
  Driven flow({}, true);
  flow.hears(kCe, 0_us);
  for (int n = 1; n <= 20; ++n) {
    flow.hears(kUe, n * 50_us);
    EXPECT_EQ(flow.gbps(), 20);
    EXPECT_EQ(flow.target_gbps(), 40);
    EXPECT_EQ(flow.control.alpha(n * 50_us), 1) << "its timer is restarted, too";
  }
  flow.until(1'055_us - 1_ps);
  EXPECT_EQ(flow.gbps(), 20);
  flow.until(1'055_us);
  EXPECT_EQ(flow.gbps(), 30);
  EXPECT_EQ(flow.control.alpha(1'055_us), 255.0 / 256);
}

// T = 4 at 220 us; the timer that UE has restarted makes it 5: additive at once.
TEST(DcqcnTcd, UndeterminedKeepsTheStage) {
  Driven flow({}, true);
  flow.hears(kCe, 0_us);
  flow.hears(kCe, 1_us);
  flow.hears(kUe, 1_us + 4 * 55_us);
  EXPECT_EQ(flow.target_gbps(), 20);
  flow.until(1_us + 5 * 55_us);
  EXPECT_DOUBLE_EQ(flow.target_gbps(), 20.04);
}

TEST(DcqcnTcd, UndeterminedDoesNothingToAFlowThatIsNotLimited) {
  Driven flow({}, true);
  flow.hears(kUe, 0_us);
  EXPECT_EQ(flow.gbps(), 40);
  EXPECT_EQ(flow.control.next_timer(), kNever);
  flow.hears(kCe, 1_us);
  EXPECT_EQ(flow.gbps(), 20);
}

// As published any CNP is congestion.
TEST(Dcqcn, WithoutTheVariantUndeterminedCuts) {
  Driven flow({});
  flow.hears(kUe, 0_us);
  EXPECT_EQ(flow.gbps(), 20);
}

TEST(Dcqcn, AcknowledgementsSayNothing) {
  Driven flow({});
  flow.hears({.acknowledged = 1, .mark = Mark::kCongestion}, 0_us);
  EXPECT_EQ(flow.gbps(), 40);
}

}  // namespace weir::host::dcqcn_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Deficit weighted round robin of one port: shares of bytes by weight (M. Shreedhar, G. Varghese, Efficient Fair
// Queuing using Deficit Round Robin, SIGCOMM '95, theorem 4.2), whatever the lengths of packets, and what a pause does
// to them. Frames of 1250 B take 1 us. Each test needs a process of its own, as ctest gives it.

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::dwrr_test {

constexpr ClassId kC0{0};
constexpr ClassId kC1{1};
constexpr ClassId kC2{2};
constexpr ClassId kC7{7};

class DwrrTest : public EgressTest {
 protected:
  explicit DwrrTest(Discipline discipline = Discipline::kDwrr, ClassMask strict = 0)
      : EgressTest({.discipline = discipline, .weights = {1, 2, 4, 1, 1, 1, 1, 1}, .strict = strict}) {}

  Bytes sent(ClassId c) const {
    Bytes sum;
    for (const Departed& one : departed_) {
      sum += one.c == c ? one.length : Bytes(0);
    }
    return sum;
  }

  // Fraction of the bytes of all departures that were of the class.
  double share(ClassId c) const {
    Bytes all;
    for (const Departed& one : departed_) {
      all += one.length;
    }
    return static_cast<double>(sent(c).count()) / static_cast<double>(all.count());
  }

  void expect_shares(double c0, double c1, double c2) const {
    constexpr double kOnePercent = 0.01;
    EXPECT_NEAR(share(kC0), c0, c0 * kOnePercent);
    EXPECT_NEAR(share(kC1), c1, c1 * kOnePercent);
    EXPECT_NEAR(share(kC2), c2, c2 * kOnePercent);
  }
};

class StrictOverDwrrTest : public DwrrTest {
 protected:
  StrictOverDwrrTest() : DwrrTest(Discipline::kStrictOverDwrr, mask_of(kC7)) {}
};

TEST_F(DwrrTest, SharesBytesByWeight) {
  for (const ClassId c : {kC0, kC1, kC2}) {
    enqueue_at(0_us, c, 2'000);
  }
  run(3'000_us);
  expect_shares(1.0 / 7, 2.0 / 7, 4.0 / 7);
}

TEST_F(DwrrTest, SharesBytesByWeightWhateverTheLengths) {
  at(0_us, [&](Time now) {
    RandomStream random(1, "lengths");
    for (int i = 0; i < 8'000; ++i) {
      enqueue(kC0, now, 1'500_B);
      enqueue(kC2, now, 64_B + Bytes(static_cast<std::int64_t>(random.below(1'437))));
      enqueue(kC1, now, 64_B);
      enqueue(kC1, now, 594_B);
    }
  });
  run(3'000_us);
  for (const ClassId c : {kC0, kC1, kC2}) {
    ASSERT_GT(egress_->veq_depth(kPort, c), 0_B) << "a class that ran dry would not show its share";
  }
  expect_shares(1.0 / 7, 2.0 / 7, 4.0 / 7);
}

// Theorem 4.2: over any m rounds a backlogged flow sends m quanta, give or take a packet.
TEST_F(DwrrTest, IsNeverMoreThanAPacketAwayFromItsQuanta) {
  for (const ClassId c : {kC0, kC1}) {
    at(0_us, [&, c](Time now) {
      for (int i = 0; i < 300; ++i) {
        enqueue(c, now, c == kC0 ? 1'499_B : 1'001_B);
      }
    });
  }
  run(300_us);
  std::int64_t rounds = 0;
  Bytes of_c0;
  for (std::size_t i = 0; i + 1 < departed_.size(); ++i) {
    of_c0 += departed_[i].c == kC0 ? departed_[i].length : 0_B;
    if (departed_[i].c == kC1 && departed_[i + 1].c == kC0) {
      ++rounds;
      EXPECT_LT(std::abs((of_c0 - rounds * 1'500_B).count()), 1'500) << "round " << rounds;
    }
  }
  EXPECT_GT(rounds, 50);
}

TEST_F(DwrrTest, TakesTheWholeTurnBeforeTheNextClass) {
  enqueue_at(0_us, kC0, 3);
  enqueue_at(0_us, kC1, 5);
  // 1500 B for class 0 and 3000 B for class 1, of which 250 B and 500 B, then 1000 B remain.
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 1}, Frame{3_us, 1}, Frame{4_us, 0}, Frame{5_us, 1},
                                 Frame{6_us, 1}, Frame{7_us, 0}, Frame{8_us, 1}));
}

TEST_F(DwrrTest, AnEmptyClassLosesItsDeficit) {
  enqueue_at(0_us, kC2, 1);  // 6000 B less 1250 B would remain
  enqueue_at(100_ns, kC0, 2);
  enqueue_at(1'500_ns, kC2, 6);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 2}, Frame{2_us, 0}, Frame{3_us, 2}, Frame{4_us, 2}, Frame{5_us, 2},
                                 Frame{6_us, 2}, Frame{7_us, 0}, Frame{8_us, 2}, Frame{9_us, 2}));
}

TEST_F(DwrrTest, AHeldClassGoesOnWithItsTurnLater) {
  enqueue_at(0_us, kC2, 8);
  enqueue_at(0_us, kC0, 3);
  hold_at(1'500_ns, kC2, true);
  hold_at(2'500_ns, kC2, false);
  // Of its turn of four packets class 2 has sent two when it is paused; two are left, and no new quantum comes before.
  EXPECT_THAT(
      run(), ElementsAre(Frame{1_us, 2}, Frame{2_us, 2}, Frame{3_us, 0}, Frame{4_us, 2}, Frame{5_us, 2}, Frame{6_us, 0},
                         Frame{7_us, 2}, Frame{8_us, 2}, Frame{9_us, 2}, Frame{10_us, 2}, Frame{11_us, 0}));
}

TEST_F(DwrrTest, ALongHoldIsNotMadeUpFor) {
  for (const ClassId c : {kC0, kC1, kC2}) {
    enqueue_at(0_us, c, 4'000);
  }
  hold_at(500_us, kC2, true);
  hold_at(1'500_us, kC2, false);
  run(1'500_us);
  departed_.clear();
  run(4'500_us);
  expect_shares(1.0 / 7, 2.0 / 7, 4.0 / 7);
}

TEST_F(DwrrTest, NeverIdlesForAClassThatMayNotSend) {
  engine().count_packets();
  engine().sendable[2] = 50_us;
  for (const ClassId c : {kC0, kC1, kC2}) {
    enqueue_at(0_us, c, 60);
  }
  run(50_us);
  EXPECT_EQ(departed_.size(), 50U);
  EXPECT_EQ(sent(kC2), 0_B);
  EXPECT_NEAR(share(kC1), 2.0 / 3, 0.03);
}

TEST_F(StrictOverDwrrTest, ServesStrictClassesFirstAndTheOthersByWeight) {
  for (const ClassId c : {kC0, kC1, kC2}) {
    enqueue_at(0_us, c, 2'000);
  }
  for (Time time = 100_ns; time < 3'000_us; time += 10_us) {
    enqueue_at(time, kC7, 3);
  }
  run(3'000_us);
  EXPECT_NEAR(share(kC7), 0.3, 0.003);
  expect_shares(0.7 / 7, 1.4 / 7, 2.8 / 7);
}

TEST_F(StrictOverDwrrTest, AStrictClassDoesNotEndATurn) {
  enqueue_at(0_us, kC1, 4);
  enqueue_at(0_us, kC0, 1);
  enqueue_at(100_ns, kC7, 1);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 1}, Frame{2_us, 7}, Frame{3_us, 1}, Frame{4_us, 0}, Frame{5_us, 1},
                                 Frame{6_us, 1}));
}

TEST(DwrrSettings, RefuseWhatNoClassCouldSendWith) {
  EgressConfig config{.discipline = Discipline::kDwrr, .quantum = 1'500_B};
  const auto judge = [&](Bytes max_frame) {
    ledger::Refusal refusal;
    ledger::check_ranges(config, egress_settings(), refusal);
    check(config, max_frame, refusal);
  };
  EXPECT_NO_THROW(judge(1'500_B));
  EXPECT_THAT([&] { judge(1'501_B); },
              ThrowsMessage<std::invalid_argument>("quantum: wanted at least switch.max_frame, 1.501KB; got 1.5KB"));
  config.weights[3] = 0;
  EXPECT_THAT([&] { judge(1'500_B); },
              ThrowsMessage<std::invalid_argument>("weights: wanted an integer from 1 to 255; got 0 for class 3"));
}

}  // namespace weir::egress::dwrr_test

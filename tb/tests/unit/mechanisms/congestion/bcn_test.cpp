// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The congestion point of BCN against indices computed by hand: Q_eq = 24,000 B = 375 units of 64 B, w = 2.

#include "hw_model/mechanisms/congestion/bcn.h"

#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::congestion::bcn_test {

constexpr ClassId kC{3};

struct Told final : DetectorPort {
  void schedule(ClassId, Time) override {}
  bool notify(const frame::Packet&, const Notice& notice, Time) override {
    if (!full) {
      indices.push_back(notice.index);
      depths.push_back(notice.depth);
    }
    return !full;
  }
  bool pauses_feeder(ClassId) const override { return false; }
  std::vector<std::int32_t> indices;
  std::vector<Bytes> depths;
  bool full = false;
};

PortContext context_of(const BcnConfig& config) {
  PortContext context = bench_context(DetectorKind::kBcn);
  context.config.bcn = config;
  return context;
}

class BcnTest : public testing::Test {
 protected:
  explicit BcnTest(std::uint32_t interval = 1, unsigned w = 2)
      : bcn_(context_of({.q_eq = 24_KB, .sampling_interval = interval, .w = w})) {
    bcn_.join(told_);
  }
  // A packet after which the queue has this depth; one that finds it empty has no bytes.
  void arrive(Bytes depth, ClassId c = kC) {
    frame::Packet packet = bench_packet(c);
    packet.length = std::min(depth, Bytes(1000));
    bcn_.offered(packet, depth - packet.length, 1_us);
  }
  Told told_;
  Bcn bcn_;
};

TEST_F(BcnTest, TheIndexIsTheDistanceFromQeqAndTheWeightedChange) {
  arrive(0_B);    // 375
  arrive(24_KB);  // 0 - 2 * 375
  arrive(24_KB);  // 0: nothing is said
  arrive(36_KB);  // -187.5 - 2 * 187.5 = -562.5, rounded down
  arrive(30_KB);  // -93.75 + 2 * 93.75 = 93.75
  arrive(30_KB);  // -93.75
  EXPECT_THAT(told_.indices, ElementsAre(375, -750, -563, 93, -94));
  EXPECT_THAT(told_.depths, ElementsAre(0_B, 24_KB, 36_KB, 30_KB, 30_KB));
  EXPECT_EQ(bcn_.state(kC), 1U) << "slow_down";
}

TEST_F(BcnTest, QueuesOfOtherClassesAreOthers) {
  arrive(0_B);
  arrive(24_KB, ClassId(4));  // not lossless: nobody is told
  arrive(0_B);
  EXPECT_THAT(told_.indices, ElementsAre(375, 375));
}

TEST_F(BcnTest, AMessageThatNobodyCouldMakeIsNotCounted) {
  told_.full = true;
  arrive(48_KB);
  told_.full = false;
  arrive(48_KB);
  EXPECT_THAT(told_.indices, ElementsAre(-375)) << "the sample before is remembered all the same";
}

TEST_F(BcnTest, AResetForgetsTheSampleBefore) {
  arrive(48_KB);
  bcn_.reset(2_us);
  EXPECT_EQ(bcn_.state(kC), 0U);
  arrive(24_KB);
  EXPECT_THAT(told_.indices, ElementsAre(-375 - 2 * 750, -2 * 375));
}

struct BcnEveryThird : BcnTest {
  BcnEveryThird() : BcnTest(3, 0) {}
};

TEST_F(BcnEveryThird, OfPacketsThatArriveEveryNthIsASample) {
  for (int i = 1; i <= 7; ++i) {
    arrive(24_KB + Bytes(64 * i));
  }
  EXPECT_THAT(told_.indices, ElementsAre(-3, -6));
}

struct BcnWithLargestWeight : BcnTest {
  BcnWithLargestWeight() : BcnTest(1, 255) {}
};

TEST_F(BcnWithLargestWeight, AnIndexNeverWraps) {
  arrive(Bytes(1'000'000'000'000));
  EXPECT_THAT(told_.indices, ElementsAre(-std::numeric_limits<std::int32_t>::max()));
}

TEST(Bcn, RefusesToSampleNothing) { EXPECT_THROW(Bcn(context_of({.sampling_interval = 0})), std::invalid_argument); }

}  // namespace weir::congestion::bcn_test

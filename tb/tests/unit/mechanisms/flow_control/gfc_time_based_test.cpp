// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_time_based.h"

#include "hw_model/base/invariant.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::gfc_time_based_test {

constexpr Time kTick{1200};
constexpr Time kPacket{1'200'000};  // 1500 B at 10 Gbps
constexpr Time kPeriod{52'428'000};

class GfcTimeBasedTest : public testing::Test {
 protected:
  // Blocks of 60 B, 25 a packet of 1500 B; Bm 10,000 blocks, Bm - B0 5000 blocks.
  static PortContext context(FakePort& port, ClassMask lossless = 0x01) {
    PortContext context = context_for(Scheme::kGfcTimeBased, port, lossless);
    context.config.processing_delay = 90_us;
    context.config.gfc_time_based = {.b0 = 300_KB, .bm = 600_KB, .credits = {.block = 60_B, .counter_bits = 16}};
    return context;
  }
  static Bytes60 message(std::uint32_t fccl, ClassId c = kC0) {
    return bytes_of(frame::CbfcCredit{.virtual_lane = c, .fccl = fccl});
  }
  void arrive(std::uint32_t fccl, Time now, ClassId c = kC0) { gfc_.feedback_arrived(message(fccl, c), now); }
  void effect(std::uint32_t fccl, Time now, ClassId c = kC0) { gfc_.feedback_received(message(fccl, c), now); }

  FakePort port_;
  GfcTimeBased gfc_{context(port_, mask_of(kC0) | mask_of(kC3))};
};

TEST_F(GfcTimeBasedTest, StartsAtLineRateAndIsNeverStoppedByCredits) {
  EXPECT_NE(gfc_.arrival_listener(), nullptr);
  EXPECT_TRUE(gfc_.counts_packets());
  EXPECT_EQ(gfc_.sender_state(kC0), 10'000U);
  Time now = 1_us;
  for (int i = 0; i < 1000; ++i, now += kPacket)
    gfc_.packet_sent(kC0, 1500_B, now, now + kPacket);
  EXPECT_LE(gfc_.sendable_at(kC0, 1500_B, now), now) << "25,000 blocks sent of 10,000";
}

TEST_F(GfcTimeBasedTest, TheRateIsComputedOnArrivalAndAssignedLater) {
  arrive(2500, 10_us);  // 2500 of 5000 blocks: C/2
  EXPECT_EQ(gfc_.sender_state(kC0), 10'000U);
  gfc_.packet_sent(kC0, 1500_B, 11_us, 11_us + kPacket);
  effect(2500, 100_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 5'000U) << "what was sent since the arrival does not count";
  gfc_.packet_sent(kC0, 1500_B, 101_us, 101_us + kPacket);
  const Time next = gfc_.sendable_at(kC0, 1500_B, 103_us);
  EXPECT_GE(next, 101_us + 2 * kPacket - kTick);
  EXPECT_LE(next, 101_us + 2 * kPacket + kTick);
}

TEST_F(GfcTimeBasedTest, RemainingIsWhatWasNotYetSent) {
  for (int i = 0; i < 10; ++i)
    gfc_.packet_sent(kC0, 1500_B, kPacket * i, kPacket * (i + 1));  // 250 blocks
  arrive(4250, 20_us);
  effect(4250, 110_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 8'000U) << "4000 of 5000 blocks";
}

TEST_F(GfcTimeBasedTest, TheMappingAtItsEnds) {
  const auto rate_with = [&](std::uint32_t remaining) {
    arrive(remaining, 1_us);
    effect(remaining, 1_us);
    return gfc_.sender_state(kC0);
  };
  EXPECT_EQ(rate_with(10'000), 10'000U);
  EXPECT_EQ(rate_with(5'000), 10'000U) << "exactly Bm - B0";
  EXPECT_EQ(rate_with(4'999), 9'998U) << "one block below";
  EXPECT_EQ(rate_with(1), 2U) << "one block: 2 Mbit/s";
  EXPECT_EQ(gfc_.held(), 0);
  EXPECT_EQ(rate_with(0), 0U);
}

TEST_F(GfcTimeBasedTest, MoreSentThanCreditedIsTheLeastRate) {
  gfc_.packet_sent(kC0, 1500_B, 1_us, 1_us + kPacket);
  arrive(24, 5_us);  // one block less than was sent
  effect(24, 95_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 0U) << "31 Kbit/s";
  EXPECT_FALSE(held(gfc_, kC0)) << "as little as it is, the queue moves";
  arrive(2525, 100_us);
  effect(2525, 190_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 5'000U);
}

TEST_F(GfcTimeBasedTest, SeveralMessagesBetweenArrivalAndEffectKeepTheirOrder) {
  for (std::uint32_t i = 1; i <= 3; ++i) {
    arrive(i, Time(0));
    effect(i, Time(0));
  }
  for (std::uint32_t i = 1; i <= 40; ++i) {
    arrive(i * 100, Time(i), i % 2 == 0 ? kC0 : kC3);  // more than ever expected
  }
  for (std::uint32_t i = 1; i <= 40; ++i) {
    const ClassId c = i % 2 == 0 ? kC0 : kC3;
    effect(i * 100, 90_us + Time(i), c);
    EXPECT_EQ(gfc_.sender_state(c), i * 200U);
  }
  EXPECT_THROW(effect(1, 100_us), InvariantBroken) << "never arrived";
}

TEST_F(GfcTimeBasedTest, WhatIsNotACreditOfALosslessClassIsNeitherQueuedNorTaken) {
  const Bytes60 lossy = message(1, ClassId(1));
  const Bytes60 pfc = bytes_of(frame::pfc_frame(0xff, 3));
  for (const Bytes60& bytes : {lossy, pfc})
    gfc_.feedback_arrived(bytes, 1_us);
  arrive(2500, 1_us);
  for (const Bytes60& bytes : {lossy, pfc})
    gfc_.feedback_received(bytes, 91_us);
  effect(2500, 91_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 5'000U);
}

TEST_F(GfcTimeBasedTest, CountersWrap) {
  const Time step = 1_us;
  Time now = 1_us;
  std::uint64_t sent = 0;
  for (int i = 0; i < 6000; ++i, now += 2 * step) {  // 150,000 blocks: twice around
    gfc_.packet_sent(kC0, 1500_B, now, now + step);
    sent += 25;
    if (i % 40 != 0)
      continue;
    const auto fccl = static_cast<std::uint32_t>((sent + 2500) & 0xffffU);
    arrive(fccl, now + step);
    effect(fccl, now + step);
    ASSERT_EQ(gfc_.sender_state(kC0), 5'000U) << sent;
  }
}

TEST_F(GfcTimeBasedTest, ReportsAsCbfcDoes) {
  FakePort port;
  GfcTimeBased gfc(context(port));
  gfc.start(Time(0));
  EXPECT_THAT(port.timers, ElementsAre(FakePort::Timer{kPeriod, EventKind::kFeedbackTimer, kC0}));
  gfc.packet_admitted(kC0, 1500_B, 1500_B, 1_us);
  gfc.packet_admitted(kC0, 1500_B, 3000_B, 2_us);
  gfc.packet_released(kC0, 1500_B, 1500_B, 3_us);
  port.run(gfc, kPeriod);
  EXPECT_THAT(port.due, ElementsAre(kPeriod));
  EXPECT_EQ(sent_credit(gfc, kPeriod).fccl, 10'025U);
  EXPECT_FALSE(gfc.feedback_pending());
  Bytes60 bytes{};
  EXPECT_EQ(gfc.build_feedback(bytes, kPeriod), 0U);
  EXPECT_EQ(gfc.receiver_state(kC0), 9'975U);
}

TEST_F(GfcTimeBasedTest, ARaisedRateTellsThePort) {
  arrive(50, 1_us);
  effect(50, 1_us);  // C/100
  gfc_.packet_sent(kC0, 1500_B, 2_us, 2_us + kPacket);
  EXPECT_THAT(port_.gates, IsEmpty());
  arrive(5025, 5_us);
  effect(5025, 5_us);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 5_us}));
}

}  // namespace weir::flow_control::gfc_time_based_test

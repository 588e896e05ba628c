// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/cbfc.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::cbfc_test {

constexpr Time kPeriod{52'428'000};  // 65,535 B at 10 Gbps

class CbfcTest : public testing::Test {
 protected:
  // 100 blocks: four packets of 24 and four blocks over.
  static PortContext context(FakePort& port, ClassMask lossless = 0x01) {
    PortContext context = context_for(Scheme::kCbfc, port, lossless);
    context.config.cbfc = {.buffer = 6400_B, .block = 64_B, .counter_bits = 8};
    return context;
  }

  void send(Cbfc& cbfc, int packets) {
    for (int i = 0; i < packets; ++i)
      cbfc.packet_sent(kC0, 1500_B, 1_us, 2_us);
  }
  void receive(Cbfc& cbfc, std::uint32_t fccl, Time now) {
    cbfc.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0, .fccl = fccl}), now);
  }

  FakePort port_;
  Cbfc cbfc_{context(port_)};
};

TEST_F(CbfcTest, StartsWithTheCreditsOfAnEmptyBuffer) {
  EXPECT_EQ(cbfc_.sender_state(kC0), 100U);
  EXPECT_EQ(cbfc_.receiver_state(kC0), 100U);
  EXPECT_TRUE(cbfc_.counts_packets());
}

TEST_F(CbfcTest, SendsWhileTheHeadPacketIsCovered) {
  send(cbfc_, 4);
  EXPECT_EQ(cbfc_.sender_state(kC0), 4U);
  EXPECT_EQ(cbfc_.sendable_at(kC0, 256_B, 3_us), 3_us) << "four blocks";
  EXPECT_EQ(cbfc_.sendable_at(kC0, 257_B, 3_us), kNever) << "five blocks";
  EXPECT_EQ(cbfc_.sendable_at(kC0, 1500_B, 3_us), kNever);
}

TEST_F(CbfcTest, AMessageOpensTheGateAndWraps) {
  send(cbfc_, 4);
  receive(cbfc_, 120, 5_us);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 5_us}));
  EXPECT_EQ(cbfc_.sendable_at(kC0, 1500_B, 5_us), 5_us) << "exactly 24 blocks";
  receive(cbfc_, 119, 6_us);
  EXPECT_EQ(cbfc_.sendable_at(kC0, 1500_B, 6_us), kNever) << "one block short";
  send(cbfc_, 1);
  receive(cbfc_, 220, 7_us);
  send(cbfc_, 4);  // fctbs 216
  receive(cbfc_, 316 % 256, 8_us);
  EXPECT_EQ(cbfc_.sender_state(kC0), 100U) << "fccl has wrapped, fctbs has not";
}

TEST_F(CbfcTest, ADoubledMessageChangesNothing) {
  send(cbfc_, 4);
  receive(cbfc_, 150, 5_us);
  const std::uint64_t credits = cbfc_.sender_state(kC0);
  receive(cbfc_, 150, 6_us);
  EXPECT_EQ(cbfc_.sender_state(kC0), credits);
  EXPECT_EQ(port_.gates.size(), 1U) << "nor is the port told";
}

TEST_F(CbfcTest, ALostMessageIsMadeGoodByTheNext) {
  cbfc_.start(Time(0));
  Cbfc sender{context(port_)};
  for (int i = 0; i < 4; ++i) {
    cbfc_.packet_admitted(kC0, 1500_B, 1500_B * (i + 1), 1_us);
    sender.packet_sent(kC0, 1500_B, 1_us, 2_us);
  }
  cbfc_.packet_released(kC0, 1500_B, 4500_B, 2_us);
  port_.run(cbfc_, kPeriod);
  sent_credit(cbfc_, kPeriod);  // lost
  for (int i = 0; i < 3; ++i)
    cbfc_.packet_released(kC0, 1500_B, 3000_B - 1500_B * i, 3_us);
  port_.run(cbfc_, 2 * kPeriod);
  sender.feedback_received(bytes_of(sent_credit(cbfc_, 2 * kPeriod)), 2 * kPeriod);
  EXPECT_EQ(sender.sender_state(kC0), 100U);
}

TEST_F(CbfcTest, ReportsEveryPeriodWithTheLimitOfThatMoment) {
  cbfc_.start(Time(0));
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{kPeriod, EventKind::kFeedbackTimer, kC0}));
  port_.run(cbfc_, kPeriod);
  EXPECT_THAT(port_.due, ElementsAre(kPeriod));
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{2 * kPeriod, EventKind::kFeedbackTimer, kC0}));
  cbfc_.packet_admitted(kC0, 1500_B, 1500_B, kPeriod + 1_us);
  cbfc_.packet_admitted(kC0, 64_B, 1564_B, kPeriod + 1_us);
  cbfc_.packet_released(kC0, 1500_B, 64_B, kPeriod + 1_us);
  send(cbfc_, 2);
  const frame::CbfcCredit credit = sent_credit(cbfc_, kPeriod + 2_us);
  EXPECT_EQ(credit.virtual_lane, kC0);
  EXPECT_EQ(credit.fccl, 124U) << "25 received + 99 free";
  EXPECT_EQ(credit.fctbs, 48U);
  EXPECT_FALSE(cbfc_.feedback_pending());
  EXPECT_EQ(cbfc_.counters(kC0).feedback_frames, 1U);
}

TEST_F(CbfcTest, ThePeriodIsASetting) {
  PortContext context = CbfcTest::context(port_);
  context.config.cbfc.period = 7_us;
  Cbfc cbfc(context);
  cbfc.start(1_us);
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{8_us, EventKind::kFeedbackTimer, kC0}));
}

TEST_F(CbfcTest, ClassesReportOneAfterTheOther) {
  Cbfc cbfc(context(port_, mask_of(kC0) | mask_of(kC3)));
  cbfc.start(Time(0));
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{kPeriod / 2, EventKind::kFeedbackTimer, kC0},
                                        FakePort::Timer{kPeriod, EventKind::kFeedbackTimer, kC3}));
  cbfc.packet_admitted(kC3, 1500_B, 1500_B, 1_us);
  port_.run(cbfc, kPeriod);  // the port was busy: both are due
  EXPECT_THAT(port_.due, ElementsAre(kPeriod / 2));
  EXPECT_EQ(sent_credit(cbfc, kPeriod).virtual_lane, kC0);
  EXPECT_TRUE(cbfc.feedback_pending());
  const frame::CbfcCredit second = sent_credit(cbfc, kPeriod);
  EXPECT_EQ(second.virtual_lane, kC3);
  EXPECT_EQ(second.fccl, 100U);
  EXPECT_FALSE(cbfc.feedback_pending());
  Bytes60 bytes{};
  EXPECT_EQ(cbfc.build_feedback(bytes, kPeriod), 0U);
}

TEST_F(CbfcTest, LossyClassesAreNotCounted) {
  cbfc_.packet_sent(kC3, 1500_B, 1_us, 2_us);
  cbfc_.packet_admitted(kC3, 1500_B, 1500_B, 2_us);
  EXPECT_EQ(cbfc_.sendable_at(kC3, 9000_B, 3_us), 3_us);
  EXPECT_EQ(cbfc_.receiver_state(kC3), 100U);
  cbfc_.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC3, .fccl = 1}), 3_us);
  EXPECT_THAT(port_.gates, IsEmpty());
}

TEST_F(CbfcTest, OtherMessagesAreNotObeyed) {
  cbfc_.feedback_received(bytes_of(frame::pfc_frame(0xff, 10)), 1_us);
  cbfc_.feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC0, .depth = 1_KB}), 1_us);
  cbfc_.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0, .op = frame::CbfcOp::kInit, .fccl = 0}),
                          1_us);
  EXPECT_EQ(cbfc_.sender_state(kC0), 100U);
}

TEST_F(CbfcTest, HoldsThePeerForEverWhenTheStuckPacketsLeaveTooLittle) {
  const Bytes packet = cbfc_.occupies(1500_B, 1500_B);
  EXPECT_EQ(packet, 24 * 64_B);
  EXPECT_TRUE(cbfc_.holds_peer_at(kC0, 4 * packet, 1500_B)) << "96 of 100 blocks; 6000 B alone would be 94";
  EXPECT_TRUE(cbfc_.holds_peer_at(kC0, 4 * packet, 257_B));
  EXPECT_FALSE(cbfc_.holds_peer_at(kC0, 4 * packet, 256_B));
  EXPECT_FALSE(cbfc_.holds_peer_at(kC0, 3 * packet, 1500_B)) << "one of the packets may still leave";
  EXPECT_FALSE(cbfc_.holds_peer_at(kC3, 4 * packet, 1500_B));
}

}  // namespace weir::flow_control::cbfc_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Conceptual GFC, and with it the sending side that all forms share: limiter, floor rate, gate.

#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::gfc_conceptual_test {

constexpr Time kTick{1200};
constexpr Time kPacket{1'200'000};  // 1500 B at 10 Gbps

class GfcConceptualTest : public testing::Test {
 protected:
  static PortContext context(FakePort& port) {
    PortContext context = context_for(Scheme::kGfcConceptual, port);
    context.config.gfc_conceptual = {.b0 = 50_KB, .bm = 100_KB};
    return context;
  }
  void receive(Bytes depth, Time now) {
    gfc_.feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC0, .depth = depth}), now);
  }
  void send(Time start) { gfc_.packet_sent(kC0, 1500_B, start, start + kPacket); }

  FakePort port_;
  GfcConceptual gfc_{context(port_)};
};

TEST_F(GfcConceptualTest, EveryChangeIsAMessageOutOfBand) {
  EXPECT_TRUE(gfc_.out_of_band());
  gfc_.packet_admitted(kC0, 1500_B, 1500_B, 1_us);
  EXPECT_EQ(sent_depth(gfc_, 1_us).depth, 1500_B);
  gfc_.packet_released(kC0, 1500_B, 0_B, 2_us);
  const frame::GfcQueueDepth message = sent_depth(gfc_, 2_us);
  EXPECT_EQ(message.depth, 0_B);
  EXPECT_EQ(message.traffic_class, kC0);
  EXPECT_THAT(port_.due, ElementsAre(1_us, 2_us));
  EXPECT_EQ(gfc_.counters(kC0).feedback_frames, 2U);
  gfc_.packet_admitted(kC3, 1500_B, 1500_B, 3_us);
  EXPECT_FALSE(gfc_.feedback_pending()) << "a lossy class";
}

TEST_F(GfcConceptualTest, MapsTheDepthToARate) {
  const auto rate_at = [&](Bytes depth) {
    receive(depth, 1_us);
    return gfc_.sender_state(kC0);
  };
  EXPECT_EQ(rate_at(0_B), 10'000U);
  EXPECT_EQ(rate_at(50_KB), 10'000U) << "B0";
  EXPECT_EQ(rate_at(50_KB + 5_B), 9'999U) << "C (1 - 5/50000)";
  EXPECT_EQ(rate_at(75_KB), 5'000U);
  EXPECT_EQ(rate_at(100_KB - 1_B), 0U) << "200 Kbit/s";
  EXPECT_FALSE(held(gfc_, kC0)) << "as little as it is, the queue moves";
  EXPECT_EQ(rate_at(60_KB), 8'000U) << "and it comes back";
}

TEST_F(GfcConceptualTest, AtHalfRateAPacketIsFollowedByItsOwnTime) {
  receive(75_KB, 1_us);
  send(2_us);
  const Time at = gfc_.sendable_at(kC0, 1500_B, 2_us + kPacket);
  EXPECT_GE(at, 2_us + 2 * kPacket - kTick) << "what is left below a tick is carried to the next packet";
  EXPECT_LE(at, 2_us + 2 * kPacket + kTick);
}

TEST_F(GfcConceptualTest, AtLineRateNothingWaits) {
  send(2_us);
  EXPECT_LE(gfc_.sendable_at(kC0, 1500_B, 2_us + kPacket), 2_us + kPacket);
}

TEST_F(GfcConceptualTest, ARaisedRateTellsThePortOnlyWhenItLetsTheQueueGoEarlier) {
  receive(99_KB, 1_us);
  EXPECT_THAT(port_.gates, IsEmpty()) << "a lowered rate lets nothing go";
  send(1_us);
  receive(75_KB, 3_us);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 3_us}));
  EXPECT_LE(gfc_.sendable_at(kC0, 1500_B, 3_us), 3_us + kPacket + kTick) << "clamped to one packet time";
  receive(76_KB, 3_us);
  receive(75_KB, 100_us);
  EXPECT_EQ(port_.gates.size(), 1U) << "idle already";
}

// Otherwise two VIQs that a whole packet each has lifted to Bm would wait for each other for ever.
TEST_F(GfcConceptualTest, AtBmAndAboveTheRateIsThatOfTheLastByteBelow) {
  for (const Bytes depth : {100_KB - 1_B, 100_KB, 103_KB}) {
    GfcConceptual gfc{context(port_)};
    gfc.feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC0, .depth = depth}), 1_us);
    EXPECT_FALSE(held(gfc, kC0));
    gfc.packet_sent(kC0, 1500_B, 2_us, 2_us + kPacket);
    const Time at = gfc.sendable_at(kC0, 1500_B, 4_us);
    constexpr std::int64_t kRange = 50'000;  // bytes from B0 to Bm: 200 Kbit/s
    EXPECT_GE(at, 2_us + kRange * kPacket - kTick);
    EXPECT_LE(at, 2_us + kRange * kPacket + kTick);
  }
}

TEST_F(GfcConceptualTest, LossyClassesAreNotLimited) {
  gfc_.packet_sent(kC3, 1500_B, 1_us, 2_us);
  EXPECT_EQ(gfc_.sendable_at(kC3, 1500_B, 3_us), 3_us);
}

TEST_F(GfcConceptualTest, OtherMessagesAreNotObeyed) {
  receive(75_KB, 1_us);
  gfc_.feedback_received(bytes_of(frame::pfc_frame(0xff, 3)), 1_us);
  gfc_.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0}), 1_us);
  gfc_.feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC3, .depth = 99_KB}), 1_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 5'000U);
}

// A limiter that cannot go below 1 Gbps makes "below the floor" easy to reach.
class FloorTest : public GfcConceptualTest {
 protected:
  static PortContext with_floor(FakePort& port) {
    PortContext context = GfcConceptualTest::context(port);
    context.limiter.floor_rate = 1_Gbps;
    return context;
  }
  void receive(Bytes depth, Time now) {
    floor_.feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC0, .depth = depth}), now);
  }
  void send(Time start) { floor_.packet_sent(kC0, 1500_B, start, start + kPacket); }

  GfcConceptual floor_{with_floor(port_)};
};

TEST_F(FloorTest, ATargetAtTheFloorIsTheLimitersOwn) {
  receive(95_KB, 1_us);  // 1 Gbps
  send(10_us);
  EXPECT_FALSE(held(floor_, kC0));
  EXPECT_LE(floor_.sendable_at(kC0, 1500_B, 11_us), 10_us + 10 * kPacket + kTick);
}

TEST_F(FloorTest, BelowTheFloorThePacketsAlternateWithZeroAndKeepTheMean) {
  receive(97'500_B, 1_us);  // 500 Mbps
  EXPECT_FALSE(held(floor_, kC0));
  send(10_us);
  EXPECT_TRUE(held(floor_, kC0)) << "counted as hold and wait";
  EXPECT_EQ(floor_.sendable_at(kC0, 1500_B, 12_us), kNever);
  const Time due = 10_us + 20 * kPacket;
  ASSERT_THAT(port_.timers, ElementsAre(FakePort::Timer{due, EventKind::kPauseExpiry, kC0}));
  port_.run(floor_, due);
  EXPECT_FALSE(held(floor_, kC0));
  EXPECT_LE(floor_.sendable_at(kC0, 1500_B, due), due);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 10_us + kPacket}, FakePort::GateChange{kC0, due}));
}

TEST_F(FloorTest, AHigherTargetShortensTheHold) {
  receive(99_KB, 1_us);  // 200 Mbps
  send(10_us);           // next at 10 us + 50 packet times
  receive(97'500_B, 20_us);
  EXPECT_TRUE(held(floor_, kC0));
  port_.run(floor_, 10_us + 20 * kPacket);
  EXPECT_FALSE(held(floor_, kC0));
  const std::size_t told = port_.gates.size();
  port_.run(floor_, 10_us + 50 * kPacket);
  EXPECT_EQ(port_.gates.size(), told) << "the stale event says nothing";
}

TEST_F(FloorTest, AStaleEndOfAHoldSchedulesNothing) {
  receive(99_KB, 1_us);      // 200 Mbps
  send(10_us);               // held until 70 us
  receive(97'500_B, 11_us);  // 500 Mbps: until 34 us
  port_.run(floor_, 40_us);
  receive(99'900_B, 41_us);  // 20 Mbps: until 610 us
  port_.run(floor_, 100_us);
  EXPECT_TRUE(held(floor_, kC0));
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{10_us + 500 * kPacket, EventKind::kPauseExpiry, kC0}));
}

TEST_F(FloorTest, ATargetAboveTheFloorEndsTheHold) {
  send(1_us);
  receive(100_KB, 10_us);
  EXPECT_TRUE(held(floor_, kC0)) << "200 Kbit/s";
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{1_us + 50'000 * kPacket, EventKind::kPauseExpiry, kC0}));
  receive(75_KB, 50_us);
  EXPECT_FALSE(held(floor_, kC0));
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 10_us}, FakePort::GateChange{kC0, 50_us}));
}

}  // namespace weir::flow_control::gfc_conceptual_test

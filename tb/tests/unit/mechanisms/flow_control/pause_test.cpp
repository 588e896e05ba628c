// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::pause_test {

constexpr Time kFullPause{65'535 * 51'200LL};  // at 10 Gbps
constexpr Time kRefresh = kFullPause / 2;
constexpr ClassId kC5{5};  // lossy

class PauseTest : public testing::Test {
 protected:
  void admit(ClassId c, Bytes depth, Time now) { pause_.packet_admitted(c, 1500_B, depth, now); }
  void release(ClassId c, Bytes depth, Time now) { pause_.packet_released(c, 1500_B, depth, now); }
  void receive(std::uint16_t quanta, Time now) {
    Bytes60 bytes{};
    frame::write_pause(bytes, kPeer, {.quanta = quanta});
    pause_.feedback_received(bytes, now);
  }
  std::uint16_t sent(Time now) {
    Bytes60 bytes{};
    pause_.build_feedback(bytes, now);
    return std::get<frame::PauseFrame>(frame::read_mac_control(bytes).value()).quanta;
  }

  static PortContext context(FakePort& port) {
    PortContext context = context_for(Scheme::kPause, port, mask_of(kC0) | mask_of(kC3));
    context.config.pfc = {.xoff = 80_KB, .xon = 77_KB};
    return context;
  }

  FakePort port_;
  Pause pause_{context(port_)};
};

TEST_F(PauseTest, LosslessViqsCountTogether) {
  admit(kC0, 50_KB, 1_us);
  admit(kC3, 30_KB - 1_B, 2_us);
  EXPECT_FALSE(pause_.feedback_pending()) << "one byte below XOFF";
  admit(kC5, 900_KB, 3_us);
  EXPECT_FALSE(pause_.feedback_pending()) << "a lossy class does not count";
  admit(kC3, 30_KB, 4_us);
  EXPECT_THAT(port_.due, ElementsAre(4_us));
  EXPECT_EQ(sent(5_us), 0xffff);
  EXPECT_FALSE(pause_.feedback_pending());
  EXPECT_EQ(pause_.receiver_state(kC0), 1U);
}

// Where one class is lossless, its VIQ is what the thresholds stand against; of several, any could grow by what one has
// been lent.
TEST_F(PauseTest, AViqThatIsAloneMayBeLentRoom) {
  EXPECT_FALSE(pause_.pause_levels(kC0));
  FakePort port;
  PortContext alone = context(port);
  alone.config.lossless = mask_of(kC3);
  Pause pause(alone);
  EXPECT_FALSE(pause.pause_levels(kC0)) << "lossy";
  const auto levels = pause.pause_levels(kC3);
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->xoff, 80_KB);
  EXPECT_EQ(levels->xon, 77_KB);
  pause.packet_admitted(kC3, 1500_B, 82_KB, 1_us);
  EXPECT_FALSE(pause.let_go(kC3, 82_KB, 2_us)) << "at XOFF and above";
  pause.raise_levels(kC3, 5_KB);
  EXPECT_EQ(pause.receiver_state(kC3), 1U) << "a loan alone tells the peer nothing";
  EXPECT_TRUE(pause.let_go(kC3, 82_KB, 2_us));
  EXPECT_EQ(pause.receiver_state(kC3), 0U);
  pause.packet_admitted(kC3, 1500_B, 85_KB - 1_B, 3_us);
  EXPECT_EQ(pause.receiver_state(kC3), 0U);
  pause.packet_admitted(kC3, 1500_B, 85_KB, 4_us);
  EXPECT_EQ(pause.receiver_state(kC3), 1U);
  EXPECT_FALSE(pause.holds_peer_at(kC3, 82_KB, 1500_B));
  EXPECT_TRUE(pause.holds_peer_at(kC3, 82_KB + 1_B, 1500_B));
  pause.packet_released(kC3, 1500_B, 82_KB, 5_us);
  EXPECT_EQ(pause.receiver_state(kC3), 0U);
}

TEST_F(PauseTest, ResumeIsDueWhenAllTogetherHaveFallenToXon) {
  admit(kC0, 50_KB, 1_us);
  admit(kC3, 30_KB, 1_us);
  sent(1_us);
  release(kC0, 47_KB + 1_B, 2_us);
  EXPECT_FALSE(pause_.feedback_pending());
  release(kC3, 30_KB - 1_B, 3_us);
  EXPECT_TRUE(pause_.feedback_pending());
  EXPECT_EQ(sent(3_us), 0);
  for (const ClassId c : {kC0, kC3}) {
    EXPECT_EQ(pause_.counters(c).pauses_sent, 1U);
    EXPECT_EQ(pause_.counters(c).resumes_sent, 1U);
    EXPECT_EQ(pause_.counters(c).feedback_frames, 2U);
  }
  EXPECT_EQ(pause_.counters(kC5).feedback_frames, 0U);
}

TEST_F(PauseTest, APauseThatEndsBeforeThePortIsFreeIsNotSent) {
  admit(kC0, 80_KB, 1_us);
  release(kC0, 70_KB, 2_us);
  EXPECT_FALSE(pause_.feedback_pending());
  Bytes60 bytes{};
  EXPECT_EQ(pause_.build_feedback(bytes, 3_us), 0U);
}

TEST_F(PauseTest, AStandingPauseIsSentAgainAfterHalfItsTimer) {
  admit(kC0, 80_KB, 1_us);
  sent(2_us);
  ASSERT_THAT(port_.timers, SizeIs(1));
  port_.run(pause_, 2_us + kRefresh - Time(1));
  EXPECT_FALSE(pause_.feedback_pending());
  port_.run(pause_, 2_us + kRefresh);
  ASSERT_TRUE(pause_.feedback_pending());
  EXPECT_EQ(sent(2_us + kRefresh), 0xffff);
  EXPECT_EQ(pause_.counters(kC0).pauses_sent, 2U);
}

TEST_F(PauseTest, NoRefreshAfterAResume) {
  admit(kC0, 80_KB, 1_us);
  sent(1_us);
  release(kC0, 70_KB, 2_us);
  sent(2_us);
  port_.run(pause_, 1_us + kFullPause);
  EXPECT_FALSE(pause_.feedback_pending());
  EXPECT_THAT(port_.timers, IsEmpty());
}

TEST_F(PauseTest, ASecondPauseHasARefreshTimeOfItsOwn) {
  admit(kC0, 80_KB, 1_us);
  sent(1_us);
  release(kC0, 70_KB, 2_us);
  sent(2_us);
  admit(kC0, 80_KB, 100_us);
  sent(100_us);
  EXPECT_THAT(port_.timers, SizeIs(1));
  port_.run(pause_, 1_us + kRefresh);
  EXPECT_FALSE(pause_.feedback_pending());
  port_.run(pause_, 100_us + kRefresh);
  EXPECT_TRUE(pause_.feedback_pending());
}

// 802.3x knows no classes: the lossy ones wait, too.
TEST_F(PauseTest, AReceivedPauseHoldsAllClassesUntilItsTimerRunsOut) {
  receive(10, 1_us);
  EXPECT_EQ(pause_.held(), 0xff);
  EXPECT_EQ(pause_.sender_state(kC5), 1U);
  EXPECT_THAT(port_.gates, SizeIs(8));
  const Time end = 1_us + Time(512'000);
  port_.run(pause_, end - Time(1));
  EXPECT_EQ(pause_.held(), 0xff);
  port_.run(pause_, end);
  EXPECT_EQ(pause_.held(), 0);
  EXPECT_THAT(port_.gates, SizeIs(16));
  EXPECT_EQ(pause_.counters(kC0).pauses_received, 1U);
  EXPECT_EQ(pause_.counters(kC5).pauses_received, 0U);
}

TEST_F(PauseTest, Quanta0ResumesAtOnce) {
  receive(0xffff, 1_us);
  receive(0, 5_us);
  EXPECT_EQ(pause_.held(), 0);
  port_.run(pause_, 1_us + kFullPause);
  EXPECT_THAT(port_.gates, SizeIs(16)) << "the timer that was pending says nothing";
}

TEST_F(PauseTest, ARefreshRestartsTheTimer) {
  receive(10, 0_us);
  receive(10, Time(300'000));
  EXPECT_THAT(port_.timers, SizeIs(1));
  port_.run(pause_, Time(811'999));
  EXPECT_EQ(pause_.held(), 0xff);
  port_.run(pause_, Time(812'000));
  EXPECT_EQ(pause_.held(), 0);
  EXPECT_THAT(port_.timers, IsEmpty());
}

TEST_F(PauseTest, AShorterPauseShortens) {
  receive(0xffff, 0_us);
  receive(2, 1_us);
  port_.run(pause_, 1_us + Time(102'399));
  EXPECT_EQ(pause_.held(), 0xff);
  port_.run(pause_, 1_us + Time(102'400));
  EXPECT_EQ(pause_.held(), 0);
  port_.run(pause_, kFullPause);
  EXPECT_THAT(port_.gates, SizeIs(16)) << "the stale event says nothing";
}

TEST_F(PauseTest, OtherFramesAreNotObeyed) {
  pause_.feedback_received(bytes_of(frame::pfc_frame(0xff, 100)), 1_us);
  pause_.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0}), 1_us);
  Bytes60 pause{};
  frame::write_pause(pause, kPeer, {.quanta = 100});
  pause_.feedback_received(std::span(pause).first(13), 1_us);
  EXPECT_EQ(pause_.held(), 0);
}

TEST_F(PauseTest, HoldsThePeerForEverOnlyAboveXonWithAPauseOutstanding) {
  EXPECT_FALSE(pause_.holds_peer_at(kC0, 90_KB, 1500_B)) << "no pause outstanding";
  admit(kC0, 90_KB, 1_us);
  EXPECT_TRUE(pause_.holds_peer_at(kC0, 77_KB + 1_B, 1500_B));
  EXPECT_FALSE(pause_.holds_peer_at(kC0, 77_KB, 1500_B)) << "RESUME would come";
}

TEST_F(PauseTest, NewThresholdsBearOnWhatIsQueued) {
  admit(kC0, 50_KB, 1_us);
  PortContext lower = context(port_);
  lower.config.pfc = {.xoff = 40_KB, .xon = 37_KB};
  pause_.check(lower);
  pause_.reconfigure(
      lower, [](ClassId) { return 50_KB; }, 2_us);
  EXPECT_THAT(port_.due, ElementsAre(2_us));
  EXPECT_EQ(sent(2_us), 0xffff);
  pause_.reconfigure(
      context(port_), [](ClassId) { return 50_KB; }, 3_us);
  EXPECT_EQ(sent(3_us), 0);
}

TEST_F(PauseTest, ThePortHearsOfAPauseOfAllLosslessClassesOnceWhenTheFrameSaysIt) {
  admit(kC0, 80_KB, 1_us);
  EXPECT_THAT(port_.pauses, IsEmpty()) << "the peer knows nothing yet";
  sent(2_us);
  port_.run(pause_, 2_us + kRefresh);
  sent(2_us + kRefresh);  // says what the peer knows
  release(kC0, 77_KB, 3_us + kRefresh);
  sent(4_us + kRefresh);
  EXPECT_THAT(port_.pauses, ElementsAre(FakePort::Pausing{kC0, true, 2_us}, FakePort::Pausing{kC3, true, 2_us},
                                        FakePort::Pausing{kC0, false, 4_us + kRefresh},
                                        FakePort::Pausing{kC3, false, 4_us + kRefresh}));
}

TEST_F(PauseTest, ObeysAFrameToItsOwnAddress) {
  Bytes60 bytes{};
  frame::write_pause(bytes, frame::MacAddress(1), {.quanta = 100});
  frame::WireWriter(bytes).u48(kPeer.value() + 1);
  pause_.feedback_received(bytes, 1_us);
  EXPECT_EQ(pause_.held(), 0);
  frame::WireWriter(bytes).u48(kPeer.value());  // the address of this engine in these tests
  pause_.feedback_received(bytes, 1_us);
  EXPECT_EQ(pause_.held(), 0xff);
}

TEST_F(PauseTest, SaysWhatItIs) {
  EXPECT_EQ(pause_.first_threshold(), 80_KB);
  EXPECT_FALSE(pause_.counts_packets());
  EXPECT_FALSE(pause_.out_of_band());
  EXPECT_EQ(pause_.arrival_listener(), nullptr);
  EXPECT_THAT(pause_.sender_probe().states, ElementsAre("open", "paused"));
}

}  // namespace weir::flow_control::pause_test

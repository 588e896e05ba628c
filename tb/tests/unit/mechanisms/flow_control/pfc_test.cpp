// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pfc.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::pfc_test {

constexpr Time kFullPause{65'535 * 51'200LL};  // at 10 Gbps
constexpr Time kRefresh = kFullPause / 2;

class PfcTest : public testing::Test {
 protected:
  void admit(ClassId c, Bytes depth, Time now) { pfc_.packet_admitted(c, 1500_B, depth, now); }
  void release(ClassId c, Bytes depth, Time now) { pfc_.packet_released(c, 1500_B, depth, now); }
  void receive(const frame::PfcFrame& frame, Time now) { pfc_.feedback_received(bytes_of(frame), now); }

  static PortContext context(FakePort& port) {
    PortContext context = context_for(Scheme::kPfc, port, mask_of(kC0) | mask_of(kC3));
    context.config.pfc = {.xoff = 80_KB, .xon = 77_KB};
    return context;
  }

  FakePort port_;
  Pfc pfc_{context(port_)};
};

TEST_F(PfcTest, PauseIsDueAtXoffAndNotOneByteBelow) {
  admit(kC0, 80_KB - 1_B, 1_us);
  EXPECT_FALSE(pfc_.feedback_pending());
  EXPECT_THAT(port_.due, IsEmpty());
  admit(kC0, 80_KB, 2_us);
  EXPECT_TRUE(pfc_.feedback_pending());
  EXPECT_THAT(port_.due, ElementsAre(2_us));
  EXPECT_EQ(sent_pfc(pfc_, 3_us), frame::pfc_frame(mask_of(kC0), 0xffff));
  EXPECT_FALSE(pfc_.feedback_pending());
  EXPECT_EQ(pfc_.receiver_state(kC0), 1U);
}

// A VIQ that was lent 5 KB stands above XON: its peer goes on, until it is at XOFF and the loan.
TEST_F(PfcTest, LetsGoAboveXonAndPausesAtXoffAndTheLoan) {
  admit(kC0, 84_KB, 1_us);
  sent_pfc(pfc_, 1_us);
  EXPECT_FALSE(pfc_.let_go(kC0, 84_KB, 2_us)) << "above XOFF";
  EXPECT_FALSE(pfc_.feedback_pending());
  pfc_.raise_levels(kC0, 5_KB);
  EXPECT_FALSE(pfc_.let_go(kC0, 85_KB, 2_us)) << "at XOFF and the loan";
  ASSERT_TRUE(pfc_.let_go(kC0, 85_KB - 1_B, 3_us));
  EXPECT_EQ(sent_pfc(pfc_, 3_us), frame::pfc_frame(mask_of(kC0), 0));
  EXPECT_THAT(port_.pauses, ElementsAre(FakePort::Pausing{kC0, true, 1_us}, FakePort::Pausing{kC0, false, 3_us}));
  EXPECT_TRUE(pfc_.let_go(kC0, 84_KB, 4_us)) << "it goes on already";
  EXPECT_FALSE(pfc_.feedback_pending());
  admit(kC0, 85_KB - 1_B, 5_us);
  EXPECT_FALSE(pfc_.feedback_pending());
  admit(kC0, 85_KB, 6_us);
  EXPECT_EQ(sent_pfc(pfc_, 6_us), frame::pfc_frame(mask_of(kC0), 0xffff));
  EXPECT_TRUE(pfc_.holds_peer_at(kC0, 82_KB + 1_B, 0_B));
  EXPECT_FALSE(pfc_.holds_peer_at(kC0, 82_KB, 0_B)) << "at XON and the loan it would go on";
  release(kC0, 82_KB + 1_B, 7_us);
  EXPECT_FALSE(pfc_.feedback_pending());
  release(kC0, 82_KB, 8_us);
  EXPECT_EQ(sent_pfc(pfc_, 8_us), frame::pfc_frame(mask_of(kC0), 0));
  pfc_.raise_levels(kC0, 0_B);
  admit(kC0, 80_KB, 9_us);
  EXPECT_TRUE(pfc_.feedback_pending()) << "at XOFF again";
}

// XOFF moves to 40 KB, then back up: a latched XON has fallen with it and stays, until the pause is over.
TEST_F(PfcTest, ALatchedXonFallsAndDoesNotRiseInAPause) {
  for (const bool latched : {false, true}) {
    FakePort port;
    PortContext settings = context(port);
    settings.config.pfc.latch_xon = latched;
    Pfc pfc(settings);
    pfc.packet_admitted(kC0, 1500_B, 80_KB, 1_us);
    EXPECT_EQ(pfc.resumes_at(kC0), 77_KB);
    pfc.moving_threshold()->threshold_moved(kC0, 40_KB);
    EXPECT_EQ(pfc.resumes_at(kC0), 37_KB);
    pfc.moving_threshold()->threshold_moved(kC0, 60_KB);
    EXPECT_EQ(pfc.resumes_at(kC0), latched ? 37_KB : 57_KB);
    EXPECT_EQ(pfc.moving_threshold()->resumes_under(kC0, 50_KB), latched ? kNoThreshold : 53_KB);
    pfc.packet_released(kC0, 1500_B, 38_KB, 2_us);
    EXPECT_EQ(pfc.receiver_state(kC0), latched ? 1U : 0U);
    pfc.packet_released(kC0, 1500_B, 37_KB, 3_us);
    EXPECT_EQ(pfc.receiver_state(kC0), 0U);
    EXPECT_EQ(pfc.resumes_at(kC0), 57_KB) << "of the next pause";
  }
}

TEST_F(PfcTest, LetsNoLossyClassGo) {
  EXPECT_FALSE(pfc_.pause_levels(ClassId(1)));
  EXPECT_FALSE(pfc_.let_go(ClassId(1), 0_B, 1_us));
}

TEST_F(PfcTest, ReleaseAboveXoffSaysNothingAgain) {
  admit(kC0, 82_KB, 1_us);
  sent_pfc(pfc_, 1_us);
  admit(kC0, 83_KB, 2_us);
  release(kC0, 81_KB, 3_us);
  EXPECT_FALSE(pfc_.feedback_pending()) << "a pause is outstanding";
}

TEST_F(PfcTest, ResumeIsDueAtXonAndNotOneByteAbove) {
  admit(kC0, 80_KB, 1_us);
  sent_pfc(pfc_, 1_us);
  release(kC0, 77_KB + 1_B, 2_us);
  EXPECT_FALSE(pfc_.feedback_pending());
  release(kC0, 77_KB, 3_us);
  EXPECT_TRUE(pfc_.feedback_pending());
  EXPECT_EQ(sent_pfc(pfc_, 3_us), frame::pfc_frame(mask_of(kC0), 0));
  EXPECT_EQ(pfc_.counters(kC0).pauses_sent, 1U);
  EXPECT_EQ(pfc_.counters(kC0).resumes_sent, 1U);
  EXPECT_EQ(pfc_.counters(kC0).feedback_frames, 2U);
}

TEST_F(PfcTest, OneFrameSaysTheStateOfAllClassesThatAreDue) {
  admit(kC3, 80_KB, 1_us);
  sent_pfc(pfc_, 1_us);
  admit(kC0, 90_KB, 2_us);
  release(kC3, 70_KB, 2_us);
  EXPECT_THAT(port_.due, ElementsAre(1_us, 2_us)) << "once until the frame is built";
  const frame::PfcFrame frame = sent_pfc(pfc_, 3_us);
  EXPECT_EQ(frame.enabled, mask_of(kC0) | mask_of(kC3));
  EXPECT_EQ(frame.time[0], 0xffff);
  EXPECT_EQ(frame.time[3], 0);
}

TEST_F(PfcTest, APauseThatEndsBeforeThePortIsFreeIsNotSent) {
  admit(kC0, 80_KB, 1_us);
  release(kC0, 70_KB, 2_us);
  EXPECT_FALSE(pfc_.feedback_pending());
  Bytes60 bytes{};
  EXPECT_EQ(pfc_.build_feedback(bytes, 3_us), 0U);
  EXPECT_EQ(pfc_.counters(kC0).feedback_frames, 0U);
}

// From the frame that says PAUSE to the one that says RESUME; a refresh goes on.
TEST_F(PfcTest, CountsTheTimeInWhichThePeerStoodToldToPause) {
  admit(kC0, 80_KB, 1_us);
  EXPECT_EQ(pfc_.pausing(kC0, 2_us), 0_us) << "not yet told";
  sent_pfc(pfc_, 2_us);
  EXPECT_EQ(pfc_.pausing(kC0, 5_us), 3_us);
  pfc_.feedback_timer(kC0, 2_us + kRefresh);
  sent_pfc(pfc_, 2_us + kRefresh);
  release(kC0, 77_KB, 3_us + kRefresh);
  sent_pfc(pfc_, 4_us + kRefresh);
  EXPECT_EQ(pfc_.pausing(kC0, 9_us + kRefresh), 2_us + kRefresh);
  EXPECT_EQ(pfc_.pausing(kC3, 9_us + kRefresh), 0_us);
}

TEST_F(PfcTest, LossyClassesAreNeitherReportedNorHeld) {
  admit(ClassId(1), 900_KB, 1_us);
  EXPECT_FALSE(pfc_.feedback_pending());
  receive(frame::pfc_frame(0xff, 100), 1_us);
  EXPECT_EQ(pfc_.held(), mask_of(kC0) | mask_of(kC3));
}

TEST_F(PfcTest, AStandingPauseIsSentAgainAfterHalfItsTimer) {
  admit(kC0, 80_KB, 1_us);
  sent_pfc(pfc_, 2_us);
  ASSERT_THAT(port_.timers, ElementsAre(FakePort::Timer{2_us + kRefresh, EventKind::kFeedbackTimer, kC0}));
  port_.run(pfc_, 2_us + kRefresh - Time(1));
  EXPECT_FALSE(pfc_.feedback_pending());
  port_.run(pfc_, 2_us + kRefresh);
  ASSERT_TRUE(pfc_.feedback_pending());
  const Time late = 2_us + kRefresh + 1_us;  // the port was busy
  EXPECT_EQ(sent_pfc(pfc_, late), frame::pfc_frame(mask_of(kC0), 0xffff));
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{late + kRefresh, EventKind::kFeedbackTimer, kC0}))
      << "the timer restarts when the frame is built";
  EXPECT_EQ(pfc_.counters(kC0).pauses_sent, 2U);
}

TEST_F(PfcTest, NoRefreshAfterAResume) {
  admit(kC0, 80_KB, 1_us);
  sent_pfc(pfc_, 1_us);
  release(kC0, 70_KB, 2_us);
  sent_pfc(pfc_, 2_us);
  port_.run(pfc_, 1_us + kFullPause);
  EXPECT_FALSE(pfc_.feedback_pending());
  EXPECT_THAT(port_.timers, IsEmpty());
}

TEST_F(PfcTest, ASecondPauseKeepsOneRefreshTimerAndItsOwnTime) {
  admit(kC0, 80_KB, 1_us);
  sent_pfc(pfc_, 1_us);
  release(kC0, 70_KB, 2_us);
  sent_pfc(pfc_, 2_us);
  admit(kC0, 80_KB, 100_us);
  sent_pfc(pfc_, 100_us);
  EXPECT_EQ(port_.timers.size(), 1U);
  port_.run(pfc_, 1_us + kRefresh);  // the first one's time: too early
  EXPECT_FALSE(pfc_.feedback_pending());
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{100_us + kRefresh, EventKind::kFeedbackTimer, kC0}));
  port_.run(pfc_, 100_us + kRefresh);
  EXPECT_TRUE(pfc_.feedback_pending());
}

TEST_F(PfcTest, ARefreshThatFallsIntoAnUnsentResumeIsNotForgotten) {
  admit(kC0, 80_KB, 0_us);
  sent_pfc(pfc_, 0_us);
  release(kC0, 70_KB, kRefresh - 1_us);  // RESUME due, the port is busy
  port_.run(pfc_, kRefresh);
  admit(kC0, 81_KB, kRefresh + 1_us);  // paused again before the port was free: the peer still counts the old timer
  ASSERT_TRUE(pfc_.feedback_pending());
  EXPECT_EQ(sent_pfc(pfc_, kRefresh + 2_us), frame::pfc_frame(mask_of(kC0), 0xffff));
}

TEST_F(PfcTest, AReceivedPauseHoldsUntilItsTimerRunsOut) {
  receive(frame::pfc_frame(mask_of(kC3), 10), 1_us);
  EXPECT_TRUE(held(pfc_, kC3));
  EXPECT_FALSE(held(pfc_, kC0));
  EXPECT_EQ(pfc_.sender_state(kC3), 1U);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC3, 1_us}));
  const Time end = 1_us + Time(512'000);
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{end, EventKind::kPauseExpiry, kC3}));
  port_.run(pfc_, end);
  EXPECT_FALSE(held(pfc_, kC3));
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC3, 1_us}, FakePort::GateChange{kC3, end}));
}

TEST_F(PfcTest, AReceivedResumeReleasesAtOnce) {
  receive(frame::pfc_frame(mask_of(kC0), 0xffff), 1_us);
  receive(frame::pfc_frame(mask_of(kC0), 0), 5_us);
  EXPECT_FALSE(held(pfc_, kC0));
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 1_us}, FakePort::GateChange{kC0, 5_us}));
  port_.run(pfc_, 1_us + kFullPause);
  EXPECT_EQ(port_.gates.size(), 2U) << "the timer that was pending says nothing";
}

TEST_F(PfcTest, ARefreshRestartsTheTimerWithOneEventPending) {
  receive(frame::pfc_frame(mask_of(kC0), 10), 0_us);
  receive(frame::pfc_frame(mask_of(kC0), 10), Time(300'000));
  EXPECT_EQ(port_.timers.size(), 1U);
  port_.run(pfc_, Time(512'000));
  EXPECT_TRUE(held(pfc_, kC0)) << "the first timer's end is not the end";
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{Time(812'000), EventKind::kPauseExpiry, kC0}));
  port_.run(pfc_, Time(812'000));
  EXPECT_FALSE(held(pfc_, kC0));
  EXPECT_THAT(port_.timers, IsEmpty());
  EXPECT_EQ(pfc_.counters(kC0).pauses_received, 2U);
}

TEST_F(PfcTest, AShorterPauseShortens) {
  receive(frame::pfc_frame(mask_of(kC0), 0xffff), 0_us);
  receive(frame::pfc_frame(mask_of(kC0), 2), 1_us);
  port_.run(pfc_, 1_us + Time(102'399));
  EXPECT_TRUE(held(pfc_, kC0));
  port_.run(pfc_, 1_us + Time(102'400));
  EXPECT_FALSE(held(pfc_, kC0));
  port_.run(pfc_, kFullPause);
  EXPECT_EQ(port_.gates.size(), 2U) << "the stale event says nothing";
}

TEST_F(PfcTest, AStaleExpiryDoesNotEndALaterPause) {
  receive(frame::pfc_frame(mask_of(kC0), 100), 0_us);  // until 5.12 us
  receive(frame::pfc_frame(mask_of(kC0), 2), 1_us);    // until 1.1024 us
  port_.run(pfc_, 2_us);
  receive(frame::pfc_frame(mask_of(kC0), 100), 3_us);  // until 8.12 us
  port_.run(pfc_, 8_us);
  EXPECT_TRUE(held(pfc_, kC0));
  EXPECT_EQ(port_.timers.size(), 1U) << "nor schedule what is scheduled";
  port_.run(pfc_, Time(8'120'000));
  EXPECT_FALSE(held(pfc_, kC0));
  EXPECT_THAT(port_.timers, IsEmpty());
}

TEST_F(PfcTest, ReservedBitsAndTimesOfClassesNotEnabledMeanNothing) {
  Bytes60 bytes = bytes_of(frame::PfcFrame{.enabled = 0, .time = {9, 9, 9, 9, 9, 9, 9, 9}});
  bytes[16] = 0xff;  // upper half of the class-enable vector
  pfc_.feedback_received(bytes, 1_us);
  EXPECT_EQ(pfc_.held(), 0);
  EXPECT_THAT(port_.gates, IsEmpty());
  EXPECT_THAT(port_.timers, IsEmpty());
}

TEST_F(PfcTest, OtherFramesAreNotObeyed) {
  Bytes60 bytes{};
  frame::write_pause(bytes, kPeer, {.quanta = 100});
  pfc_.feedback_received(bytes, 1_us);
  pfc_.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0}), 1_us);
  pfc_.feedback_received(std::span(bytes).first(13), 1_us);
  EXPECT_EQ(pfc_.held(), 0);
}

TEST_F(PfcTest, AllClassesStandBeforeThePortIsAsked) {
  // A port that looks at the gate of the other class inside gate_changed, and hears of all holds before.
  struct Looking final : PortServices {
    Pfc* pfc = nullptr;
    std::vector<ClassMask> seen;
    void schedule(Time, EventKind, ClassId) override {}
    void feedback_due(Time) override {}
    void gate_changed(ClassId, Time) override { seen.push_back(pfc->held()); }
    void hold_changed(ClassId c, Time) override { seen.push_back(mask_of(c)); }
  } looking;
  PortContext context = PfcTest::context(port_);
  context.port = &looking;
  Pfc pfc(context);
  looking.pfc = &pfc;
  pfc.feedback_received(bytes_of(frame::pfc_frame(0xff, 5)), 1_us);
  EXPECT_THAT(looking.seen, ElementsAre(0x01, 0x08, 0x09, 0x09));
  looking.seen.clear();
  pfc.feedback_received(bytes_of(frame::pfc_frame(0x01, 0)), 2_us);
  EXPECT_THAT(looking.seen, ElementsAre(0x08)) << "a class alone has its gate";
}

TEST_F(PfcTest, HoldsThePeerForEverOnlyAboveXonWithAPauseOutstanding) {
  EXPECT_FALSE(pfc_.holds_peer_at(kC0, 90_KB, 1500_B)) << "no pause outstanding";
  admit(kC0, 90_KB, 1_us);
  EXPECT_TRUE(pfc_.holds_peer_at(kC0, 77_KB + 1_B, 1500_B));
  EXPECT_FALSE(pfc_.holds_peer_at(kC0, 77_KB, 1500_B)) << "RESUME would come";
}

TEST_F(PfcTest, ThePortHearsOfEachPauseAndItsEndOnceWhenTheFrameSaysIt) {
  admit(kC0, 80_KB, 1_us);
  EXPECT_THAT(port_.pauses, IsEmpty()) << "the peer knows nothing yet";
  sent_pfc(pfc_, 2_us);
  admit(kC3, 80_KB, 3_us);
  sent_pfc(pfc_, 3_us);
  port_.run(pfc_, 2_us + kRefresh);
  sent_pfc(pfc_, 2_us + kRefresh);  // says what the peer knows
  release(kC0, 77_KB, 3_us + kRefresh);
  sent_pfc(pfc_, 4_us + kRefresh);
  EXPECT_THAT(port_.pauses, ElementsAre(FakePort::Pausing{kC0, true, 2_us}, FakePort::Pausing{kC3, true, 3_us},
                                        FakePort::Pausing{kC0, false, 4_us + kRefresh}));
}

TEST_F(PfcTest, APauseThatIsNeverSentIsNoPause) {
  admit(kC0, 80_KB, 1_us);
  release(kC0, 77_KB, 2_us);
  Bytes60 bytes{};
  EXPECT_EQ(pfc_.build_feedback(bytes, 3_us), 0U);
  EXPECT_THAT(port_.pauses, IsEmpty());
}

TEST_F(PfcTest, ThePortHearsOfPausesThatSoftwareBeginsAndEnds) {
  admit(kC0, 50_KB, 1_us);
  PortContext lower = context(port_);
  lower.config.pfc = {.xoff = 40_KB, .xon = 37_KB};
  const ViqDepth depth = [](ClassId c) { return c == kC0 ? 50_KB : 0_B; };
  pfc_.reconfigure(lower, depth, 2_us);
  sent_pfc(pfc_, 2_us);
  pfc_.reconfigure(context(port_), depth, 3_us);
  sent_pfc(pfc_, 3_us);
  EXPECT_THAT(port_.pauses, ElementsAre(FakePort::Pausing{kC0, true, 2_us}, FakePort::Pausing{kC0, false, 3_us}));
}

TEST_F(PfcTest, ObeysAFrameToItsOwnAddress) {
  Bytes60 bytes = bytes_of(frame::pfc_frame(mask_of(kC0), 100));
  frame::WireWriter(bytes).u48(kPeer.value());  // the address of this engine in these tests
  pfc_.feedback_received(bytes, 1_us);
  EXPECT_TRUE(held(pfc_, kC0));
}

TEST_F(PfcTest, SaysWhatItIs) {
  EXPECT_EQ(pfc_.first_threshold(), 80_KB);
  EXPECT_FALSE(pfc_.counts_packets());
  EXPECT_FALSE(pfc_.out_of_band());
  EXPECT_EQ(pfc_.arrival_listener(), nullptr);
  EXPECT_THAT(pfc_.sender_probe().states, ElementsAre("open", "paused"));
}

}  // namespace weir::flow_control::pfc_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What PFC by egress queues does otherwise than PFC (pfc_test.cpp): who asks, and who is paused.

#include "hw_model/mechanisms/flow_control/egress_pfc.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::egress_pfc_test {

constexpr std::size_t kPorts = 3;

class EgressPfcTest : public testing::Test {
 protected:
  EgressPfcTest() { make(Spared::kOwnPort); }

  void make(Spared spared, Scheme scheme = Scheme::kEgressPfc) {
    engines_.clear();
    for (FakePort& port : ports_) {
      port = {};
      engines_.push_back(make_flow_control(context(port, spared, scheme)));
      veqs(engines_.size() - 1).join(veqs(0));
    }
  }

  static PortContext context(FakePort& port, Spared spared, Scheme scheme) {
    PortContext context = context_for(scheme, port, 0x09);
    context.config.pfc = {.xoff = 80_KB, .xon = 77_KB};
    context.config.egress_pfc.spared = spared;
    return context;
  }

  VeqFollower& veqs(std::size_t port) { return *engines_[port]->veq_follower(); }
  std::array<bool, kPorts> pending() const {
    return {engines_[0]->feedback_pending(), engines_[1]->feedback_pending(), engines_[2]->feedback_pending()};
  }
  // All say what is due.
  void say(Time now) {
    for (auto& engine : engines_) {
      if (engine->feedback_pending())
        sent_pfc(*engine, now);
    }
  }

  std::array<FakePort, kPorts> ports_;
  Engines engines_;
};

TEST_F(EgressPfcTest, ADeepQueuePausesAllButThePeerBehindIt) {
  veqs(1).veq_changed(kC0, 80_KB - 1_B, 1_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  veqs(1).veq_changed(kC0, 80_KB, 2_us);
  EXPECT_THAT(pending(), ElementsAre(true, false, true));
  EXPECT_THAT(ports_[0].due, ElementsAre(2_us));
  EXPECT_EQ(sent_pfc(*engines_[0], 2_us), frame::pfc_frame(mask_of(kC0), 0xffff));
  EXPECT_EQ(sent_pfc(*engines_[2], 2_us), frame::pfc_frame(mask_of(kC0), 0xffff));
  EXPECT_THAT(ports_[1].pauses, IsEmpty());
  EXPECT_THAT(ports_[2].pauses, ElementsAre(FakePort::Pausing{kC0, true, 2_us}));
  veqs(1).veq_changed(kC0, 77_KB + 1_B, 3_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  veqs(1).veq_changed(kC0, 77_KB, 4_us);
  EXPECT_EQ(sent_pfc(*engines_[0], 4_us), frame::pfc_frame(mask_of(kC0), 0));
  EXPECT_EQ(sent_pfc(*engines_[2], 4_us), frame::pfc_frame(mask_of(kC0), 0));
}

TEST_F(EgressPfcTest, WithASecondDeepQueueThePeerBehindTheFirstIsPausedToo) {
  veqs(1).veq_changed(kC0, 80_KB, 1_us);
  say(1_us);
  veqs(2).veq_changed(kC0, 90_KB, 2_us);
  EXPECT_THAT(pending(), ElementsAre(false, true, false)) << "0 and 2 stand paused already";
  say(2_us);
  veqs(1).veq_changed(kC0, 0_B, 3_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, true)) << "only its own queue is deep behind port 2 now";
  EXPECT_EQ(sent_pfc(*engines_[2], 3_us), frame::pfc_frame(mask_of(kC0), 0));
  veqs(2).veq_changed(kC0, 0_B, 4_us);
  EXPECT_THAT(pending(), ElementsAre(true, true, false));
}

// What stands at a port hears of its own queue, at once: not of the frames, and not of other ports' queues.
TEST_F(EgressPfcTest, APortIsToldWhatItsOwnQueueAsksFor) {
  veqs(1).veq_changed(kC0, 80_KB, 1_us);
  veqs(1).veq_changed(kC0, 90_KB, 2_us);
  EXPECT_THAT(ports_[1].asked, ElementsAre(FakePort::Pausing{kC0, true, 1_us}));
  veqs(1).veq_changed(kC0, 77_KB, 3_us);
  EXPECT_THAT(ports_[1].asked, ElementsAre(FakePort::Pausing{kC0, true, 1_us}, FakePort::Pausing{kC0, false, 3_us}));
  EXPECT_THAT(ports_[0].asked, IsEmpty());
  make(Spared::kOwnPort, Scheme::kEgressPause);  // all queues of the port together: all lossless classes
  veqs(2).veq_changed(kC0, 50_KB, 1_us);
  EXPECT_THAT(ports_[2].asked, IsEmpty());
  veqs(2).veq_changed(kC3, 30_KB, 2_us);
  EXPECT_THAT(ports_[2].asked, ElementsAre(FakePort::Pausing{kC0, true, 2_us}, FakePort::Pausing{kC3, true, 2_us}));
}

TEST_F(EgressPfcTest, NobodyIsSparedWhereNobodyIsToBe) {
  make(Spared::kNobody);
  veqs(1).veq_changed(kC3, 80_KB, 1_us);
  EXPECT_THAT(pending(), ElementsAre(true, true, true));
  EXPECT_EQ(sent_pfc(*engines_[1], 1_us), frame::pfc_frame(mask_of(kC3), 0xffff));
}

TEST_F(EgressPfcTest, ClassesAskForThemselvesAndLossyOnesForNothing) {
  veqs(1).veq_changed(ClassId(1), 900_KB, 1_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  veqs(1).veq_changed(kC3, 80_KB, 2_us);
  veqs(2).veq_changed(kC0, 80_KB, 2_us);
  EXPECT_EQ(sent_pfc(*engines_[0], 2_us), frame::pfc_frame(mask_of(kC0) | mask_of(kC3), 0xffff));
  EXPECT_EQ(sent_pfc(*engines_[1], 2_us), frame::pfc_frame(mask_of(kC0), 0xffff));
}

TEST_F(EgressPfcTest, VirtualInputQueuesAskForNothingAndHaveNoHeadroom) {
  engines_[0]->packet_admitted(kC0, 1500_B, 900_KB, 1_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  EXPECT_TRUE(engines_[0]->lossless(kC0));
  EXPECT_FALSE(engines_[0]->guards(kC0));
  EXPECT_EQ(engines_[0]->moving_threshold(), nullptr);
  EXPECT_EQ(engines_[0]->first_threshold(), 0_B);
}

// What the oracle asks: a port stands paused for other ports' queues, not for its own.
TEST_F(EgressPfcTest, APauseStandsForTheQueuesThatAskForIt) {
  veqs(1).veq_changed(kC0, 80_KB, 1_us);
  EXPECT_TRUE(veqs(0).asked_by(PortId(1), kC0));
  EXPECT_FALSE(veqs(1).asked_by(PortId(1), kC0));
  EXPECT_FALSE(veqs(0).asked_by(PortId(2), kC0));
  EXPECT_TRUE(engines_[0]->holds_peer_at(kC0, 78_KB, 1500_B));
  EXPECT_FALSE(engines_[0]->holds_peer_at(kC0, 77_KB, 1500_B)) << "at XON it goes on";
  EXPECT_FALSE(engines_[1]->holds_peer_at(kC0, 78_KB, 1500_B));
}

TEST_F(EgressPfcTest, NewThresholdsLookAtTheQueueAtOnce) {
  veqs(1).veq_changed(kC0, 50_KB, 1_us);
  PortContext lower = engines_[1]->context();
  lower.config.pfc = {.xoff = 40_KB, .xon = 30_KB};
  engines_[1]->reconfigure(
      lower, [](ClassId) { return 0_B; }, 2_us);
  EXPECT_THAT(pending(), ElementsAre(true, false, true));
  say(2_us);
  PortContext higher = lower;
  higher.config.pfc = {.xoff = 90_KB, .xon = 60_KB};
  engines_[1]->reconfigure(
      higher, [](ClassId) { return 0_B; }, 3_us);
  EXPECT_THAT(pending(), ElementsAre(true, false, true)) << "50 KB is below the new XON";
}

// egress_pause: the lossless queues of a port count together, and the frame is that of 802.3x.
class EgressPauseTest : public EgressPfcTest {
 protected:
  EgressPauseTest() { make(Spared::kOwnPort, Scheme::kEgressPause); }

  // Quanta of the PAUSE that an engine says.
  static std::uint16_t sent(FlowControl& engine, Time now) {
    Bytes60 bytes{};
    engine.build_feedback(bytes, now);
    return std::get<frame::PauseFrame>(frame::read_mac_control(bytes).value()).quanta;
  }
  static void receive(FlowControl& engine, std::uint16_t quanta, Time now) {
    Bytes60 bytes{};
    frame::write_pause(bytes, kPeer, {.quanta = quanta});
    engine.feedback_received(bytes, now);
  }
};

TEST_F(EgressPauseTest, TheQueuesOfAPortCountTogetherAndPauseAllButThePeerBehindIt) {
  veqs(1).veq_changed(kC0, 50_KB, 1_us);
  veqs(1).veq_changed(ClassId(1), 900_KB, 1_us);  // lossy
  veqs(2).veq_changed(kC3, 79_KB, 1_us);          // of another port
  veqs(1).veq_changed(kC3, 30_KB - 1_B, 2_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  veqs(1).veq_changed(kC3, 30_KB, 3_us);
  EXPECT_THAT(pending(), ElementsAre(true, false, true));
  EXPECT_EQ(sent(*engines_[0], 3_us), 0xffff);
  EXPECT_EQ(sent(*engines_[2], 3_us), 0xffff);
  EXPECT_THAT(ports_[0].pauses, ElementsAre(FakePort::Pausing{kC0, true, 3_us}, FakePort::Pausing{kC3, true, 3_us}));
  veqs(1).veq_changed(kC0, 47_KB + 1_B, 4_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  veqs(1).veq_changed(kC3, 30_KB - 1_B, 5_us);
  EXPECT_EQ(sent(*engines_[0], 5_us), 0);
}

TEST_F(EgressPauseTest, ASecondDeepPortPausesThePeerBehindTheFirst) {
  veqs(1).veq_changed(kC0, 80_KB, 1_us);
  veqs(2).veq_changed(kC3, 80_KB, 2_us);
  EXPECT_THAT(pending(), ElementsAre(true, true, true));
  EXPECT_TRUE(veqs(1).asked_by(PortId(2), kC0)) << "whatever the class";
  EXPECT_FALSE(veqs(1).asked_by(PortId(1), kC3));
  EXPECT_TRUE(engines_[1]->holds_peer_at(kC3, 78_KB, 1500_B));
  EXPECT_FALSE(engines_[1]->holds_peer_at(kC3, 77_KB, 1500_B));
}

TEST_F(EgressPauseTest, StopsAllClassesAndObeysNoPfc) {
  Bytes60 pfc{};
  frame::write_pfc(pfc, kPeer, frame::pfc_frame(mask_of(kC0), 9));
  engines_[0]->feedback_received(pfc, 1_us);
  EXPECT_EQ(engines_[0]->held(), 0);
  receive(*engines_[0], 9, 2_us);
  EXPECT_EQ(engines_[0]->held(), 0xff);
  receive(*engines_[0], 0, 3_us);
  EXPECT_EQ(engines_[0]->held(), 0);
}

TEST_F(EgressPauseTest, ForgetsWhoAskedAtAReset) {
  veqs(1).veq_changed(kC0, 90_KB, 1_us);
  sent(*engines_[0], 1_us);
  for (auto& engine : engines_) {
    engine->reset(2_us);
  }
  veqs(1).veq_changed(kC0, 0_B, 2_us);
  EXPECT_THAT(pending(), ElementsAre(false, false, false));
  EXPECT_EQ(engines_[0]->receiver_state(kC0), 0U);
  veqs(1).veq_changed(kC0, 80_KB, 3_us);
  EXPECT_THAT(pending(), ElementsAre(true, false, true));
}

TEST_F(EgressPfcTest, WhoIsSparedDoesNotChangeWhileItRuns) {
  PortContext other = engines_[0]->context();
  other.config.egress_pfc.spared = Spared::kNobody;
  EXPECT_THROW(engines_[0]->check(other), std::invalid_argument);
}

}  // namespace weir::flow_control::egress_pfc_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What TTL-shifted PFC does otherwise than PFC (pfc_test.cpp): the class that a VIQ pauses.

#include "hw_model/mechanisms/flow_control/ttl_pfc.h"

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::ttl_pfc_test {

constexpr ClassId kC1{1};
constexpr ClassId kC2{2};

class TtlPfcTest : public testing::Test {
 protected:
  static PortContext context(FakePort& port) {
    PortContext context = context_for(Scheme::kTtlPfc, port, 0x0f);
    context.config.pfc = {.xoff = 80_KB, .xon = 77_KB};
    return context;
  }

  FakePort port_;
  TtlPfc ttl_{context(port_)};
};

TEST_F(TtlPfcTest, AViqPausesTheClassBelowItsOwn) {
  ttl_.packet_admitted(kC3, 1500_B, 80_KB, 1_us);
  EXPECT_EQ(sent_pfc(ttl_, 1_us), frame::pfc_frame(mask_of(kC2), 0xffff));
  ttl_.packet_released(kC3, 1500_B, 77_KB, 2_us);
  EXPECT_EQ(sent_pfc(ttl_, 2_us), frame::pfc_frame(mask_of(kC2), 0));
  EXPECT_EQ(ttl_.counters(kC3).pauses_sent, 1U) << "counted where the VIQ is";
  EXPECT_EQ(ttl_.counters(kC3).resumes_sent, 1U);
  EXPECT_EQ(ttl_.counters(kC2).pauses_sent, 0U);
  EXPECT_THAT(port_.pauses, ElementsAre(FakePort::Pausing{kC3, true, 1_us}, FakePort::Pausing{kC3, false, 2_us}))
      << "likewise";
}

TEST_F(TtlPfcTest, TheFirstSwitchPausesTheSource) {
  ttl_.packet_admitted(kC1, 1500_B, 80_KB, 1_us);
  EXPECT_EQ(sent_pfc(ttl_, 1_us), frame::pfc_frame(mask_of(kC0), 0xffff));
}

TEST_F(TtlPfcTest, Class0HasNoneToPause) {
  ttl_.packet_admitted(kC0, 1500_B, 900_KB, 1_us);
  EXPECT_FALSE(ttl_.feedback_pending());
  EXPECT_THAT(port_.due, IsEmpty());
  EXPECT_EQ(ttl_.receiver_state(kC0), 0U);
  EXPECT_FALSE(ttl_.holds_peer_at(kC0, 900_KB, 1500_B));
  ttl_.packet_released(kC0, 1500_B, 0_B, 2_us);
  EXPECT_FALSE(ttl_.feedback_pending());
}

TEST_F(TtlPfcTest, OneFrameSaysSeveralClassesEachShifted) {
  ttl_.packet_admitted(kC1, 1500_B, 80_KB, 1_us);
  ttl_.packet_admitted(kC3, 1500_B, 80_KB, 1_us);
  const frame::PfcFrame first = sent_pfc(ttl_, 1_us);
  EXPECT_EQ(first, frame::pfc_frame(mask_of(kC0) | mask_of(kC2), 0xffff));
  ttl_.packet_released(kC3, 1500_B, 70_KB, 2_us);
  ttl_.packet_admitted(kC2, 1500_B, 80_KB, 2_us);
  const frame::PfcFrame second = sent_pfc(ttl_, 2_us);
  EXPECT_EQ(second.enabled, mask_of(kC1) | mask_of(kC2));
  EXPECT_EQ(second.time[1], 0xffff);
  EXPECT_EQ(second.time[2], 0);
}

// The frame names the class of the one who obeys.
TEST_F(TtlPfcTest, AReceivedPauseHoldsTheClassThatItNames) {
  ttl_.feedback_received(bytes_of(frame::pfc_frame(mask_of(kC2), 10)), 1_us);
  EXPECT_EQ(ttl_.held(), mask_of(kC2));
  EXPECT_EQ(ttl_.counters(kC2).pauses_received, 1U);
}

// A class is held by the next higher VIQ only, so that what waits in the highest is never held.
TEST_F(TtlPfcTest, AHeldClassIsHeldByTheNextHigherViq) {
  EXPECT_EQ(ttl_.holding_class(kC0), kC1);
  EXPECT_EQ(ttl_.holding_class(kC2), kC3);
  ttl_.packet_admitted(kC3, 1500_B, 80_KB, 1_us);
  EXPECT_TRUE(ttl_.holds_peer_at(ttl_.holding_class(kC2), 80_KB, 1500_B));
  EXPECT_FALSE(ttl_.holds_peer_at(ttl_.holding_class(kC3), 80_KB, 1500_B));
}

TEST_F(TtlPfcTest, WithoutTheShiftItIsPfc) {
  PortContext plain = context(port_);
  plain.config.ttl_pfc.class_shift = false;
  TtlPfc pfc(plain);
  pfc.packet_admitted(kC0, 1500_B, 80_KB, 1_us);
  pfc.packet_admitted(kC3, 1500_B, 80_KB, 1_us);
  EXPECT_EQ(sent_pfc(pfc, 1_us), frame::pfc_frame(mask_of(kC0) | mask_of(kC3), 0xffff));
  EXPECT_EQ(pfc.holding_class(kC2), kC2);
}

// Services from 0 and from 2 on: the first class of each pauses nobody, and none is held by a class of another one.
TEST_F(TtlPfcTest, APauseStaysInItsService) {
  PortContext two = context(port_);
  two.config.ttl_pfc.services = 0x05;
  TtlPfc ttl(two);
  for (const ClassId c : {kC0, kC1, kC2, kC3})
    ttl.packet_admitted(c, 1500_B, 80_KB, 1_us);
  EXPECT_EQ(sent_pfc(ttl, 1_us), frame::pfc_frame(mask_of(kC0) | mask_of(kC2), 0xffff));
  EXPECT_EQ(ttl.holding_class(kC0), kC1);
  EXPECT_EQ(ttl.holding_class(kC1), kC1);
  EXPECT_FALSE(ttl.holds_peer_at(kC2, 80_KB, 1500_B)) << "the first of its service";
  EXPECT_EQ(ttl.holding_class(kC2), kC3);
}

// A service of one class is paused as under PFC, whatever its neighbours.
TEST_F(TtlPfcTest, APlainClassPausesItself) {
  PortContext plain = context(port_);
  plain.config.ttl_pfc.services = 0x0d;  // 0 and 1; 2; 3 and above
  TtlPfc ttl(plain);
  ttl.packet_admitted(kC2, 1500_B, 80_KB, 1_us);
  EXPECT_EQ(sent_pfc(ttl, 1_us), frame::pfc_frame(mask_of(kC2), 0xffff));
  EXPECT_EQ(ttl.holding_class(kC2), kC2);
  EXPECT_TRUE(ttl.holds_peer_at(kC2, 80_KB, 1500_B));
}

// From a host packets come in the class in which they waited there, from a switch in the next one.
TEST_F(TtlPfcTest, ByLabelTheShiftIsAtPortsToSwitches) {
  PortContext labelled = context(port_);
  labelled.config.ttl_pfc.from_first = true;
  labelled.config.ttl_pfc.to_host = true;
  TtlPfc to_host(labelled);
  labelled.config.ttl_pfc.to_host = false;
  TtlPfc to_switch(labelled);
  for (TtlPfc* ttl : {&to_host, &to_switch}) {
    for (const ClassId c : {kC0, kC3})
      ttl->packet_admitted(c, 1500_B, 80_KB, 1_us);
  }
  EXPECT_EQ(sent_pfc(to_host, 1_us), frame::pfc_frame(mask_of(kC0) | mask_of(kC3), 0xffff));
  EXPECT_EQ(to_host.holding_class(kC0), kC0);
  EXPECT_EQ(sent_pfc(to_switch, 1_us), frame::pfc_frame(mask_of(kC2), 0xffff)) << "and VIQ 0 says nothing";
  EXPECT_EQ(to_switch.holding_class(kC0), kC1);
  EXPECT_EQ(at_switches(labelled.config), 0x0f) << "the first class, too";
  labelled.config.ttl_pfc.from_first = false;
  EXPECT_EQ(at_switches(labelled.config), 0x0e);
}

TEST_F(TtlPfcTest, LoweringXoffWhileItRunsPausesTheClassBelow) {
  PortContext lower = context(port_);
  lower.config.pfc = {.xoff = 40_KB, .xon = 37_KB};
  ttl_.check(lower);
  ttl_.reconfigure(
      lower, [](ClassId c) { return c == kC0 || c == kC2 ? 50_KB : 0_B; }, 5_us);
  EXPECT_EQ(sent_pfc(ttl_, 5_us), frame::pfc_frame(mask_of(kC1), 0xffff)) << "and VIQ 0 says nothing";
}

std::string refusal(const TtlPfc& engine, const PortContext& settings) {
  return error_of([&] { engine.check(settings); });
}

TEST_F(TtlPfcTest, RefusesWhatTheProofDoesNotCover) {
  PortContext changed = context(port_);
  changed.config.pfc = {.xoff = 1500_B, .xon = 0_B};
  EXPECT_EQ(refusal(ttl_, changed), "");
  changed.config.pfc = {.xoff = 1499_B, .xon = 0_B};
  EXPECT_EQ(
      refusal(ttl_, changed),
      "flow_control.pfc.xoff: wanted at least switch.max_frame, 1.5KB, under ttl_pfc (TTL-based buffer management, "
      "section 1.4.2); got 1.499KB");
  EXPECT_THROW(TtlPfc{changed}, std::invalid_argument);
  changed = context(port_);
  changed.config.ttl_pfc.class_shift = false;
  EXPECT_EQ(refusal(ttl_, changed),
            "class_shift: is 1 and cannot change while the switch runs: the peer would stay paused in the other class");
}

}  // namespace weir::flow_control::ttl_pfc_test

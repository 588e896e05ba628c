// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"

#include "hw_model/reference/factories.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::gfc_buffer_based_test {

constexpr Time kTick{1200};
constexpr Time kPacket{1'200'000};  // 1500 B at 10 Gbps

class GfcBufferBasedTest : public testing::Test {
 protected:
  static PortContext context(FakePort& port) {
    return context_for(Scheme::kGfcBufferBased, port, mask_of(kC0) | mask_of(kC3));
  }
  void admit(Bytes depth, Time now, ClassId c = kC0) { gfc_.packet_admitted(c, 1500_B, depth, now); }
  void release(Bytes depth, Time now) { gfc_.packet_released(kC0, 1500_B, depth, now); }
  void receive(std::uint16_t stage, Time now) {
    gfc_.feedback_received(bytes_of(frame::gfc_stage_frame(kC0, stage)), now);
  }

  FakePort port_;
  GfcBufferBased gfc_{context(port_)};  // B1 750 KB, Bm 1 MB: B2 875 KB, B3 937.5 KB
};

TEST_F(GfcBufferBasedTest, AMessageAtEachThresholdUpAndDown) {
  admit(750_KB - 1_B, 1_us);
  EXPECT_FALSE(gfc_.feedback_pending());
  admit(750_KB, 2_us);
  EXPECT_EQ(sent_pfc(gfc_, 2_us), frame::gfc_stage_frame(kC0, 1));
  admit(875_KB - 1_B, 3_us);
  EXPECT_FALSE(gfc_.feedback_pending()) << "the same stage";
  admit(875_KB, 4_us);
  EXPECT_EQ(sent_pfc(gfc_, 4_us), frame::gfc_stage_frame(kC0, 2));
  release(875_KB, 5_us);
  EXPECT_FALSE(gfc_.feedback_pending());
  release(875_KB - 1_B, 6_us);
  EXPECT_EQ(sent_pfc(gfc_, 6_us), frame::gfc_stage_frame(kC0, 1));
  release(750_KB - 1_B, 7_us);
  EXPECT_EQ(sent_pfc(gfc_, 7_us), frame::gfc_stage_frame(kC0, 0));
  EXPECT_THAT(port_.due, ElementsAre(2_us, 4_us, 6_us, 7_us));
  EXPECT_EQ(gfc_.counters(kC0).feedback_frames, 4U);
}

TEST_F(GfcBufferBasedTest, TheFrameSaysTheStageOfItsOwnMoment) {
  admit(750_KB, 1_us);
  admit(940_KB, 2_us);
  EXPECT_THAT(port_.due, ElementsAre(1_us));
  EXPECT_EQ(sent_pfc(gfc_, 3_us), frame::gfc_stage_frame(kC0, 3));
}

TEST_F(GfcBufferBasedTest, AStageThatHasComeAndGoneIsNotSent) {
  admit(750_KB, 1_us);
  release(749_KB, 2_us);
  EXPECT_FALSE(gfc_.feedback_pending());
  Bytes60 bytes{};
  EXPECT_EQ(gfc_.build_feedback(bytes, 3_us), 0U);
}

TEST_F(GfcBufferBasedTest, OneFrameForAllClassesThatAreDue) {
  admit(750_KB, 1_us);
  admit(875_KB, 1_us, kC3);
  admit(999_KB, 1_us, ClassId(1));
  const frame::PfcFrame frame = sent_pfc(gfc_, 1_us);
  EXPECT_EQ(frame.enabled, mask_of(kC0) | mask_of(kC3));
  EXPECT_EQ(frame.time[0], 1);
  EXPECT_EQ(frame.time[3], 2);
  EXPECT_FALSE(gfc_.feedback_pending());
}

TEST_F(GfcBufferBasedTest, AStageHalvesTheRate) {
  Time start = 10_us;
  for (std::uint16_t stage = 0; stage <= 6; ++stage) {
    receive(stage, start);
    EXPECT_EQ(gfc_.sender_state(kC0), stage);
    gfc_.packet_sent(kC0, 1500_B, start, start + kPacket);
    const Time next = gfc_.sendable_at(kC0, 1500_B, start + kPacket);
    EXPECT_GE(next, start + kPacket * (1 << stage) - kTick) << "stage " << stage;
    EXPECT_LE(next, start + kPacket * (1 << stage) + kTick) << "stage " << stage;
    start = next + 10_us;
  }
  EXPECT_THAT(port_.gates, IsEmpty()) << "lowered rates let nothing go earlier";
}

TEST_F(GfcBufferBasedTest, StageZeroFreesAQueueThatWasCountingDown) {
  receive(16, 1_us);
  gfc_.packet_sent(kC0, 1500_B, 2_us, 2_us + kPacket);
  EXPECT_GT(gfc_.sendable_at(kC0, 1500_B, 4_us), Time(78'000'000'000)) << "78 ms";
  receive(0, 5_us);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 5_us}));
  EXPECT_LE(gfc_.sendable_at(kC0, 1500_B, 5_us), 5_us + kTick);
  EXPECT_EQ(gfc_.held(), 0) << "never hold and wait";
}

TEST_F(GfcBufferBasedTest, ADoubledMessageChangesNothing) {
  receive(4, 1_us);
  gfc_.packet_sent(kC0, 1500_B, 2_us, 2_us + kPacket);
  const Time next = gfc_.sendable_at(kC0, 1500_B, 4_us);
  receive(4, 5_us);
  EXPECT_EQ(gfc_.sendable_at(kC0, 1500_B, 5_us), next);
  EXPECT_THAT(port_.gates, IsEmpty());
}

TEST_F(GfcBufferBasedTest, ALostMessageIsMadeGoodByTheNextChange) {
  GfcBufferBased sender(context(port_));
  admit(750_KB, 1_us);
  sent_pfc(gfc_, 1_us);  // lost: the sender stays at stage 0
  admit(800_KB, 2_us);
  EXPECT_FALSE(gfc_.feedback_pending()) << "there is no refresh";
  admit(880_KB, 3_us);
  sender.feedback_received(bytes_of(sent_pfc(gfc_, 3_us)), 4_us);
  EXPECT_EQ(sender.sender_state(kC0), 2U);
}

TEST_F(GfcBufferBasedTest, AStageBeyondNIsN) {
  receive(0xffff, 1_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 19U) << "1 + log2(250,000) rounded up";
}

TEST_F(GfcBufferBasedTest, OtherFramesAndLossyClassesAreNotObeyed) {
  Bytes60 bytes{};
  frame::write_pause(bytes, kPeer, {.quanta = 3});
  gfc_.feedback_received(bytes, 1_us);
  gfc_.feedback_received(bytes_of(frame::gfc_stage_frame(ClassId(1), 3)), 1_us);
  gfc_.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0}), 1_us);
  EXPECT_EQ(gfc_.sender_state(kC0), 0U);
  EXPECT_EQ(gfc_.sender_state(ClassId(1)), 0U);
}

TEST_F(GfcBufferBasedTest, StagesBelowTheFloorRateAreHeldBetweenPackets) {
  PortContext with_floor = context(port_);
  with_floor.limiter.floor_rate = 1_Gbps;  // stage 3 is 1.25 Gbps
  GfcBufferBased gfc(with_floor);
  gfc.feedback_received(bytes_of(frame::gfc_stage_frame(kC0, 3)), 1_us);
  gfc.packet_sent(kC0, 1500_B, 2_us, 2_us + kPacket);
  EXPECT_FALSE(held(gfc, kC0));
  gfc.feedback_received(bytes_of(frame::gfc_stage_frame(kC0, 4)), 4_us);
  EXPECT_TRUE(held(gfc, kC0));
  EXPECT_THAT(port_.timers, ElementsAre(FakePort::Timer{2_us + 16 * kPacket, EventKind::kPauseExpiry, kC0}));
}

TEST_F(GfcBufferBasedTest, AStageAtTheFloorRateIsNotBelowIt) {
  PortContext with_floor = context(port_);
  with_floor.limiter.floor_rate = BitRate(1'250'000'000);  // stage 3
  GfcBufferBased gfc(with_floor);
  gfc.feedback_received(bytes_of(frame::gfc_stage_frame(kC0, 3)), 1_us);
  gfc.packet_sent(kC0, 1500_B, 2_us, 2_us + kPacket);
  EXPECT_FALSE(held(gfc, kC0));
}

TEST_F(GfcBufferBasedTest, TheNumberOfStagesIsASetting) {
  PortContext few = context(port_);
  few.config.gfc_buffer_based.stages = 3;
  GfcBufferBased gfc(few);
  gfc.packet_admitted(kC0, 1500_B, 999'999_B, 1_us);
  EXPECT_EQ(sent_pfc(gfc, 1_us).time[0], 3);
}

// A limiter and a comparator that say of themselves what no model would.
struct LimiterInLockstep final : reference::RateLimiter {
  void packet_sent(Time, Time) override {}
  void set_rate(Time, std::uint64_t) override {}
  void reset(Time) override {}
  Time idle_at() override { return Time(0); }
  std::uint64_t r_r() const override { return 0; }
  reference::RateLimiterRegisters registers(Time) override { return {}; }
  reference::RateLimiterSides rtl(Time now) override {
    return {.sides = 2, .registers = {{{11, 12, 13}, {21, 22, 23}}}, .changes_at = now + 7_ns};
  }
  void set_modes(Time, reference::Rounding, reference::RateRaise) override {}
  bool modes_can_change() const override { return true; }
};

struct ComparatorInRtl final : reference::StageComparator {
  unsigned stage(Bytes) override { return 0; }
  reference::StageComparatorSides rtl() const override { return {.sides = 1, .q = 31, .stage = {32, 0}}; }
};

std::vector<std::string> names_of(const std::vector<Probe>& probes) {
  std::vector<std::string> names;
  for (const Probe& probe : probes) {
    names.push_back(probe.name);
  }
  return names;
}

TEST_F(GfcBufferBasedTest, ShowsNoRegistersOfRtlWhereThereIsNone) {
  EXPECT_THAT(gfc_.rtl_probes(kC0), IsEmpty());
  EXPECT_THAT(gfc_.rtl_probes(ClassId(1)), IsEmpty()) << "a class without limiter";
}

TEST_F(GfcBufferBasedTest, ShowsTheRegistersOfItsBlocksInRtl) {
  reference::Factories factories;
  factories.put<reference::RateLimiter>(
      [](auto, const auto&, const auto&) { return std::make_unique<LimiterInLockstep>(); });
  std::vector<std::uint64_t> values;
  PortContext limiters = context(port_);
  limiters.factories = factories;
  const GfcBufferBased half(limiters);
  EXPECT_THAT(names_of(half.rtl_probes(kC0)),
              ElementsAre("rtl_r_l", "rtl_r_r", "rtl_r_c", "model_r_l", "model_r_r", "model_r_c"));
  EXPECT_EQ(half.rtl_values(kC0, 5_ns, values), 12_ns);
  EXPECT_THAT(values, ElementsAre(11, 12, 13, 21, 22, 23));

  factories.put<reference::StageComparator>(
      [](const auto&, const auto&) { return std::make_unique<ComparatorInRtl>(); });
  limiters.factories = factories;
  const GfcBufferBased whole(limiters);
  const std::vector<Probe> probes = whole.rtl_probes(kC3);
  EXPECT_THAT(names_of(probes), ElementsAre("rtl_q", "rtl_stage", "rtl_r_l", "rtl_r_r", "rtl_r_c", "model_r_l",
                                            "model_r_r", "model_r_c"));
  EXPECT_EQ(probes[2].width, reference::kRLTickBits + 6);
  EXPECT_EQ(probes[4].width, reference::kRCBits);
  values.clear();
  whole.rtl_values(kC3, 5_ns, values);
  EXPECT_THAT(values, ElementsAre(31, 32, 11, 12, 13, 21, 22, 23));
  EXPECT_THAT(whole.rtl_probes(ClassId(1)), IsEmpty()) << "a class without limiter";
}

}  // namespace weir::flow_control::gfc_buffer_based_test

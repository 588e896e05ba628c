// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_gradient.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::gfc_gradient_test {

// Bm 100 blocks, a packet 24.
class GfcGradientTest : public testing::Test {
 protected:
  static PortContext context(FakePort& port, ClassMask lossless = 0x01) {
    PortContext context = context_for(Scheme::kGfcGradient, port, lossless);
    context.config.gfc_gradient = {.bm = 6400_B, .reports = {.block = 64_B, .counter_bits = 8}};
    return context;
  }
  GfcGradientTest() {
    output_.judge_inputs();
    input_.judge_inputs();
  }

  void admit(int packets) {
    for (int i = 0; i < packets; ++i)
      input_.packet_admitted(kC0, 1500_B, Bytes(0), 1_us);
  }
  // From elsewhere, so that the depth of input_ stays.
  void take(int packets) {
    GfcGradient elsewhere{context(elsewheres_)};
    elsewhere.judge_inputs();
    for (int i = 0; i < packets; ++i) {
      elsewhere.packet_admitted(kC0, 1500_B, Bytes(0), 1_us);
      output_.taken(elsewhere, kC0, 1500_B, Time(0));
    }
  }
  static void hear(GfcGradient& engine, std::uint32_t freed, Time now) {
    engine.feedback_received(bytes_of(frame::CbfcCredit{.virtual_lane = kC0, .fccl = freed}), now);
  }

  FakePort port_;
  FakePort inputs_;
  FakePort elsewheres_;
  GfcGradient output_{context(port_)};
  GfcGradient input_{context(inputs_)};
};

TEST_F(GfcGradientTest, BelowBmEveryInputMaySend) {
  admit(1);
  take(4);
  EXPECT_EQ(output_.sender_state(kC0), 96U);
  EXPECT_TRUE(output_.may_take(input_, kC0, Time(0)));
}

TEST_F(GfcGradientTest, FromBmOnOnlyAnInputThatIsAsDeep) {
  take(5);
  admit(4);
  EXPECT_FALSE(output_.may_take(input_, kC0, Time(0))) << "96 blocks against 120";
  admit(1);
  EXPECT_TRUE(output_.may_take(input_, kC0, Time(0))) << "level";
  output_.taken(input_, kC0, 1500_B, Time(0));
  EXPECT_EQ(input_.receiver_state(kC0), 96U) << "a packet that is taken counts no more";
  EXPECT_EQ(output_.sender_state(kC0), 144U) << "and there it does";
  EXPECT_FALSE(output_.may_take(input_, kC0, Time(0)));
}

TEST_F(GfcGradientTest, NewsOpensTheGateAndWraps) {
  take(6);
  admit(1);
  EXPECT_FALSE(output_.may_take(input_, kC0, Time(0)));
  hear(output_, 24, 5_us);
  EXPECT_FALSE(output_.may_take(input_, kC0, Time(0))) << "120";
  hear(output_, 48, 6_us);
  EXPECT_TRUE(output_.may_take(input_, kC0, Time(0))) << "96";
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 5_us}, FakePort::GateChange{kC0, 6_us}));
  hear(output_, 48, 7_us);
  EXPECT_EQ(port_.gates.size(), 2U) << "the same again is no news";
  hear(output_, 144, 8_us);
  take(5);  // sent 264, which is 8
  hear(output_, 255, 9_us);
  EXPECT_EQ(output_.sender_state(kC0), 9U);
}

TEST_F(GfcGradientTest, ReportsWhatHasLeftEveryPeriodThoughNothingHas) {
  input_.start(Time(0));
  admit(2);
  input_.packet_released(kC0, 1500_B, 1500_B, 2_us);
  inputs_.run(input_, 60_us);
  EXPECT_EQ(sent_credit(input_, 60_us).fccl, 24U);
  EXPECT_FALSE(input_.feedback_pending());
  inputs_.run(input_, 120_us);
  ASSERT_TRUE(input_.feedback_pending()) << "a message may have been lost";
  EXPECT_EQ(sent_credit(input_, 120_us).fccl, 24U);
  EXPECT_EQ(input_.counters(kC0).feedback_frames, 2U);
}

TEST_F(GfcGradientTest, AHostStopsALongestFrameBelowBm) {
  FakePort port;
  GfcGradient host{context(port)};
  EXPECT_TRUE(host.counts_packets());
  for (int i = 0; i < 3; ++i)
    host.packet_sent(kC0, 1500_B, 1_us, 2_us);
  EXPECT_EQ(host.sendable_at(kC0, 64_B, 3_us), 3_us) << "72 blocks";
  host.packet_sent(kC0, 256_B, 1_us, 2_us);
  EXPECT_EQ(host.sendable_at(kC0, 64_B, 3_us), kNever) << "76 blocks";
  hear(host, 1, 5_us);
  EXPECT_EQ(host.sendable_at(kC0, 1500_B, 5_us), 5_us);
  EXPECT_EQ(host.sendable_at(kC3, 1500_B, 5_us), 5_us) << "a lossy class";
}

TEST_F(GfcGradientTest, InASwitchWhatWasTakenLeaves) {
  EXPECT_NE(output_.input_judge(), nullptr);
  EXPECT_FALSE(output_.counts_packets());
  take(9);
  EXPECT_EQ(output_.held(), 0U);
}

TEST_F(GfcGradientTest, LossyClassesAreNotJudged) {
  take(9);
  EXPECT_TRUE(output_.may_take(input_, kC3, Time(0)));
  output_.taken(input_, kC3, 1500_B, Time(0));
  EXPECT_EQ(output_.sender_state(kC3), 0U);
}

TEST_F(GfcGradientTest, AHigherBmIsTold) {
  take(5);
  admit(1);
  EXPECT_FALSE(output_.may_take(input_, kC0, Time(0)));
  PortContext more = context(port_);
  more.config.gfc_gradient.bm = 9600_B;
  output_.reconfigure(more, {}, 9_us);
  EXPECT_TRUE(output_.may_take(input_, kC0, Time(0)));
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC0, 9_us}));
}

}  // namespace weir::flow_control::gfc_gradient_test

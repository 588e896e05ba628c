// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/ue_credits.h"

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/cc_update.h"
#include "hw_model/ledger/address_map.h"
#include "hw_model/ledger/chip.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::ue_credits_test {

constexpr std::size_t kChannel = 9;

class UeCreditsTest : public testing::Test {
 protected:
  // 100 credits: four packets of 24 and four credits over.
  static PortContext context(FakePort& port, ClassMask lossless = 0x08) {
    PortContext context = context_for(Scheme::kUeCbfc, port, lossless);
    context.config.ue_cbfc.channels = {0, 1, 2, kChannel, 4, 5, 6, 17};
    context.config.ue_cbfc.limits.fill(100);
    return context;
  }
  static void send(UeCredits& engine, int packets) {
    for (int i = 0; i < packets; ++i)
      engine.packet_sent(kC3, 1500_B, 1_us, 2_us);
  }
  static void admit(UeCredits& engine, int packets) {
    for (int i = 0; i < packets; ++i)
      engine.packet_admitted(kC3, 1500_B, 1500_B, 3_us);
  }
  static void release(UeCredits& engine, int packets) {
    for (int i = 0; i < packets; ++i)
      engine.packet_released(kC3, 1500_B, 0_B, 4_us);
  }
  static frame::OrderedSetBytes freed(std::uint32_t credits, std::uint8_t vc = kChannel) {
    return frame::write_cf_update_set({{{vc, credits}, {vc, credits}}});
  }
  // The CC_Update that `from` sends arrives.
  static Bytes60 count_of(UeCredits& from, FakePort& port, Time now) {
    port.run(from, now);
    Bytes60 bytes{};
    EXPECT_EQ(from.build_feedback(bytes, now), bytes.size());
    return bytes;
  }
  static void hear(UeCredits& engine, std::span<const std::uint8_t> bytes, Time now) {
    engine.arrival_listener()->feedback_arrived(bytes, now);
    engine.feedback_received(bytes, now);
  }
  std::uint32_t held(const UeCredits& engine) const { return static_cast<std::uint32_t>(engine.receiver_state(kC3)); }

  FakePort port_;
  FakePort peer_port_;
  UeCredits engine_{context(port_)};
  UeCredits peer_{context(peer_port_)};
};

TEST_F(UeCreditsTest, SendsWhileTheHeadPacketIsWithinTheLimit) {
  EXPECT_TRUE(engine_.counts_packets());
  send(engine_, 4);
  EXPECT_EQ(engine_.sender_state(kC3), 96U);
  EXPECT_EQ(engine_.sendable_at(kC3, 256_B, 3_us), 3_us) << "four credits";
  EXPECT_EQ(engine_.sendable_at(kC3, 257_B, 3_us), kNever) << "five credits";
  EXPECT_EQ(engine_.sendable_at(kC0, 1500_B, 3_us), 3_us) << "best effort";
}

TEST_F(UeCreditsTest, ACfUpdateOpensTheGateAndADoubledOneDoesNothing) {
  send(engine_, 4);
  engine_.cf_update_arrived(freed(24), 5_us);
  EXPECT_THAT(port_.gates, ElementsAre(FakePort::GateChange{kC3, 5_us}));
  EXPECT_EQ(engine_.sender_state(kC3), 72U);
  engine_.cf_update_arrived(freed(24), 6_us);
  engine_.cf_update_arrived(freed(12), 6_us);
  engine_.cf_update_arrived(freed(50, 8), 6_us);
  EXPECT_EQ(engine_.sender_state(kC3), 72U) << "doubled, older, of another channel";
  EXPECT_EQ(port_.gates.size(), 1U);
}

TEST_F(UeCreditsTest, ACfUpdateTakesEffectAfterTheProcessingDelay) {
  PortContext late = context(port_);
  late.config.processing_delay = 2_us;
  UeCredits engine(late);
  send(engine, 4);
  engine.cf_update_arrived(freed(24), 5_us);
  engine.cf_update_arrived(freed(48), 6_us);
  port_.run(engine, 7_us - 1_ps);
  EXPECT_EQ(engine.sender_state(kC3), 96U);
  port_.run(engine, 7_us);
  EXPECT_EQ(engine.sender_state(kC3), 72U);
  port_.run(engine, 8_us);
  EXPECT_EQ(engine.sender_state(kC3), 48U);
}

TEST_F(UeCreditsTest, TellsWhatIsFree) {
  admit(engine_, 2);
  EXPECT_EQ(held(engine_), 48U);
  EXPECT_FALSE(engine_.wants_cf_update()) << "nothing is free again";
  release(engine_, 1);
  ASSERT_TRUE(engine_.wants_cf_update());
  EXPECT_EQ(engine_.take_cf_update(5_us), freed(24));
  EXPECT_FALSE(engine_.wants_cf_update());
  EXPECT_EQ(held(engine_), 24U);
}

TEST_F(UeCreditsTest, SpeaksWithoutNewsAfterTheLongestSilence) {
  engine_.start(0_us);
  const Time longest = serialization_time(262'144_B, 10_Gbps);
  port_.run(engine_, longest - 1_ps);
  EXPECT_FALSE(engine_.wants_cf_update());
  port_.run(engine_, longest);
  ASSERT_TRUE(engine_.wants_cf_update());
  engine_.take_cf_update(longest + 1_us);
  port_.run(engine_, 2 * longest + 1_us - 1_ps);
  EXPECT_FALSE(engine_.wants_cf_update());
  port_.run(engine_, 2 * longest + 1_us);
  EXPECT_TRUE(engine_.wants_cf_update());
}

TEST_F(UeCreditsTest, ACcUpdateBringsHomeWhatWasLost) {
  peer_.start(0_us);
  send(peer_, 4);
  admit(engine_, 3);
  release(engine_, 3);
  EXPECT_EQ(engine_.take_cf_update(5_us), freed(72));
  const Bytes60 count = count_of(peer_, peer_port_, 256_us);
  hear(engine_, count, 300_us);
  port_.run(engine_, 300_us);
  ASSERT_TRUE(engine_.wants_cf_update());
  EXPECT_EQ(engine_.take_cf_update(301_us), freed(96));
  hear(engine_, count, 310_us);
  port_.run(engine_, 310_us);
  EXPECT_FALSE(engine_.wants_cf_update()) << "a doubled CC_Update frees nothing";
}

// A frame that arrived before a CC_Update, but is still in the pipeline, is not lost; one that arrived behind the
// CC_Update is not counted in it.
struct SlowPipeline final : PortServices {
  static constexpr Time kPipeline{400'000};
  void schedule(Time at, EventKind kind, ClassId c) override {
    if (kind == EventKind::kFeedbackTimer && c == ClassId(2))
      place = at;
  }
  void feedback_due(Time) override {}
  void gate_changed(ClassId, Time) override {}
  Time admitted_by(Time arrival) const override { return arrival + kPipeline; }
  Time place = kNever;
};

TEST_F(UeCreditsTest, ACcUpdateCountsAtItsPlaceAmongTheFrames) {
  SlowPipeline slow;
  PortContext context = this->context(port_);
  context.port = &slow;
  UeCredits engine(context);
  FrameOrder& order = *engine.frame_order();
  peer_.start(0_us);
  send(peer_, 2);
  const Bytes60 count = count_of(peer_, peer_port_, 256_us);

  // Both frames before it are in the pipeline; the second is dropped there. A third one comes behind it.
  hear(engine, count, 300_us);
  order.frame_comes(299_us, 300_us);
  admit(engine, 1);
  order.frame_comes(299_us, 300_us);
  EXPECT_EQ(held(engine), 24U);
  EXPECT_FALSE(engine.wants_cf_update()) << "not yet";
  order.frame_comes(301_us, 301_us);
  EXPECT_EQ(engine.receiver().channel(kChannel).consumed, 48U);
  admit(engine, 1);
  EXPECT_EQ(held(engine), 48U);
  EXPECT_EQ(engine.receiver().channel(kChannel).freed, 24U) << "the dropped one";
  EXPECT_EQ(engine.receiver().channel(kChannel).consumed, 72U);
}

TEST_F(UeCreditsTest, WithoutAFrameBehindItACcUpdateWaitsForThePipeline) {
  SlowPipeline slow;
  PortContext context = this->context(port_);
  context.port = &slow;
  UeCredits engine(context);
  peer_.start(0_us);
  send(peer_, 2);
  hear(engine, count_of(peer_, peer_port_, 256_us), 300_us);
  admit(engine, 1);
  ASSERT_EQ(slow.place, 300_us + SlowPipeline::kPipeline);
  admit(engine, 1);
  engine.feedback_timer(ClassId(2), slow.place);
  EXPECT_FALSE(engine.wants_cf_update()) << "nothing was lost";
}

TEST_F(UeCreditsTest, ChannelsFrom16OnHaveACcUpdateOfTheirOwn) {
  UeCredits both(context(port_, 0x88));
  both.start(0_us);
  send(both, 1);
  both.packet_sent(ClassId(7), 64_B, 1_us, 2_us);
  port_.run(both, 256_us);
  Bytes60 bytes{};
  ASSERT_EQ(both.build_feedback(bytes, 256_us), bytes.size());
  EXPECT_EQ(frame::read_cc_update(bytes)->consumed[kChannel], 24U);
  EXPECT_TRUE(both.feedback_pending());
  ASSERT_EQ(both.build_feedback(bytes, 256_us), bytes.size());
  EXPECT_EQ(frame::read_cc_update(bytes)->first_vc, 16U);
  EXPECT_EQ(frame::read_cc_update(bytes)->consumed[1], 1U);
  EXPECT_FALSE(both.feedback_pending());
}

TEST_F(UeCreditsTest, TakesTheLimitOfItsPeer) {
  PortContext roomy = context(peer_port_);
  roomy.config.ue_cbfc.limits.fill(130);
  const UeCredits peer(roomy);
  engine_.meet(peer);
  send(engine_, 4);
  EXPECT_EQ(engine_.sendable_at(kC3, 1500_B, 3_us), 3_us);
  send(engine_, 1);
  EXPECT_EQ(engine_.sendable_at(kC3, 1500_B, 3_us), kNever);
}

TEST_F(UeCreditsTest, AFeignedPacketHasNoCredits) {
  engine_.packet_admitted(kC3, 0_B, 10_KB, 3_us);
  EXPECT_EQ(held(engine_), 0U);
  engine_.packet_released(kC3, 0_B, 0_B, 3_us);
  EXPECT_FALSE(engine_.wants_cf_update());
}

TEST_F(UeCreditsTest, HoldsItsPeerForEverIfWhatIsStuckLeavesTooLittle) {
  EXPECT_FALSE(engine_.holds_peer_at(kC3, 3 * 1'536_B, 1500_B)) << "96 of 100 credits";
  EXPECT_FALSE(engine_.holds_peer_at(kC3, 4 * 1'536_B, 256_B));
  EXPECT_TRUE(engine_.holds_peer_at(kC3, 4 * 1'536_B, 257_B));
  EXPECT_EQ(engine_.occupies(1500_B, 1500_B), 1'536_B);
  EXPECT_FALSE(engine_.holds_peer_at(kC0, 1_MB, 1500_B)) << "best effort";
}

std::string refusal(const std::function<void(FlowControlConfig&)>& set) {
  FakePort port;
  PortContext context = context_for(Scheme::kUeCbfc, port, 0x08);
  context.config.ue_cbfc.limits.fill(100);
  set(context.config);
  try {
    require_possible(context);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST_F(UeCreditsTest, RefusesWhatCannotWork) {
  EXPECT_EQ(refusal([](FlowControlConfig&) {}), "");
  EXPECT_EQ(refusal([](FlowControlConfig& c) { c.ue_cbfc.limits[3] = 16'383; }), "");
  EXPECT_THAT(refusal([](FlowControlConfig& c) { c.ue_cbfc.limits[3] = 16'384; }),
              HasSubstr("at most 16383 credits, what a CF_Update of 15 bits tells apart; got 16384 for class 3"));
  EXPECT_EQ(refusal([](FlowControlConfig& c) {
              c.ue_cbfc.limits[3] = 32'767;
              c.ue_cbfc.credits.cf_delta = ue_cbfc::CfDelta::kFull;
            }),
            "");
  EXPECT_THAT(refusal([](FlowControlConfig& c) { c.ue_cbfc.limits[3] = 23; }),
              HasSubstr("at least the 24 credits of a frame of switch.max_frame"));
  EXPECT_THAT(refusal([](FlowControlConfig& c) { c.ue_cbfc.credits.credit_size = 96_B; }), HasSubstr("power of two"));
  EXPECT_THAT(refusal([](FlowControlConfig& c) {
                c.lossless = 0x18;
                c.ue_cbfc.channels[4] = 3;
              }),
              HasSubstr("a channel of its own for each lossless class; got channel 3 for class 4"));
}

// As software sees an engine.
class UeCreditsRegisters : public UeCreditsTest {
 protected:
  UeCreditsRegisters() {
    engine_.bind_registers(bank_.binder("flow_control"), {.depth = [](ClassId) { return 0_B; }});
  }
  std::uint64_t read(const char* name, std::uint64_t element = 0) {
    return bank_.read(*bank_.map().find("flow_control", name), element, 0, 9_us);
  }
  void write(const char* name, std::uint64_t value, std::uint64_t element = 0) {
    const ledger::RegisterBank::Write write{bank_.map().find("flow_control", name), element, 0, value, ~0ULL};
    bank_.write({&write, 1}, 9_us);
  }

  ledger::RegisterBank bank_{ledger::AddressMap(ledger::Chip("chip").add(UeCredits::declare(context(port_))))};
};

TEST_F(UeCreditsRegisters, AQueueTakesFramesOrNot) {
  EXPECT_EQ(read("queue_enqueue_enable", kChannel), 1U);
  write("queue_enqueue_enable", 0, kChannel);
  EXPECT_EQ(engine_.without_channel(), mask_of(kC3));
  EXPECT_EQ(read("queue_enqueue_enable", kChannel), 0U);
  EXPECT_EQ(engine_.sendable_at(kC3, 1500_B, 9_us), 9_us) << "what waits leaves";
  write("sender_credits_limit", 90, kChannel);
  EXPECT_EQ(engine_.without_channel(), mask_of(kC3)) << "other writes leave it";
  write("queue_enqueue_enable", 1, kChannel);
  EXPECT_EQ(engine_.without_channel(), 0U);
  write("queue_enqueue_enable", 0, 4);
  EXPECT_EQ(engine_.without_channel(), 0U) << "not of a lossless class";
  EXPECT_EQ(read("queue_enqueue_enable", 4), 1U);
  engine_.set_enqueue(kC3, false);
  EXPECT_EQ(read("queue_enqueue_enable", kChannel), 0U) << "as by software's own steps";
}

TEST_F(UeCreditsRegisters, CreditsOfThePort) {
  send(engine_, 4);
  engine_.cf_update_arrived(freed(24), 5_us);
  EXPECT_EQ(read("cbfc_sender_credits_used"), 72U);
  EXPECT_EQ(read("cbfc_sender_credits_used_watermark"), 96U);
  engine_.clear_counters();
  EXPECT_EQ(read("cbfc_sender_credits_used_watermark"), 96U) << "clears counts of messages alone";
}

TEST_F(UeCreditsRegisters, NativeOverheadIsNone) {
  write("packet_overhead", 128);
  EXPECT_EQ(read("packet_overhead"), 128U) << "the same credits of a frame";
  EXPECT_EQ(engine_.sender().config().credits(64_B), 1U);
  EXPECT_THROW(write("packet_overhead", 4), std::invalid_argument);
}

}  // namespace weir::flow_control::ue_credits_test

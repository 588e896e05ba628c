// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The divider of time-based GFC in RTL: the same rates as those of the model; and a wrong RTL is found in lock-step,
// and followed where it stands alone.

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/gfc_time_based.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::linear_rate_in_switch_test {

using flow_control::ClockedRate;
using flow_control::FakePort;
using flow_control::GfcTimeBased;
using flow_control::PortContext;

constexpr char kBlock[] = "linear_rate";

constexpr ClassMask kThree = 0x07;
constexpr Time kDelay = 2_us;  // t_r

struct Counts {
  Bytes block = 64_B;
  unsigned counter_bits = 16;
};

PortContext context_of(FakePort& port, const Counts& counts, const reference::Factories& factories) {
  PortContext context = flow_control::context_for(flow_control::Scheme::kGfcTimeBased, port, kThree);
  context.config.gfc_time_based = {.b0 = 92'000_B, .bm = 600'000_B};
  context.config.gfc_time_based.credits = {
      .buffer = 600'000_B, .block = counts.block, .counter_bits = counts.counter_bits};
  context.config.processing_delay = kDelay;
  context.factories = factories;
  return context;
}

// The sending side of a port: messages of three classes, often several within a division, and packets between them.
class Port {
 public:
  Port(const reference::Factories& factories, std::uint64_t seed, const Counts& counts = {})
      : random_(seed, "linear_rate_in_switch_test"),
        block_(counts.block),
        mask_((1U << counts.counter_bits) - 1),
        engine_(context_of(port_, counts, factories)) {
    engine_.start(Time(0));
  }

  // The rates in Mbit/s as messages take effect.
  std::vector<std::uint64_t> play(int steps) {
    std::vector<std::uint64_t> said;
    for (int step = 0; step < steps; ++step) {
      const std::uint64_t pause = random_.below(4) == 0 ? 3'000'000 : random_.below(2) == 0 ? 30'000 : 900;
      now_ += Time(static_cast<std::int64_t>(random_.below(pause)));
      effects(said);
      random_.below(2) == 0 ? arrive() : send();
    }
    return said;
  }

 private:
  struct Message {
    ClassId c;
    flow_control::Bytes60 bytes;
    Time at;
  };

  void arrive() {
    const ClassId c(random_.below(3));
    // The receiver frees what has come, all of it or less; seldom a message is wrong.
    const std::uint32_t buffer = blocks(600'000_B);
    const auto behind = static_cast<std::uint32_t>(random_.below(random_.below(4) == 0 ? buffer + buffer / 4 : 4));
    const std::uint32_t fccl = (sent_[c.index()] + buffer - behind) & mask_;
    Message message{c, flow_control::bytes_of(frame::CbfcCredit{.virtual_lane = c, .fccl = fccl}), now_ + kDelay};
    engine_.feedback_arrived(message.bytes, now_);
    messages_.push_back(message);
  }
  void effects(std::vector<std::uint64_t>& said) {
    while (!messages_.empty() && messages_.front().at <= now_) {
      const Message& message = messages_.front();
      engine_.feedback_received(message.bytes, message.at);
      said.push_back(engine_.sender_state(message.c));
      messages_.pop_front();
    }
  }
  void send() {
    const ClassId c(random_.below(3));
    const Bytes length(static_cast<std::int64_t>(64 + random_.below(1'437)));
    engine_.packet_sent(c, length, now_, now_);
    sent_[c.index()] += blocks(length);
  }

  std::uint32_t blocks(Bytes length) const {
    return static_cast<std::uint32_t>((length.count() + block_.count() - 1) / block_.count());
  }

  RandomStream random_;
  Bytes block_;
  std::uint32_t mask_;
  FakePort port_;
  GfcTimeBased engine_;
  std::array<std::uint32_t, 3> sent_{};
  std::deque<Message> messages_;
  Time now_;
};

TEST(LinearRateInSwitch, SaysWhatTheModelSays) {
  std::uint64_t seed = 0;
  for (const Counts& counts : {Counts{}, Counts{4_B, 20}, Counts{4_B, 19}, Counts{8_B, 18}, Counts{128_B, 14}}) {
    const std::vector<std::uint64_t> model =
        Port(factories_at(kBlock, Fidelity::reference), ++seed, counts).play(20'000);
    EXPECT_GT(std::set<std::uint64_t>(model.begin(), model.end()).size(), 100U);
    EXPECT_TRUE(model == Port(factories_at(kBlock, Fidelity::rtl), seed, counts).play(20'000)) << counts.counter_bits;
    EXPECT_TRUE(model == Port(factories_at(kBlock, Fidelity::lockstep), seed, counts).play(20'000))
        << counts.counter_bits;
  }
}

// Each wrong operator of the RTL shows at a port, but for those about messages that come while the block is busy: they
// wait in the port.
TEST(LinearRateInSwitch, FindsWrongOperators) {
  const Operators operators =
      played_operators(kBlock, [](const reference::Factories& factories) { Port(factories, 1).play(10'000); });
  expect_missed(operators, {"due_lost_at_once", "room_of_any_message", "taken_though_busy"});
  EXPECT_GT(operators.found, 10U);
}

// Without a comparison a wrong RTL is followed, as far as it gives a factor.
TEST(LinearRateInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(kBlock, {"room_in_blocks", "range_for_what_is_short", "limits_never", "not_twice"},
                         [](const reference::Factories& factories) { return Port(factories, 1).play(5'000); });
}

// RTL and cycle model agree, and the port's model does not.
TEST(LinearRateInSwitch, TellsWhatTheModelHas) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::lockstep);
  ClockedRate rate(factories.of<reference::LinearRateBlock>()(reference::LinearRateConfig{}, "s1.p0"), {}, Time(1200));
  rate.arrived(1000, 0, 64'000_B, 128'000_B, 3_us);
  EXPECT_EQ(rate.rate(5_Gbps, 10_Gbps, 5_us), 5_Gbps);
  rate.arrived(1000, 0, 32'000_B, 128'000_B, 6_us);
  EXPECT_EQ(error_of<LockstepMismatch>([&] { rate.rate(2_Gbps, 10_Gbps, 8_us); }),
            "lock-step: s1.p0 (linear_rate) at 8us: after 84 cycles factor_o is 65536 in RTL, 196608 in the switch's "
            "model");
}

// A division is a cycle for each bit and two more; between two divisions one cycle is played, and none where a message
// waits for the block.
TEST(LinearRateInSwitch, ADivisionIsPlayedCycleByCycle) {
  struct Counted final : reference::LinearRateBlock {
    explicit Counted(int& n) : cycles(n) {}
    reference::LinearRateConfig widths() const override { return {}; }
    Outputs clock(const Inputs& in) override { return ++cycles, core.clock(in); }
    Outputs evaluate(const Inputs& in) override { return core.evaluate(in); }
    int& cycles;
    reference::LinearRateCycle core{{}};
  };
  int cycles = 0;
  ClockedRate rate(std::make_unique<Counted>(cycles), {}, Time(1200));
  const auto arrives = [&](Time now) { rate.arrived(1000, 0, 64'000_B, 128'000_B, now); };
  arrives(1200_ps);
  arrives(1200_ps);
  arrives(120_ns);
  EXPECT_EQ(cycles, 0);
  const auto takes_effect = [&](Time now) { EXPECT_EQ(rate.rate(5_Gbps, 10_Gbps, now), 5_Gbps); };
  takes_effect(200_ns);
  EXPECT_EQ(cycles, 41) << "the second message has been taken in the last of them";
  takes_effect(200_ns);
  EXPECT_EQ(cycles, 81);
  takes_effect(300_ns);
  EXPECT_EQ(cycles, 123) << "one at rest";
}

TEST(LinearRateInSwitch, OtherRtlIsMadeAtNeed) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::rtl);
  const char* const refused = "linear_rate: this program makes no RTL with other parameters";
  const auto asked = [&](const reference::LinearRateConfig& widths) {
    return error_of([&] { factories.of<reference::LinearRateBlock>()(widths, ""); });
  };
  EXPECT_EQ(asked({}), "");
  EXPECT_EQ(asked({.counter_bits = 12}), refused);
  EXPECT_EQ(asked({.counter_bits = 20, .block_shift = 2}), "");
  EXPECT_EQ(asked({.counter_bits = 24, .block_shift = 2}), refused);
  EXPECT_EQ(asked({.factor_int = 20}), refused);
}

}  // namespace weir::cosim::linear_rate_in_switch_test

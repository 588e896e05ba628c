// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Gradient gates in RTL, those of a switch with three ports and of a host at each: the same packets and messages as
// those of the model; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/missed_operators.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::gradient_gate_in_switch_test {

using flow_control::ClockedGate;
using flow_control::FakePort;
using flow_control::GfcGradient;
using flow_control::kC0;
using flow_control::PortContext;

constexpr char kBlock[] = "gradient_gate";

constexpr std::size_t kPorts = 3;

PortContext context_of(FakePort& port, const reference::Factories& factories, const std::string& name) {
  PortContext context = flow_control::context_for(flow_control::Scheme::kGfcGradient, port, 0x01);
  context.config.gfc_gradient = {.bm = 12'000_B, .reports = {.block = 64_B, .counter_bits = 16}};
  context.max_frame = 9216_B;
  context.name = name;
  context.factories = factories;
  return context;
}

// A switch, and at each port a host, which sends and takes; packets that come in by the last port come from elsewhere,
// as those of a switch do, and make its VIQ deep. Of the messages one of eight is lost.
class Star {
 public:
  Star(const reference::Factories& factories, std::uint64_t seed) : random_(seed, "gradient_gate_in_switch_test") {
    for (std::size_t p = 0; p < kPorts; ++p) {
      const std::string name = std::to_string(p);
      ports_.push_back(std::make_unique<End>(factories, "s1.p" + name));
      hosts_.push_back(std::make_unique<End>(factories, "h" + name + ".p0"));
      ports_.back()->engine.judge_inputs();
    }
    for (std::size_t p = 0; p < kPorts; ++p) {
      ports_[p]->engine.start(Time(0));
      hosts_[p]->engine.start(Time(0));
    }
  }

  // What is answered and written; steps often share a tick, or a picosecond.
  std::vector<std::uint64_t> play(int steps) {
    std::vector<std::uint64_t> said;
    for (int step = 0; step < steps; ++step) {
      now_ += random_.below(2) == 0 ? Time(0) : Time(static_cast<std::int64_t>(random_.below(3'000)));
      act(said);
    }
    return said;
  }

 private:
  struct End {
    End(const reference::Factories& factories, const std::string& name) : engine(context_of(port, factories, name)) {}
    FakePort port;
    GfcGradient engine;
    std::deque<Bytes> waits;   // in the VIQ
    std::deque<Bytes> leaves;  // taken out of it
    std::deque<Bytes> comes;   // on their way to this end
  };

  void act(std::vector<std::uint64_t>& said) {
    const std::size_t p = random_.below(kPorts);
    End& port = *ports_[p];
    End& host = *hosts_[p];
    switch (random_.below(8)) {
      case 0:
      case 1:
        return p == kPorts - 1 ? come(port) : send(host, port, said);
      case 2:
        return admit(port, host);
      case 3:
      case 4:
        return take(port, random_.below(kPorts), said);
      case 5:
        return leave(port);
      case 6:
        return message(port, host, said);
      default:
        return message(host, port, said);
    }
  }

  Bytes some_length() {
    return Bytes(static_cast<std::int64_t>(64 + random_.below(random_.below(2) == 0 ? 9'153 : 1'437)));
  }
  void come(End& port) {
    if (port.comes.size() + port.waits.size() < 40)
      port.comes.push_back(some_length());
  }
  void send(End& host, End& port, std::vector<std::uint64_t>& said) {
    const Bytes length = some_length();
    said.push_back(host.engine.sendable_at(kC0, length, now_) == kNever ? 0 : 1);
    if (said.back() == 0)
      return;
    host.engine.packet_sent(kC0, length, now_, now_);
    port.comes.push_back(length);
  }
  void admit(End& port, End& host) {
    if (!port.comes.empty()) {
      const Bytes length = port.comes.front();
      port.comes.pop_front();
      port.engine.packet_admitted(kC0, length, length, now_);
      port.waits.push_back(length);
    }
    if (!host.comes.empty() && random_.below(2) == 0) {
      host.engine.packet_released(kC0, host.comes.front(), 0_B, now_);
      host.comes.pop_front();
    }
  }
  // An output would take the head of a VIQ.
  void take(End& from, std::size_t output, std::vector<std::uint64_t>& said) {
    if (from.waits.empty())
      return;
    GfcGradient& to = ports_[output]->engine;
    said.push_back(to.may_take(from.engine, kC0, now_) ? 3 : 2);
    if (said.back() == 2 || random_.below(8) == 0)
      return;
    to.taken(from.engine, kC0, from.waits.front(), now_);
    from.leaves.push_back(from.waits.front());
    hosts_[output]->comes.push_back(from.waits.front());
    from.waits.pop_front();
  }
  void leave(End& port) {
    if (port.leaves.empty())
      return;
    port.engine.packet_released(kC0, port.leaves.front(), 0_B, now_);
    port.leaves.pop_front();
  }
  void message(End& end, End& peer, std::vector<std::uint64_t>& said) {
    end.engine.feedback_timer(kC0, now_);
    flow_control::Bytes60 bytes{};
    const std::size_t written = end.engine.build_feedback(bytes, now_);
    said.insert(said.end(), bytes.begin(), bytes.end());
    const bool elsewhere = &end == ports_.back().get();
    if (written != 0 && !elsewhere && random_.below(8) != 0)
      peer.engine.feedback_received({bytes.data(), written}, now_);
  }

  RandomStream random_;
  std::vector<std::unique_ptr<End>> ports_;
  std::vector<std::unique_ptr<End>> hosts_;
  Time now_;
};

TEST(GradientGateInSwitch, SaysWhatTheModelSays) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<std::uint64_t> model = Star(factories_at(kBlock, Fidelity::reference), seed).play(20'000);
    for (const std::uint64_t answer : {0U, 1U, 2U, 3U})
      EXPECT_GT(std::ranges::count(model, answer), 100) << answer;
    EXPECT_TRUE(model == Star(factories_at(kBlock, Fidelity::rtl), seed).play(20'000));
    EXPECT_TRUE(model == Star(factories_at(kBlock, Fidelity::lockstep), seed).play(20'000));
  }
}

// Each wrong operator of the RTL shows at a port, but for two: for packets that are refused the block is not clocked,
// and news of exactly 0 comes where a count of 2^16 blocks happens to end there.
TEST(GradientGateInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(
      "gradient_gate", [](const reference::Factories& factories) { Star(factories, 1).play(150'000); });
  EXPECT_EQ(operators.missed, (std::set<std::string_view>{"news_of_0_lost", "refused_is_counted"}));
  EXPECT_GT(operators.found, 20U);
}

// Without a comparison a wrong RTL is followed.
TEST(GradientGateInSwitch, TheRtlDecides) {
  const std::vector<std::uint64_t> model = Star(factories_at(kBlock, Fidelity::reference), 1).play(5'000);
  for (const std::string_view mutant : {"rule_ignored", "bm_ignored", "sent_is_not_counted", "release_lost"})
    EXPECT_FALSE(model == Star(factories_with(kBlock, mutant, Fidelity::rtl), 1).play(5'000)) << mutant;
}

// RTL and cycle model agree, and the port's model does not.
TEST(GradientGateInSwitch, TellsWhatTheModelHas) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::lockstep);
  ClockedGate gate(factories.of<reference::GradientGateBlock>()({}, "s1.p0.c0"), Time(1200));
  gate.admitted(24, 3_us, {});
  EXPECT_EQ(
      error_of<LockstepMismatch>([&] { gate.untaken(3_us, {}); }),
      "lock-step: s1.p0.c0 (gradient_gate) at 3us: after 2 cycles untaken_o is 24 in RTL, 0 in the switch's model");
  EXPECT_THAT(error_of<LockstepMismatch>([&] { gate.may_take({.stop = 10}, 3_us, {.untaken = 24}); }),
              HasSubstr("starts_o is 1 in RTL, 0 in the switch's model"));
}

// Events of a tick are one cycle, as far as no answer depends on it.
TEST(GradientGateInSwitch, ATickIsACycle) {
  struct Counted final : reference::GradientGateBlock {
    explicit Counted(int& n) : cycles(n) {}
    reference::GradientGateConfig widths() const override { return {}; }
    Outputs clock(const Inputs& in) override { return ++cycles, core.clock(in); }
    Outputs evaluate(const Inputs& in) override { return core.evaluate(in); }
    int& cycles;
    reference::GradientGateCycle core{{}};
  };
  int cycles = 0;
  ClockedGate gate(std::make_unique<Counted>(cycles), Time(1200));
  const ClockedGate::Outputs none;
  gate.admitted(1, 12'000_ps, none);
  gate.news(0, 12'500_ps, none);
  gate.left(1, 13'199_ps, none);
  EXPECT_EQ(cycles, 1) << "one at rest; the events wait";
  gate.admitted(1, 13'199_ps, none);
  EXPECT_EQ(cycles, 2) << "a second admission";
  EXPECT_EQ(gate.untaken(13'199_ps, none), 2U);
  EXPECT_EQ(cycles, 3) << "an output asks for the depth";
  gate.taken(1, 13'199_ps, none);
  EXPECT_TRUE(gate.may_take({.stop = 10}, 13'199_ps, none));
  EXPECT_EQ(cycles, 3) << "a taking of this VIQ is not about the other end";
  gate.takes({.blocks = 20, .stop = 10}, 13'199_ps, none);
  EXPECT_FALSE(gate.may_take({.stop = 10}, 13'199_ps, none));
  EXPECT_EQ(cycles, 4) << "a packet has been taken";
  EXPECT_EQ(gate.tells(13'199_ps, none).sent, 20U);
  gate.left(1, 13'200_ps, none);
  EXPECT_EQ(cycles, 4) << "the next tick";
}

TEST(GradientGateInSwitch, OtherRtlIsMadeAtNeed) {
  const auto& made = factories_at(kBlock, Fidelity::rtl);
  const char* const refused = "gradient_gate: this program makes no RTL with other parameters";
  const auto asked = [&](const reference::GradientGateConfig& widths) {
    return error_of([&] { made.of<reference::GradientGateBlock>()(widths, ""); });
  };
  EXPECT_EQ(asked({.counter_bits = 12}), refused);
  EXPECT_EQ(asked({.counter_bits = 16, .blocks_bits = 12}), "");
  EXPECT_EQ(asked({.counter_bits = 16, .blocks_bits = 13}), refused);
}

}  // namespace weir::cosim::gradient_gate_in_switch_test

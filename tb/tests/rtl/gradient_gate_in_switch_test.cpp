// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Gradient gates in RTL, those of a switch with three ports and of a host at each: the same packets and messages as
// those of the model; and a wrong RTL is found in lock-step, and followed where it stands alone.

#include "hw_model/mechanisms/flow_control/clocked_gate.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/gradient_star.h"
#include "tb/tests/rtl/wrong_rtl.h"

namespace weir::cosim::gradient_gate_in_switch_test {

using flow_control::ClockedGate;
using gradient_star::Star;

constexpr char kBlock[] = "gradient_gate";

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
  expect_missed(operators, {"news_of_0_lost", "refused_is_counted"});
  EXPECT_GT(operators.found, 20U);
}

// Without a comparison a wrong RTL is followed.
TEST(GradientGateInSwitch, TheRtlDecides) {
  expect_the_rtl_decides(kBlock, {"rule_ignored", "bm_ignored", "sent_is_not_counted", "release_lost"},
                         [](const reference::Factories& factories) { return Star(factories, 1).play(5'000); });
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

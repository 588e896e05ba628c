// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What only a cycle of the causality unit has: coincidences; and its registers by hand.

#include "hw_model/cycle_models/itsy_causality_cycle.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_causality_cycle_test {

using In = ItsyCausalityInputs;
using Out = ItsyCausalityOutputs;

constexpr std::uint32_t kSelf = 5;
constexpr std::uint32_t kXon = 3;

// One egress that is held and one ingress that pauses, with `waits` between them.
struct Knot {
  ItsyCausalityCycle unit{ItsyCausalityConfig{}};
  In settings{.switch_id = kSelf, .xon = kXon, .ttl = 15};

  explicit Knot(std::uint32_t waits = kXon + 1) {
    In in = settings;
    in.pause = in.pause_on = in.hold = in.hold_on = in.enqueues = true;
    in.pause_port = in.enqueues_ingress = 1;
    in.hold_port = in.enqueues_egress = 2;
    in.enqueues_amount = waits;
    unit.clock(in);
  }
  In comes_home() const {
    In in = settings;
    in.check = true;
    in.check_port = 2;
    in.check_switch = kSelf;
    in.check_initiator = 1;
    in.check_seq = unit.seq(1);
    return in;
  }
  In passes() const {
    In in = comes_home();
    in.check_switch = 9;
    in.check_seq = 77;
    in.check_ttl = 4;
    return in;
  }
};

TEST(ItsyCausalityCycle, PauseHoldAndPacketOfOneCycleAreOneInitiation) {
  Knot knot;
  EXPECT_EQ(knot.unit.seq(1), 1U);
  EXPECT_TRUE(knot.unit.own(1));
  EXPECT_EQ(knot.unit.evaluate(knot.settings).stuck, 2U);
  EXPECT_FALSE(Knot(kXon).unit.own(1));
  In take = knot.settings;
  take.take = true;
  take.take_port = 1;
  EXPECT_EQ(knot.unit.clock(take), (Out{.leaves = true,
                                        .leaves_switch = kSelf,
                                        .leaves_initiator = 1,
                                        .leaves_seq = 1,
                                        .leaves_ttl = 15,
                                        .due = 2,
                                        .own = 2,
                                        .held = 4,
                                        .pausing = 2,
                                        .stuck = 2}));
  EXPECT_FALSE(knot.unit.clock(take).leaves);
}

TEST(ItsyCausalityCycle, AResumeWinsOverACheckOfItsCycle) {
  for (const bool downstream : {false, true}) {  // RESUME of the held egress, or of the port that pauses
    Knot knot;
    const auto resume = [&](In in) {
      (downstream ? in.hold : in.pause) = true;
      in.pause_port = 1;
      in.hold_port = 2;
      return in;
    };
    EXPECT_TRUE(knot.unit.evaluate(knot.comes_home()).deadlock);
    EXPECT_FALSE(knot.unit.evaluate(resume(knot.comes_home())).deadlock);
    knot.unit.clock(resume(knot.passes()));
    EXPECT_FALSE(knot.unit.forwarded(1).valid);
    EXPECT_EQ(knot.unit.seen(2).valid, !downstream);
    Knot other;
    other.unit.clock(other.passes());
    EXPECT_TRUE(other.unit.forwarded(1).valid && other.unit.seen(2).valid);
    In take = other.settings;
    take.take = true;
    take.take_port = 1;
    other.unit.clock(take);  // the own one
    EXPECT_TRUE(other.unit.evaluate(take).leaves);
    EXPECT_FALSE(other.unit.evaluate(resume(take)).leaves);
    other.unit.clock(resume(take));
    EXPECT_EQ(other.unit.evaluate({}).due, 0U);
  }
}

TEST(ItsyCausalityCycle, OneComesAndOneGoesOfAPair) {
  Knot knot;
  In both = knot.settings;
  both.departs = both.enqueues = true;
  both.departs_egress = both.enqueues_egress = 2;
  both.departs_ingress = both.enqueues_ingress = 1;
  both.departs_amount = both.enqueues_amount = 1;
  EXPECT_FALSE(knot.unit.clock(both).count_wrong);
  EXPECT_EQ(knot.unit.count(2, 1), kXon + 1);
  EXPECT_TRUE(knot.unit.strong(2, 1));
  EXPECT_EQ(knot.unit.seq(1), 2U);  // the one that goes is first, so that the one that comes completes the edge
  both.departs_amount = 7;          // more than waits
  EXPECT_TRUE(knot.unit.clock(both).count_wrong);
  EXPECT_EQ(knot.unit.count(2, 1), 1U);
  both.departs = false;
  both.enqueues_amount = 255;  // more than it holds
  EXPECT_TRUE(knot.unit.clock(both).count_wrong);
  EXPECT_EQ(knot.unit.count(2, 1), 255U);
}

// The cycles of the wave in rtl/itsy_causality/itsy_causality.md.
TEST(ItsyCausalityCycle, EightCyclesByHand) {
  ItsyCausalityCycle unit{ItsyCausalityConfig{}};
  In settings{.pause_port = 1, .hold_port = 2, .take_port = 1, .check_port = 2, .enqueues_egress = 2};
  settings.enqueues_ingress = 1;
  settings.enqueues_amount = 4;
  settings.switch_id = kSelf;
  settings.xon = kXon;
  settings.ttl = 15;
  In before = settings;
  before.hold = before.hold_on = before.enqueues = true;
  unit.clock(before);
  struct Column {
    bool pause, pause_on, take, check;
    std::array<std::uint32_t, 4> arrives;
    bool deadlock, due;
    std::array<std::uint32_t, 4> leaves;
  };
  const Column columns[] = {{true, true, false, false, {}, false, false, {}},
                            {false, false, true, false, {}, false, true, {5, 1, 1, 15}},
                            {false, false, false, true, {9, 3, 77, 4}, false, false, {}},
                            {false, false, false, false, {}, false, true, {}},
                            {false, false, true, false, {}, false, true, {9, 3, 77, 3}},
                            {false, false, false, true, {5, 1, 1, 9}, true, false, {}},
                            {true, false, false, true, {5, 1, 1, 8}, false, false, {}},
                            {false, false, false, false, {}, false, false, {}}};
  for (std::size_t n = 0; n < 8; ++n) {
    SCOPED_TRACE(n);
    const Column& column = columns[n];
    In in = settings;
    in.pause = column.pause;
    in.pause_on = column.pause_on;
    in.take = column.take;
    in.check = column.check;
    in.check_switch = column.arrives[0];
    in.check_initiator = column.arrives[1];
    in.check_seq = column.arrives[2];
    in.check_ttl = column.arrives[3];
    const Out out = unit.clock(in);
    EXPECT_EQ(out.deadlock, column.deadlock);
    EXPECT_EQ(out.due, column.due ? 2U : 0U);
    EXPECT_EQ(out.leaves, column.leaves[0] != 0);
    EXPECT_EQ((std::array{out.leaves_switch, out.leaves_initiator, out.leaves_seq, out.leaves_ttl}), column.leaves);
  }
}

TEST(ItsyCausalityCycle, AClearKeepsNumbersAndAResetDoesNot) {
  Knot knot;
  In clear = knot.comes_home();
  clear.clear = true;
  EXPECT_FALSE(knot.unit.clock(clear).deadlock);
  EXPECT_EQ(knot.unit.evaluate(knot.settings), Out{});
  EXPECT_EQ(knot.unit.seq(1), 1U);
  knot.unit.clock({.rst_n = false});
  EXPECT_EQ(knot.unit, ItsyCausalityCycle{ItsyCausalityConfig{}});
}

TEST(ItsyCausalityCycle, RefusesPortsItCannotName) {
  EXPECT_THROW(ItsyCausalityCycle({.ports = 9, .port_bits = 3}), std::invalid_argument);
  EXPECT_THROW(ItsyCausalityCycle({.seq_bits = 1}), std::invalid_argument);
  EXPECT_THROW(ItsyCausalityCycle({.switch_bits = 30, .port_bits = 16, .seq_bits = 14}), std::invalid_argument);
}

}  // namespace weir::reference::itsy_causality_cycle_test

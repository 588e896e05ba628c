// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of the causality unit beside the protocol that it is made after: the same checks to the same ports
// and the same declarations. And what only a cycle has: coincidences.

#include "hw_model/reference/itsy_causality_cycle.h"

#include <array>
#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "hw_model/reference/itsy_repaired.h"

namespace weir::reference {
namespace {

using In = ItsyCausalityInputs;
using Out = ItsyCausalityOutputs;

constexpr std::uint32_t kSelf = 5;
constexpr std::uint32_t kXon = 3;

struct Shape {
  unsigned ports = 3;
  unsigned seq_bits = 3;
  std::uint32_t ttl = 3;  // on the wire: hops less one
  bool together = false;  // several events a cycle
};

class Beside {
 public:
  Beside(const Shape& shape, std::uint64_t seed)
      : shape_(shape),
        random_(seed),
        unit_({.ports = shape.ports, .count_bits = 4, .switch_bits = 3, .port_bits = 3, .seq_bits = shape.seq_bits}),
        protocol_({.switch_id = kSelf,
                   .seq_bits = shape.seq_bits,
                   .ttl = static_cast<std::uint8_t>(shape.ttl + 1),
                   .sums = false},
                  shape.ports, kXon) {}

  // What differs, and in which cycle; empty where nothing does. `spoil` a bit of what the unit is told.
  std::string go(int cycles, bool spoil = false) {
    for (int cycle = 0; cycle < cycles; ++cycle) {
      In in = draw();
      const std::string wanted = protocol(in);
      if (spoil && in.check && in.check_ttl > 0) {
        --in.check_ttl;
      }
      if (const std::string found = unit(in); found != wanted) {
        return "cycle " + std::to_string(cycle) + ": " + found + ", wanted " + wanted;
      }
    }
    return "";
  }

  int left = 0;
  int declared = 0;
  int went_on = 0;

 private:
  static std::string text_of(const std::optional<ItsyEntry>& check) {
    return check ? " check " + std::to_string(check->switch_id) + "." + std::to_string(check->port.index()) + "." +
                       std::to_string(check->seq) + "." + std::to_string(check->ttl)
                 : "";
  }
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  In draw() {
    In in{.switch_id = kSelf, .xon = kXon, .ttl = shape_.ttl};
    const std::uint32_t kind = below(11);
    const auto happens = [&](std::uint32_t which) { return kind == which || (shape_.together && one_in(3)); };
    in.pause_port = below(shape_.ports);
    in.hold_port = below(shape_.ports);
    in.take_port = below(shape_.ports);
    in.again_port = below(shape_.ports);
    in.check_port = below(shape_.ports);
    if (kind < 6) {  // of what initiates one at most
      in.pause = kind == 0;
      in.hold = kind == 1;
      in.pause_on = in.hold_on = !one_in(3);
      in.enqueues = kind == 2 || kind == 3;
      in.again = kind == 4;
      in.life_over = kind == 5 && one_in(4);
    }
    if (shape_.together && !in.pause && !in.life_over && one_in(40)) {
      in.pause = true;
      in.pause_on = false;
    }
    if (shape_.together && !in.hold && one_in(40)) {
      in.hold = true;
      in.hold_on = false;
    }
    in.enqueues_egress = below(shape_.ports);
    in.enqueues_ingress = below(shape_.ports);
    in.enqueues_amount = below(4);
    // What a pause or a hold of this cycle initiates leaves later.
    in.take = happens(6) && !(in.pause && in.pause_on) && !(in.hold && in.hold_on);
    in.check = happens(7) || kind == 8;
    in.departs = happens(9);
    packets(in);
    check(in);
    return in;
  }
  void packets(In& in) {
    in.departs_egress = below(shape_.ports);
    in.departs_ingress = below(shape_.ports);
    const std::uint32_t waits = unit_.count(in.departs_egress, in.departs_ingress);
    in.departs_amount = below(4);
    in.departs = in.departs && in.departs_amount <= waits;
    in.enqueues = in.enqueues && unit_.count(in.enqueues_egress, in.enqueues_ingress) + in.enqueues_amount < 16;
  }
  // Mostly of this switch, with a number near the last.
  void check(In& in) {
    in.check_switch = one_in(3) ? below(8) : kSelf;
    in.check_initiator = one_in(8) ? 7 : below(shape_.ports);
    const std::uint32_t most = (1U << shape_.seq_bits) - 1;
    const std::uint32_t age = one_in(2) ? 0 : below(8) & most;
    const bool own_port = in.check_initiator < shape_.ports;
    in.check_seq = own_port ? (unit_.seq(in.check_initiator) - age) & most : 0;
    // What this very cycle initiates has not been round, and is not counted as given.
    if (own_port && ((in.pause && in.pause_on) || (in.hold && in.hold_on)) &&
        (age == most || unit_.given(in.check_initiator) + 1 >= most)) {
      in.check = false;
    }
    in.check_ttl = below(shape_.ttl + 1);
  }

  std::string protocol(const In& in) {
    std::optional<ItsyEntry> leaves;
    std::optional<PortId> home;
    for (const bool on : {false, true}) {  // no edge of the cycle is one that a RESUME of it ends
      if (in.pause && in.pause_on == on) {
        protocol_.pausing(PortId(in.pause_port), on, PortId(0));
      }
      if (in.hold && in.hold_on == on) {
        protocol_.held(PortId(in.hold_port), on);
      }
    }
    if (in.take) {
      if (const auto message = protocol_.take(PortId(in.take_port))) {
        leaves = message->entry;
      }
    }
    if (in.check) {
      const ItsyEntry entry{.switch_id = in.check_switch,
                            .port = PortId(in.check_initiator),
                            .seq = in.check_seq,
                            .ttl = static_cast<std::uint8_t>(in.check_ttl + 1)};
      home =
          protocol_.arrived(PortId(in.check_port), {.kind = frame::ItsyKind::kChecking, .entry = entry, .trigger = {}});
    }
    if (in.departs) {
      protocol_.departed(PortId(in.departs_egress), PortId(in.departs_ingress), in.departs_amount);
    }
    if (in.enqueues) {
      protocol_.enqueued(PortId(in.enqueues_egress), PortId(in.enqueues_ingress), in.enqueues_amount);
    }
    if (in.again) {
      protocol_.again(PortId(in.again_port));
    }
    if (in.life_over) {
      protocol_.life_over();
    }
    std::uint64_t due = 0;
    for (unsigned i = 0; i < shape_.ports; ++i) {
      due |= std::uint64_t{protocol_.due(PortId(i)) ? 1U : 0U} << i;
    }
    left += leaves ? 1 : 0;
    went_on += leaves && leaves->switch_id != kSelf ? 1 : 0;
    declared += home ? 1 : 0;
    return "due " + std::to_string(due) + text_of(leaves) + (home ? " home " + std::to_string(home->index()) : "");
  }

  std::string unit(const In& in) {
    const Out out = unit_.clock(in);
    std::optional<ItsyEntry> leaves;
    if (out.leaves) {
      leaves = {.switch_id = out.leaves_switch,
                .port = PortId(out.leaves_initiator),
                .seq = out.leaves_seq,
                .ttl = static_cast<std::uint8_t>(out.leaves_ttl + 1)};
    }
    return "due " + std::to_string(unit_.evaluate({}).due) + text_of(leaves) +
           (out.deadlock ? " home " + std::to_string(out.deadlock_port) : "");
  }

  Shape shape_;
  std::mt19937_64 random_;
  ItsyCausalityCycle unit_;
  ItsyRepaired protocol_;
};

TEST(ItsyCausalityCycle, SaysWhatTheProtocolSays) {
  for (const Shape shape : {Shape{}, Shape{.ports = 5, .seq_bits = 2, .ttl = 0}, Shape{.seq_bits = 8, .ttl = 15},
                            Shape{.together = true}, Shape{.ports = 7, .seq_bits = 2, .ttl = 1, .together = true}}) {
    Beside beside(shape, 1);
    EXPECT_EQ(beside.go(200'000), "") << shape.ports << (shape.together ? " together" : "");
    EXPECT_GT(beside.left, 2000);
    EXPECT_GT(beside.declared, 500);
    EXPECT_EQ(beside.went_on > 200, shape.ttl > 0);
  }
}

TEST(ItsyCausalityCycle, AHopTooFewIsFound) { EXPECT_NE(Beside({}, 1).go(20'000, true), ""); }

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

}  // namespace
}  // namespace weir::reference

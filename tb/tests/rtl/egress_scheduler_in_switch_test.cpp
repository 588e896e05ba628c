// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The scheduler of a port in RTL: the same classes in the same order as by the model; and a wrong RTL is found in
// lock-step, and followed where it stands alone.

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/egress/clocked_scheduler.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::egress_scheduler_in_switch_test {

using egress::ClockedScheduler;
using egress::Discipline;
using egress::EgressConfig;
using egress::PortAsks;
using egress::Turns;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kBlock[] = "egress_scheduler";

constexpr int kNone = ClockedScheduler::kNone;
constexpr PortId kPort(2);

EgressConfig config_of(Discipline discipline) {
  return {.discipline = discipline,
          .weights = {1, 2, 5, 1, 255, 3, 1, 17},
          .strict = ClassMask(discipline == Discipline::kStrictOverDwrr ? 0b1000'0100 : 0),
          .quantum = 1518_B};
}

// One port of a switch: classes with a packet each, held and short of credits and tokens as chance has it, and what the
// port sends.
class Port {
 public:
  Port(Discipline discipline, const reference::Factories& factories, std::uint64_t seed)
      : random_(seed, "egress_scheduler_in_switch_test"),
        config_(config_of(discipline)),
        turns_(config_, kPort.index() + 1),
        block_(egress::make_clocked_scheduler(factories, "s1", kPort, config_)) {
    asks_.lengths.fill(64_B);
  }

  // The classes that were sent.
  std::vector<int> play(int steps) {
    std::vector<int> sent;
    for (int step = 0; step < steps; ++step) {
      now_ += 100_ns;
      change();
      int c = chosen();
      if (block_ != nullptr)
        c = block_->choose(asks_, c, config_, turns_, now_);
      if (c == kNone || random_.below(8) == 0)  // or link-level retry makes the packet wait
        continue;
      if (block_ == nullptr || block_->start())
        send(ClassId(static_cast<std::size_t>(c)));
      sent.push_back(c);
    }
    return sent;
  }

 private:
  // By the model: the class in turn, if the port's shaper lets it go.
  int chosen() const {
    const ClassMask may = asks_.waiting & ~asks_.blocked & asks_.credit & asks_.open;
    if (may == 0)
      return kNone;
    const ClassId c = turns_.next(kPort, may, [&](ClassId of) { return asks_.lengths[of.index()]; });
    return (asks_.port_open & (1U << c.index())) == 0 ? kNone : static_cast<int>(c.index());
  }

  void send(ClassId c) {
    turns_.sent(kPort, c, asks_.lengths[c.index()], asks_.waiting);
    if (block_ != nullptr)
      block_->started(turns_);
    asks_.waiting &= static_cast<ClassMask>(random_.below(3) == 0 ? ~(1U << c.index()) : ~0U);
    asks_.lengths[c.index()] = some_length();
  }

  Bytes some_length() {
    return random_.below(3) == 0 ? 64_B : Bytes(static_cast<std::int64_t>(64 + random_.below(1455)));
  }
  ClassMask some(std::uint64_t of_eight) {
    ClassMask mask = 0;
    for (unsigned c = 0; c < kClasses; ++c)
      mask |= static_cast<ClassMask>(random_.below(8) < of_eight ? 1U << c : 0U);
    return mask;
  }

  // New packets; now and then who may not go, other settings, or a reset.
  void change() {
    asks_.waiting |= some(random_.below(4));
    if (random_.below(4) == 0) {
      asks_.blocked = some(random_.below(5));
      asks_.credit = asks_.waiting & ~some(random_.below(3));
      asks_.open = asks_.waiting & ~some(random_.below(3));
      asks_.port_open = asks_.waiting & ~some(random_.below(2));
    }
    if (random_.below(3) != 0)
      asks_.credit = asks_.open = asks_.port_open = asks_.waiting;
    if (random_.below(500) == 0) {
      config_.weights[random_.below(kClasses)] = static_cast<std::uint8_t>(1 + random_.below(255));
      config_.quantum = 1518_B + Bytes(static_cast<std::int64_t>(random_.below(7000)));
      config_.strict = config_.strict == 0 ? ClassMask{0} : ClassMask(1 + random_.below(255));
      turns_.reconfigured();
    }
    if (random_.below(1'000) == 0) {
      turns_.reset();
      if (block_ != nullptr)
        block_->reset(now_);
    }
  }

  RandomStream random_;
  EgressConfig config_;
  Turns turns_;
  std::unique_ptr<ClockedScheduler> block_;
  PortAsks asks_;
  Time now_;
};

constexpr Discipline kInRtl[] = {Discipline::kStrictPriority, Discipline::kDwrr, Discipline::kStrictOverDwrr};

TEST(EgressSchedulerInSwitch, TheSameClassesInTheSameOrder) {
  for (const Discipline discipline : kInRtl) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const std::vector<int> model = Port(discipline, factories_at(kBlock, Fidelity::reference), seed).play(20'000);
      EXPECT_GT(model.size(), 10'000U);
      EXPECT_TRUE(model == Port(discipline, factories_at(kBlock, Fidelity::rtl), seed).play(20'000));
      EXPECT_TRUE(model == Port(discipline, factories_at(kBlock, Fidelity::lockstep), seed).play(20'000));
    }
  }
}

// Disciplines that the RTL has not are the model's alone.
TEST(EgressSchedulerInSwitch, OtherDisciplinesHaveNoBlock) {
  const reference::Factories factories = factories_at(kBlock, Fidelity::rtl);
  for (const Discipline discipline : {Discipline::kRoundRobin, Discipline::kVlArbitration})
    EXPECT_EQ(egress::make_clocked_scheduler(factories, "s1", kPort, {.discipline = discipline}), nullptr);
  EXPECT_NE(egress::make_clocked_scheduler(factories, "s1", kPort, {}), nullptr);
}

// Each wrong operator of the RTL shows at a port, but for those about a quantum that is too little for a packet.
TEST(EgressSchedulerInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (const Discipline discipline : {Discipline::kStrictOverDwrr, Discipline::kDwrr})
      Port(discipline, factories, 1).play(10'000);
  });
  expect_missed(operators, {"next_keeps_what_is_too_little", "next_may_owe"});
  EXPECT_GT(operators.found, 60U);
}

// Without a comparison a wrong RTL is followed, as far as there is a packet to send.
TEST(EgressSchedulerInSwitch, TheRtlDecides) {
  const auto played = [](const reference::Factories& factories) {
    return Port(Discipline::kDwrr, factories, 1).play(5'000);
  };
  expect_the_rtl_decides(kBlock, {"credits_are_ignored", "a_block_stops_all", "shapers_are_ignored"}, played);
  EXPECT_THAT(error_of<InvariantBroken>([&] { played(factories_with(kBlock, "empty_classes_may_go", Fidelity::rtl)); }),
              StartsWith("the block egress_scheduler chooses no class with a packet; "));
}

// RTL and cycle model agree, and the switch's model does not.
TEST(EgressSchedulerInSwitch, TellsWhatTheModelHas) {
  const EgressConfig config = config_of(Discipline::kDwrr);
  Turns turns(config, 3);
  const auto block = egress::make_clocked_scheduler(factories_at(kBlock, Fidelity::lockstep), "s1", kPort, config);
  PortAsks asks{.waiting = 0b0110, .credit = 0xff, .open = 0xff, .port_open = 0xff};
  asks.lengths.fill(64_B);
  const auto refusal = [&](int model) {
    return error_of<LockstepMismatch>([&] { block->choose(asks, model, config, turns, 300_ns); });
  };
  EXPECT_EQ(refusal(1), "");
  EXPECT_EQ(
      refusal(2),
      "lock-step: s1.p2 (egress_scheduler) at 300ns: after 2 cycles chosen_o is 2 in RTL, 4 in the switch's model");
  EXPECT_EQ(refusal(1), "");
  EXPECT_TRUE(block->start());
  turns.sent(kPort, ClassId(1), 65_B, asks.waiting);  // of a packet of 64 B
  EXPECT_THAT(refusal(1), HasSubstr("deficits_0_1_o is "));
  // The port's shaper stops the class in turn, and the model lets another overtake.
  asks.port_open = 0b0100;
  Turns fresh(config, 3);
  const auto another = egress::make_clocked_scheduler(factories_at(kBlock, Fidelity::lockstep), "s1", kPort, config);
  EXPECT_THAT(error_of<LockstepMismatch>([&] { another->choose(asks, 2, config, fresh, 1_us); }),
              HasSubstr("chosen_o is 2 in RTL, 4 in the switch's model"));
}

}  // namespace weir::cosim::egress_scheduler_in_switch_test

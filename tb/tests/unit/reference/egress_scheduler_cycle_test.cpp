// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/egress_scheduler_cycle.h"

#include <array>
#include <deque>
#include <optional>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/egress/turns.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::egress_scheduler_cycle_test {

using egress::Discipline;

std::string refusal(const EgressSchedulerConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(EgressSchedulerCycle, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.length_bits = 16, .weight_bits = 1}), "");
  EXPECT_EQ(refusal({.length_bits = 17}), "egress_scheduler: length_bits is 17, wanted 1..16");
  EXPECT_EQ(refusal({.weight_bits = 0}), "egress_scheduler: weight_bits is 0, wanted 1..8");
}

// Of classes that all may go.
EgressSchedulerInputs of_classes(std::uint32_t classes, std::uint32_t length, std::uint32_t weight,
                                 std::uint32_t quantum) {
  EgressSchedulerInputs in{.waiting = classes, .credit = 255, .open = 255, .port_open = 255, .ready = true};
  for (std::size_t c = 0; c < kScheduledClasses; ++c) {
    set_scheduled_length({}, in, c, length);
    set_scheduled_weight({}, in, c, weight);
  }
  in.quantum = quantum;
  return in;
}

// The cycles of the wave in rtl/egress_scheduler/egress_scheduler.md.
TEST(EgressSchedulerCycle, DoesWhatThePageShows) {
  EgressSchedulerCycle block({});
  const std::uint32_t turn[] = {0, 1, 1, 3, 1, 1, 3, 3, 3};
  const std::uint32_t chosen[] = {1, 1, 3, 1, 1, 3, 3, 3, 3};
  const std::uint32_t of_1[] = {0, 900, 300, 300, 1200, 600, 0, 0, 0};
  const std::uint32_t of_3[] = {0, 0, 0, 900, 900, 900, 300, 1200, 600};
  for (std::size_t cycle = 0; cycle < 9; ++cycle) {
    EgressSchedulerInputs in = of_classes(cycle < 5 ? 0b1010U : 0b1000U, 600, 1, 1500);
    in.blocked = cycle == 3 ? 0b1000U : 0U;
    const EgressSchedulerOutputs out = block.clock(in);
    EXPECT_EQ(out.chosen, 1U << chosen[cycle]) << cycle;
    EXPECT_TRUE(out.grant);
    EXPECT_EQ(out.turn, turn[cycle]) << cycle;
    EXPECT_EQ(scheduled_deficit({}, out, 1), of_1[cycle]) << cycle;
    EXPECT_EQ(scheduled_deficit({}, out, 3), of_3[cycle]) << cycle;
  }
}

// The rows of the page's table of cases in one cycle: class 2 is in turn and has 500 bytes left, class 5 comes next.
class OneCycle : public testing::Test {
 protected:
  void SetUp() override {
    block_.clock(of_classes(0b100100, 700, 1, 1200));  // class 2
    EXPECT_EQ(block_.turn(), 2U);
    EXPECT_EQ(block_.deficit(2), 500U);
  }
  EgressSchedulerCycle block_{{}};
};

TEST_F(OneCycle, AStrictClassLeavesTheTurnAsItIs) {
  EgressSchedulerInputs in = of_classes(0b10000000, 700, 1, 1200);
  in.strict = 0b10000000;
  EXPECT_TRUE(block_.clock(in).grant);
  EXPECT_EQ(block_.turn(), 2U);
  EXPECT_EQ(block_.deficit(2), 500U);
  EXPECT_EQ(block_.deficit(7), 0U);
  in = of_classes(0b100, 400, 1, 1200);  // the class in turn, now strict
  in.strict = 0b100;
  EXPECT_EQ(block_.clock(in).chosen, 0b100U);
  EXPECT_EQ(block_.deficit(2), 500U);
}

TEST_F(OneCycle, AHeldClassKeepsItsDeficitAndAnEmptyOneDoesNot) {
  struct Case {
    const char* why;
    std::uint32_t EgressSchedulerInputs::*mask;
    std::uint32_t value;
    std::uint32_t left;
  };
  for (const Case& each : {Case{"blocked", &EgressSchedulerInputs::blocked, 0b100, 500},
                           Case{"no credit", &EgressSchedulerInputs::credit, 0b11111011, 500},
                           Case{"closed", &EgressSchedulerInputs::open, 0b11111011, 500},
                           Case{"empty", &EgressSchedulerInputs::waiting, 0b100000, 0}}) {
    EgressSchedulerCycle block = block_;
    EgressSchedulerInputs in = of_classes(0b100100, 400, 1, 1200);
    in.*each.mask = each.value;
    EXPECT_EQ(block.clock(in).chosen, 0b100000U) << each.why;
    EXPECT_EQ(block.deficit(2), each.left) << each.why;
    EXPECT_EQ(block.deficit(5), 800U) << each.why;
    in = of_classes(0b000100, 400, 1, 1200);  // class 5 is empty, class 2 comes back
    block.clock(in);
    EXPECT_EQ(block.deficit(2), each.left == 0 ? 800U : 100U) << each.why;
    EXPECT_EQ(block.deficit(5), 0U) << each.why;
  }
}

TEST_F(OneCycle, AloneAndTooShortOfBytesATurnBeginsAnew) {
  block_.clock(of_classes(0b100, 700, 2, 1200));
  EXPECT_EQ(block_.deficit(2), 500U + 2400 - 700);
  block_.clock(of_classes(0b100000, 16383, 3, 1));  // too small a quantum
  EXPECT_EQ(block_.turn(), 5U);
  EXPECT_EQ(block_.deficit(5), 0U);
  EXPECT_EQ(block_.deficit(2), 0U);
}

TEST_F(OneCycle, WithoutAGrantNothingChanges) {
  for (const int why : {0, 1, 2}) {
    EgressSchedulerInputs in = of_classes(0b100000, 700, 1, 1200);
    in.ready = why != 0;
    in.port_open = why == 1 ? 0b11011111 : 255;
    in.waiting = why == 2 ? 0 : in.waiting;
    const EgressSchedulerOutputs out = block_.clock(in);
    EXPECT_EQ(out.chosen, why == 2 ? 0U : 0b100000U);
    EXPECT_FALSE(out.grant);
    EXPECT_EQ(block_.turn(), 2U);
    EXPECT_EQ(block_.deficit(2), 500U);
  }
}

// Queues of a port with what may hold each of them.
struct Queues {
  explicit Queues(std::uint64_t seed) : random(seed, "queues of a port") {}

  void step() {
    if (random.below(64) == 0) {
      strict = random.below(2) == 0 ? 0U : static_cast<std::uint32_t>(random.below(256));
    }
    const auto comes = static_cast<std::size_t>(random.below(kScheduledClasses));
    if (packets[comes].size() < 8) {
      packets[comes].push_back(
          static_cast<std::uint32_t>(random.below(2) == 0 ? 64 + random.below(128) : 64 + random.below(9153)));
    }
    const std::uint64_t draw = random.next();
    held = static_cast<std::uint32_t>(draw & draw >> 8U & 255U);
    in = {.blocked = held & static_cast<std::uint32_t>(draw >> 16U),
          .credit = 255 & ~(held & static_cast<std::uint32_t>(draw >> 24U)),
          .open = 255,
          .port_open = 255,
          .ready = true,
          .strict = strict,
          .quantum = 9216};
    for (std::size_t c = 0; c < kScheduledClasses; ++c) {
      in.waiting |= packets[c].empty() ? 0U : 1U << c;
      set_scheduled_length({}, in, c, packets[c].empty() ? 0 : packets[c].front());
      set_scheduled_weight({}, in, c, weights[c]);
    }
    held = in.blocked | (255 & ~in.credit);
  }

  RandomStream random;
  std::array<std::deque<std::uint32_t>, kScheduledClasses> packets;
  std::array<std::uint32_t, kScheduledClasses> weights = {1, 2, 7, 1, 255, 3, 1, 16};
  std::uint32_t strict = 0;
  std::uint32_t held = 0;
  EgressSchedulerInputs in;
};

// DWRR as Shreedhar and Varghese have it, queue by queue and turn by turn, from the page of the block alone: a turn
// begins with a quantum and lasts while packets fit; at its end an empty queue loses its deficit. A held class
// (decision 0135) is passed by and keeps it; it has a new quantum only where its packet does not fit.
class PaperDwrr {
 public:
  // The class that sends, of those with packets that are not held; it is charged.
  std::optional<std::size_t> serve(const Queues& queues) {
    const auto may = [&](std::size_t c) { return !queues.packets[c].empty() && (queues.held >> c & 1U) == 0; };
    for (std::size_t c = kScheduledClasses; c-- > 0;) {
      if ((queues.strict >> c & 1U) != 0 && may(c)) {
        return c;
      }
    }
    const auto fits = [&](std::size_t c) { return queues.packets[c].front() <= deficit[c]; };
    if (!may(turn) || !fits(turn)) {
      std::size_t next = turn;
      std::size_t passed = 0;
      do {
        next = (next + 1) % kScheduledClasses;
      } while (!may(next) && ++passed < kScheduledClasses);
      if (!may(next)) {
        return std::nullopt;
      }
      if (queues.packets[turn].empty() || (forgets_held && !may(turn))) {
        deficit[turn] = 0;
      }
      turn = next;
      if (!fits(turn)) {
        deficit[turn] += std::uint64_t{queues.weights[turn]} * queues.in.quantum;
      }
    }
    deficit[turn] -= queues.packets[turn].front();
    return turn;
  }

  bool forgets_held = false;  // against 0135: a held class loses its deficit, too
  std::array<std::uint64_t, kScheduledClasses> deficit{};
  std::size_t turn = 0;
};

// Packets until block and paper choose otherwise or have other deficits; none: they never do. Counts what each class
// sent.
std::optional<std::uint64_t> first_difference(PaperDwrr paper, std::uint64_t most,
                                              std::array<std::uint64_t, kScheduledClasses>& sent) {
  Queues queues(1);
  EgressSchedulerCycle block({});
  for (std::uint64_t packets = 0; packets < most;) {
    queues.step();
    const std::optional<std::size_t> served = paper.serve(queues);
    bool same = block.clock(queues.in).chosen == (served ? 1U << *served : 0U);
    for (std::size_t c = 0; c < kScheduledClasses; ++c) {
      same = same && block.deficit(c) == paper.deficit[c];
    }
    if (!same) {
      return packets;
    }
    if (served) {
      ++sent[*served];
      queues.packets[*served].pop_front();
      ++packets;
    }
  }
  return std::nullopt;
}

TEST(EgressSchedulerCycle, HasTheDeficitsOfThePaperAfterTenMillionPackets) {
  constexpr std::uint64_t kPackets = 10'000'000;
  std::array<std::uint64_t, kScheduledClasses> sent{};
  EXPECT_EQ(first_difference({}, kPackets, sent), std::nullopt);
  for (std::size_t c = 0; c < kScheduledClasses; ++c) {
    EXPECT_GT(sent[c], kPackets / 20) << c;
  }
  PaperDwrr other;
  other.forgets_held = true;
  EXPECT_LT(first_difference(other, kPackets, sent).value_or(kPackets), 1'000U);
}

// Beside the model of the switch, under each discipline that the block has.
TEST(EgressSchedulerCycle, ChoosesAsTheModelOfTheSwitch) {
  for (const Discipline discipline : {Discipline::kStrictPriority, Discipline::kDwrr, Discipline::kStrictOverDwrr}) {
    Queues queues(2);
    egress::EgressConfig config{.discipline = discipline, .quantum = Bytes(9216)};
    for (std::size_t c = 0; c < kScheduledClasses; ++c) {
      config.weights[c] = static_cast<std::uint8_t>(queues.weights[c]);
    }
    egress::Turns turns(config, 1);
    EgressSchedulerCycle block({});
    for (int n = 0; n < 300'000; ++n) {
      queues.step();
      config.strict = static_cast<ClassMask>(queues.strict);
      turns.reconfigured();
      queues.in.strict = discipline == Discipline::kDwrr             ? 0
                         : discipline == Discipline::kStrictOverDwrr ? queues.strict
                                                                     : 255;
      const std::uint32_t chosen = block.clock(queues.in).chosen;
      const auto candidates = static_cast<ClassMask>(queues.in.may());
      if (candidates == 0) {
        ASSERT_EQ(chosen, 0U);
        continue;
      }
      const auto length = [&](ClassId c) { return Bytes(queues.packets[c.index()].front()); };
      const ClassId c = turns.next(PortId(0), candidates, length);
      ASSERT_EQ(chosen, mask_of(c));
      turns.sent(PortId(0), c, length(c), static_cast<ClassMask>(queues.in.waiting));
      queues.packets[c.index()].pop_front();
      for (std::size_t each = 0; each < kScheduledClasses; ++each) {
        ASSERT_EQ(static_cast<std::int64_t>(block.deficit(each)), turns.deficit(PortId(0), ClassId(each)).count());
      }
    }
  }
}

}  // namespace weir::reference::egress_scheduler_cycle_test

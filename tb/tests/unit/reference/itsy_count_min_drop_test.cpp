// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_count_min_drop.h"

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_count_min_drop_test {

ItsyFlowId flow(std::uint64_t n) { return {.addresses = n, .ports = 1}; }

TEST(ItsyLossBudget, IsAPartOfTheFlowOrOnePacket) {
  const ItsyLossBudget budget(0.25);
  EXPECT_EQ(budget.allows(100), 25U);
  EXPECT_EQ(budget.allows(0xffff'ffff), 0x3fff'ffffU);
  EXPECT_TRUE(budget.may_lose(4, 0, 24)) << "one packet in any case";
  EXPECT_EQ(budget.overdraft(4, 24), 23U);
  EXPECT_FALSE(budget.may_lose(100, 24, 2));
  EXPECT_TRUE(budget.may_lose(100, 24, 1));
  EXPECT_EQ(budget.overdraft(100, 25), 0U);
  EXPECT_THROW(ItsyLossBudget(1.0), std::invalid_argument);
  EXPECT_THROW(ItsyLossBudget(-0.1), std::invalid_argument);
}

TEST(ItsyDropRounds, DoubleUntilTheQueueIsAtXon) {
  ItsyDropRounds rounds;
  rounds.begin(80_KB, 77_KB);
  EXPECT_EQ(rounds.wants(), 1U);
  rounds.dropped(79_KB);
  EXPECT_EQ(rounds.wants(), 0U);
  rounds.moved(79_KB + 999_B);
  EXPECT_EQ(rounds.wants(), 0U) << "not as long as it was";
  rounds.moved(80_KB);
  EXPECT_EQ(rounds.wants(), 2U);
  rounds.dropped(79_KB);
  rounds.again(79_KB);
  EXPECT_EQ(rounds.wants(), 4U) << "declared again: what was left of the round is given up";
  rounds.dropped(78_KB);
  EXPECT_TRUE(rounds.active());
  rounds.dropped(77_KB);
  EXPECT_FALSE(rounds.active());
  EXPECT_EQ(rounds.wants(), 0U);
  rounds.moved(90_KB);
  rounds.again(90_KB);
  EXPECT_EQ(rounds.wants(), 0U) << "over";
  rounds.begin(80_KB, 77_KB);
  EXPECT_EQ(rounds.wants(), 1U) << "the next one begins anew";
  rounds.begin(77_KB, 77_KB);
  EXPECT_FALSE(rounds.active());
}

TEST(ItsyDropRounds, KeepWithinTheirRegister) {
  ItsyDropRounds rounds;
  rounds.begin(80_KB, 77_KB);
  for (int n = 0; n < 40; ++n)
    rounds.again(80_KB);
  EXPECT_EQ(rounds.round(), 32'768U);
}

// 1e-4 of 10,000 packets of 64 bytes is one packet; of fewer it is none, and the first one is overdraft.
TEST(ItsyCountMinDrop, DropsOfTheLargestFlowsWithinTheirLoss) {
  ItsyCountMinDrop port({.sketch = ItsySketch::Settings(), .top_flows = 2, .tolerated_loss = 0.001});
  for (int n = 0; n < 3000; ++n)
    port.passes(flow(1), 64_B);
  for (int n = 0; n < 500; ++n)
    port.passes(flow(2), 64_B);
  port.passes(flow(3), 64_B);
  EXPECT_FALSE(port.may_drop(flow(3), 64_B)) << "not one of the two largest";
  for (int n = 0; n < 2; ++n) {
    ASSERT_TRUE(port.may_drop(flow(1), 64_B));
    port.dropped(flow(1), 64_B);
  }
  EXPECT_EQ(port.overdraft(), 0U);
  ASSERT_TRUE(port.may_drop(flow(2), 64_B));
  port.dropped(flow(2), 64_B);
  EXPECT_EQ(port.overdraft(), 1U);
  EXPECT_FALSE(port.may_drop(flow(2), 64_B));
  port.ends(flow(2));
  EXPECT_FALSE(port.may_drop(flow(2), 64_B));
  EXPECT_EQ(port.sketch().estimate(flow(2)), 0U);
}

// Two flows in one cell: the estimate of the small one is that of both, and so is what it may lose.
TEST(ItsyCountMinDrop, TakesAnEstimateThatIsTooLargeForTheTruth) {
  ItsyCountMinDrop port({.sketch = {.rows = 1, .cells = 1}, .top_flows = 2, .tolerated_loss = 0.01});
  for (int n = 0; n < 1000; ++n)
    port.passes(flow(1), 64_B);
  port.passes(flow(2), 64_B);
  for (int n = 0; n < 10; ++n) {
    ASSERT_TRUE(port.may_drop(flow(2), 64_B)) << n;
    port.dropped(flow(2), 64_B);
  }
  EXPECT_FALSE(port.may_drop(flow(2), 64_B));
  EXPECT_EQ(port.overdraft(), 0U) << "by the estimate";
}

// What each flow has sent and lost in truth: never above its part of what the estimate was, but by the overdraft, which
// is less than one packet a flow; and where flows share no cell, the same of the truth.
RC_GTEST_PROP(ItsyCountMinDrop, NeverPassesItsBudgetButByTheOverdraft, (const std::vector<std::uint32_t>& words)) {
  constexpr std::size_t kFlows = 2;
  ItsyCountMinDrop port({.sketch = {.rows = 4, .cells = 1U << 18U}, .top_flows = 8, .tolerated_loss = 0.5});
  std::array<std::uint64_t, kFlows> sent{};
  std::array<std::uint64_t, kFlows> lost{};
  for (const std::uint32_t word : words) {
    const std::size_t n = (word >> 8U) % kFlows;
    const Bytes length(64 + (word >> 16U) % 1437);
    if (word % 3 != 0) {
      port.passes(flow(n), length);
      sent[n] += itsy_flow_units(length);
    } else if (port.may_drop(flow(n), length)) {
      port.dropped(flow(n), length);
      lost[n] += itsy_flow_units(length);
    }
    std::uint64_t beyond = 0;
    for (std::size_t f = 0; f < kFlows; ++f) {
      const std::uint64_t allowed = sent[f] / 2;
      beyond += lost[f] > allowed ? lost[f] - allowed : 0;
    }
    RC_ASSERT(beyond <= port.overdraft());
    RC_ASSERT(port.overdraft() <= kFlows * itsy_flow_units(1500_B));
  }
  RC_ASSERT(port.top().forgotten() == 0);
}

TEST(ItsyCountMinDrop, EndsFlowsOfWhichNoPacketHasPassed) {
  ItsyCountMinDrop port({.sketch = ItsySketch::Settings(), .top_flows = 2, .tolerated_loss = 0.001});
  const ItsyFlowId one{.addresses = 1, .ports = 0};
  const ItsyFlowId two{.addresses = 2, .ports = 0};
  port.passes(one, Bytes(6400));
  port.passes(two, Bytes(640));
  port.end_idle();
  EXPECT_NE(port.top().find(one), nullptr) << "it has been seen since the last time, which never was";
  port.passes(two, Bytes(640));
  port.end_idle();
  EXPECT_EQ(port.top().find(one), nullptr);
  EXPECT_EQ(port.sketch().estimate(one), 0U);
  EXPECT_EQ(port.sketch().estimate(two), 20U);
  port.passes(one, Bytes(64));
  EXPECT_EQ(port.top().find(one)->size, 1U) << "begins anew";
}

}  // namespace weir::reference::itsy_count_min_drop_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/gradient_gate_cycle.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::gradient_gate_cycle_test {

std::string refusal(const GradientGateConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(GradientGateCycle, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.counter_bits = 32, .blocks_bits = 16}), "");
  EXPECT_EQ(refusal({.counter_bits = 33}), "gradient gate: counter_bits is 33, wanted 2..32");
  EXPECT_EQ(refusal({.counter_bits = 1, .blocks_bits = 1}), "gradient gate: counter_bits is 1, wanted 2..32");
  EXPECT_EQ(refusal({.counter_bits = 24, .blocks_bits = 17}), "gradient gate: blocks_bits is 17, wanted 1..16");
  EXPECT_EQ(refusal({.counter_bits = 7, .blocks_bits = 8}),
            "gradient gate: blocks_bits is 8, wanted at most the 7 of counter_bits");
}

// The cycles of the wave in rtl/gradient_gate/gradient_gate.md.
TEST(GradientGateCycle, DoesWhatThePageShows) {
  GradientGateCycle gate({.counter_bits = 8});
  gate.clock({.news = true, .news_freed = 248});
  struct Column {
    GradientGateInputs in;
    bool starts;
    std::uint32_t held;
  };
  const auto wants = [](std::uint32_t depth) {
    return GradientGateInputs{.wants = true, .blocks = 4, .depth = depth, .stop = 10};
  };
  GradientGateInputs with_news = wants(15);
  with_news.news = true;
  with_news.news_freed = 252;
  for (const Column& column :
       {Column{{}, false, 8}, Column{wants(0), true, 8}, Column{wants(11), false, 12}, Column{wants(12), true, 12},
        Column{with_news, false, 16}, Column{wants(12), true, 12}, Column{{}, false, 16}}) {
    const GradientGateOutputs out = gate.clock(column.in);
    EXPECT_EQ(out.starts, column.starts) << column.in.depth;
    EXPECT_EQ(out.held, column.held) << column.in.depth;
  }
}

// Everything in one cycle: each is counted once, and judged is by what was before.
TEST(GradientGateCycle, CountsAReleaseAndASendOfOneCycle) {
  GradientGateCycle gate({});
  gate.clock({.admitted = true, .admitted_blocks = 20});
  gate.clock({.wants = true, .blocks = 30, .stop = 10});
  const GradientGateInputs all{.wants = true,
                               .news = true,
                               .admitted = true,
                               .taken = true,
                               .left = true,
                               .blocks = 3,
                               .depth = 30,
                               .stop = 10,
                               .news_freed = 25,
                               .admitted_blocks = 5,
                               .taken_blocks = 7,
                               .left_blocks = 2};
  EXPECT_TRUE(gate.clock(all).starts);  // level with the H of before
  const GradientGateOutputs after = gate.evaluate({});
  EXPECT_EQ(after, (GradientGateOutputs{.held = 8, .sent = 33, .heard = 25, .untaken = 18, .freed = 2}));
  EXPECT_EQ(gate.clock({.rst_n = false}), GradientGateOutputs{});
}

// Counters that come round many times: H is all the time what was taken and has not been heard to have left.
TEST(GradientGateCycle, TellsHeldAfterCountsHaveComeRound) {
  RandomStream random(1, "gradient gate counts");
  GradientGateCycle near({.counter_bits = 6, .blocks_bits = 3});
  GradientGateCycle far({.counter_bits = 6, .blocks_bits = 3});
  std::deque<std::uint32_t> in_far;
  std::uint32_t in_far_blocks = 0;
  std::uint64_t sent = 0;
  std::uint64_t heard = 0;
  std::uint64_t freed = 0;
  int refused = 0;
  for (int n = 0; n < 20'000; ++n) {
    GradientGateInputs in{.wants = true,
                          .news = random.below(5) == 0,
                          .blocks = 1 + static_cast<std::uint32_t>(random.below(7)),
                          .depth = static_cast<std::uint32_t>(random.below(40)),
                          .stop = 20,
                          .news_freed = far.freed()};
    GradientGateInputs there;
    if (!in_far.empty() && random.below(2) == 0) {
      there.left = true;
      there.left_blocks = in_far.front();
    }
    const GradientGateOutputs out = near.clock(in);
    ASSERT_EQ(out.held, sent - heard);
    ASSERT_GE(out.held, in_far_blocks);
    ASSERT_EQ(out.starts, out.held < 20 || in.depth >= out.held);
    if (in.news) {
      heard = freed;
    }
    if (out.starts) {
      sent += in.blocks;
      in_far.push_back(in.blocks);
      in_far_blocks += in.blocks;
    } else {
      ++refused;
    }
    far.clock(there);
    if (there.left) {
      freed += in_far.front();
      in_far_blocks -= in_far.front();
      in_far.pop_front();
    }
  }
  EXPECT_GT(sent, 64U * 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace weir::reference::gradient_gate_cycle_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/stage_comparator.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/leading_zero_comparator_cycle.h"
#include "hw_model/cycle_models/stage_comparator_cycle.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::stage_comparator_test {

unsigned stage_of(const std::vector<Bytes>& thresholds, Bytes q) {
  return make_reference_stage_comparator({.thresholds = thresholds}, "comparator")->stage(q);
}

TEST(GfcStageThresholds, HalveTheDistanceToBm) {
  EXPECT_THAT(gfc_stage_thresholds(100_B, 84_B), ElementsAre(84_B, 92_B, 96_B, 98_B, 99_B));
  // Figure 9: Bm = 300 KB, B1 = 281 KB.
  const std::vector<Bytes> paper = gfc_stage_thresholds(300_KB, 281_KB);
  EXPECT_EQ(paper[1], 290'500_B);
  EXPECT_EQ(paper[2], 295'250_B);
}

TEST(GfcStageThresholds, RoundDownAndNeverReachBm) {
  EXPECT_THAT(gfc_stage_thresholds(10_B, 3_B), ElementsAre(3_B, 6_B, 8_B, 9_B));  // 3, 6.5, 8.25, 9.125
  for (const Bytes b1 : {0_B, 1_B, 999'999_B, 871'000_B}) {
    const std::vector<Bytes> thresholds = gfc_stage_thresholds(1_MB, b1);
    EXPECT_TRUE(std::ranges::is_sorted(thresholds));
    EXPECT_EQ(thresholds.front(), b1);
    EXPECT_EQ(thresholds.back(), 999'999_B);
  }
}

// N by the paper's rule, with its own 2 C tau (MTU 1500, t_w = 1 us, t_r = 3 us). It prints 16, 18, 20.
TEST(GfcStageCount, FollowsTheRuleNotThePrintedNumbers) {
  EXPECT_EQ(gfc_stage_count(18'500_B, 0_B), 16U);
  EXPECT_EQ(gfc_stage_count(56'000_B, 0_B), 17U);
  EXPECT_EQ(gfc_stage_count(131'000_B, 0_B), 18U);
}

TEST(GfcStageCount, IsTheFirstStageOfAtMostOneByte) {
  for (std::int64_t span = 2; span < 5000; ++span) {
    const unsigned n = gfc_stage_count(Bytes(span), 0_B);
    EXPECT_LE(span, std::int64_t{1} << (n - 1)) << span;  // B_n - B_(n-1) = span/2^(n-1) <= 1
    EXPECT_GT(span, std::int64_t{1} << (n - 2)) << span;
  }
  EXPECT_EQ(gfc_stage_count(1_B, 0_B), 1U);
}

TEST(GfcStageThresholds, CountIsSettable) {
  EXPECT_EQ(gfc_stage_thresholds(300_KB, 281_KB, 3).size(), 3U);
  const std::vector<Bytes> more = gfc_stage_thresholds(300_KB, 281_KB, 20);
  EXPECT_EQ(more.size(), 20U);
  EXPECT_EQ(more.back(), 299'999_B);
}

TEST(GfcStageThresholds, RefuseAnEmptyRange) {
  EXPECT_THROW(gfc_stage_thresholds(100_B, 100_B), std::invalid_argument);
  EXPECT_THROW(gfc_stage_thresholds(100_B, Bytes(-1)), std::invalid_argument);
  EXPECT_THROW(gfc_stage_thresholds(100_B, 1_B, 63), std::invalid_argument);
}

TEST(StageComparator, CountsTheThresholdsAtOrBelowTheDepth) {
  const std::vector<Bytes> thresholds = gfc_stage_thresholds(300_KB, 281_KB);
  EXPECT_EQ(stage_of(thresholds, 0_B), 0U);
  for (std::size_t k = 1; k <= thresholds.size(); ++k) {
    const Bytes b = thresholds[k - 1];
    EXPECT_EQ(stage_of(thresholds, b), k) << "exactly at B_" << k;
    EXPECT_EQ(stage_of(thresholds, b - 1_B), k - 1) << "one byte below B_" << k;
  }
  EXPECT_EQ(stage_of(thresholds, 300_KB), thresholds.size());
}

TEST(StageComparator, EqualThresholdsAreCrossedTogether) {
  EXPECT_EQ(stage_of({5_B, 5_B, 5_B}, 4_B), 0U);
  EXPECT_EQ(stage_of({5_B, 5_B, 5_B}, 5_B), 3U);
}

TEST(StageComparator, ADepthBeyondItsWidthSaturates) {
  EXPECT_EQ(stage_of({Bytes((1 << 24) - 1)}, Bytes(std::int64_t{1} << 32)), 1U);
}

TEST(StageComparator, CycleFormGivesTheSameStageOneCycleLater) {
  RandomStream random(1, "tables");
  for (int table = 0; table < 50; ++table) {
    StageComparatorConfig config;
    config.thresholds.resize(random.below(kThresholds + 1));
    for (Bytes& b : config.thresholds) {
      b = Bytes(static_cast<std::int64_t>(random.below(64)));
    }
    std::ranges::sort(config.thresholds);
    const auto comparator = make_reference_stage_comparator(config, "comparator");
    StageComparatorCycle cycle(config);
    std::uint32_t index = 0;
    for (const Bytes b : config.thresholds) {
      cycle.clock(
          {.threshold_we = true, .threshold_index = ++index, .threshold = static_cast<std::uint32_t>(b.count())});
    }
    std::uint32_t before = cycle.evaluate({}).stage;
    for (std::uint32_t q = 0; q < 70; ++q) {
      cycle.clock({.q = q});
      const StageComparatorOutputs out = cycle.evaluate({});
      ASSERT_EQ(out.stage, comparator->stage(Bytes(q)));
      ASSERT_EQ(out.changed, out.stage != before);
      before = out.stage;
    }
  }
}

TEST(StageComparatorCycle, WritesOfRegistersThatDoNotExistAreIgnored) {
  StageComparatorCycle cycle{StageComparatorConfig{}};
  cycle.clock({.threshold_we = true, .threshold_index = 0, .threshold = 0});
  cycle.clock({.threshold_we = true, .threshold_index = kThresholds + 1, .threshold = 0});
  cycle.clock({.q = 1000});
  EXPECT_EQ(cycle.evaluate({}).stage, 0U);
}

TEST(StageComparatorCycle, ResetForgetsTheThresholds) {
  StageComparatorCycle cycle{StageComparatorConfig{}};
  cycle.clock({.threshold_we = true, .threshold_index = 1, .threshold = 10});
  cycle.clock({.q = 10});
  EXPECT_EQ(cycle.evaluate({}).stage, 1U);
  EXPECT_EQ(cycle.clock({.rst_n = false, .q = 10}).stage, 0U);
  cycle.clock({.q = 10});
  EXPECT_EQ(cycle.evaluate({}).stage, 0U);
}

// The timing diagram of rtl/stage_comparator_threshold/stage_comparator_threshold.md, cycle by cycle.
TEST(StageComparatorCycle, GivesTheTimingDiagram) {
  constexpr std::uint32_t kQ[] = {0, 0, 90, 100, 149, 150, 99, 99};
  constexpr std::uint32_t kStage[] = {0, 0, 0, 0, 1, 1, 2, 0};
  constexpr bool kChanged[] = {false, false, false, false, true, false, true, true};
  StageComparatorCycle cycle{StageComparatorConfig{}};
  for (std::uint32_t n = 0; n < std::size(kQ); ++n) {
    StageComparatorInputs in{.q = kQ[n]};
    if (n < 2) {
      in.threshold_we = true;
      in.threshold_index = n + 1;
      in.threshold = n == 0 ? 100 : 150;
    }
    const StageComparatorOutputs out = cycle.clock(in);
    EXPECT_EQ(out.stage, kStage[n]) << n;
    EXPECT_EQ(out.changed, kChanged[n]) << n;
  }
}

TEST(LeadingZeroTable, IsFoundForEveryPowerOfTwoAndNothingElse) {
  for (unsigned m = 0; m <= 24; ++m) {
    const Bytes bm((std::int64_t{1} << 24) - 3 * m);
    const auto thresholds = gfc_stage_thresholds(bm, bm - Bytes(std::min(bm.count(), std::int64_t{1} << m)));
    const auto table = leading_zero_table(thresholds);
    if (m == 24) {  // bm is less than 2^24
      EXPECT_EQ(table, std::nullopt);
      continue;
    }
    ASSERT_TRUE(table) << m;
    EXPECT_EQ(*table, (LeadingZeroTable{.bm = bm, .log2_span = m, .stages = m + 1}));
  }
  EXPECT_EQ(leading_zero_table({84_B, 92_B, 96_B, 98_B, 98_B}), std::nullopt);
  EXPECT_EQ(leading_zero_table({84_B, 92_B, 95_B}), std::nullopt);
  EXPECT_EQ(leading_zero_table({5_B}), (LeadingZeroTable{.bm = 6_B, .log2_span = 0, .stages = 1}));
}

// The timing diagram of rtl/stage_comparator_leading_zero/stage_comparator_leading_zero.md: Bm = 100, m = 4, N = 5.
TEST(LeadingZeroCycle, GivesTheTimingDiagram) {
  constexpr std::uint32_t kQ[] = {0, 83, 84, 91, 92, 99, 100, 0};
  constexpr std::uint32_t kStage[] = {0, 0, 0, 1, 1, 2, 5, 5};
  constexpr bool kChanged[] = {false, false, false, true, false, true, true, false};
  LeadingZeroCycle cycle{StageComparatorConfig{}};
  for (std::uint32_t n = 0; n < std::size(kQ); ++n) {
    LeadingZeroInputs in{.q = kQ[n]};
    if (n == 0) {
      in = {.table_we = true, .bm = 100, .log2_span = 4, .stages = 5, .q = 0};
    }
    const StageComparatorOutputs out = cycle.clock(in);
    EXPECT_EQ(out.stage, kStage[n]) << n;
    EXPECT_EQ(out.changed, kChanged[n]) << n;
  }
}

TEST(StageComparatorConfig, RefusesWhatDoesNotFitInOneLine) {
  const auto message = [](const StageComparatorConfig& config) {
    try {
      config.validate();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(message({.thresholds = {10_B, 9_B}}), HasSubstr("b2 = 9 B is less than the one before it"));
  EXPECT_THAT(message({.thresholds = std::vector<Bytes>(25, 1_B)}), HasSubstr("25 thresholds, at most 24"));
  EXPECT_THAT(message({.thresholds = {Bytes(1 << 24)}}), HasSubstr("does not fit 24 bits"));
  EXPECT_THAT(message({.q_bits = 31}), HasSubstr("wanted 1..30"));
  EXPECT_EQ(message({.thresholds = {1_B, 1_B, 2_B}}), "accepted");
}

}  // namespace weir::reference::stage_comparator_test

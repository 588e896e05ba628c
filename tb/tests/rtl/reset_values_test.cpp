// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Blocks whose registers are reset to other values than the default: lock-step and golden vectors agree with the RTL,
// and find every register that is not reset to what its parameter says.

#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/mutant_bank.h"
#include "tb/tests/rtl/hunt.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::reset_values_test {

std::string name_of(const testing::TestParamInfo<MutantBank>& bank) { return std::string(bank.param.block); }

class ResetValuesTest : public testing::TestWithParam<MutantBank> {};

TEST_P(ResetValuesTest, LockstepAgrees) {
  EXPECT_FALSE(differs(GetParam().with({}), {.stimulus = Stimulus::kRandom, .cycles = 480'000}));
  EXPECT_FALSE(differs(GetParam().with({}), {.stimulus = Stimulus::kDirected, .cycles = ~0ULL}));
}

TEST_P(ResetValuesTest, VectorsStateThemAndHaveASegmentForThem) {
  const Block& other = block_named(GetParam().block, "a test");
  const Vectors defaults = other.vectors({.random_cycles = 0});
  const Vectors own = GetParam().with({}).vectors({.random_cycles = 0});
  EXPECT_GT(own.parameters.size(), defaults.parameters.size());
  EXPECT_EQ(own.segments.size(), defaults.segments.size() + 1);
}

TEST_P(ResetValuesTest, DirectedStimulusFindsEveryMutant) {
  for (const Mutant& mutant : GetParam().mutants) {
    EXPECT_TRUE(differs(GetParam().with(mutant), {.stimulus = Stimulus::kDirected, .cycles = ~0ULL})) << mutant.name;
  }
}

TEST_P(ResetValuesTest, VectorsFindEveryMutantAndPassTheBlockItself) {
  const std::vector<std::string> found = GetParam().in_vectors(GetParam().mutants);
  for (std::size_t n = 0; n < found.size(); ++n) {
    EXPECT_NE(found[n], "") << GetParam().mutants[n].name;
  }
  const Mutant none[1] = {};
  EXPECT_EQ(GetParam().in_vectors(none).front(), "");
}

INSTANTIATE_TEST_SUITE_P(All, ResetValuesTest, testing::ValuesIn(reset_banks().begin(), reset_banks().end()), name_of);

TEST(ResetValues, ThereIsABankOfEachComparator) { EXPECT_EQ(reset_banks().size(), 3U); }

std::string refusal(const char* block, const OtherParameters& parameters) {
  return error_of([&] { block_named(block, "a test").vectors({.random_cycles = 0, .parameters = parameters}); });
}

TEST(ResetValues, ThoseThatDoNotFitAreRefused) {
  const char* const threshold = "stage_comparator_threshold";
  const char* const leading_zero = "stage_comparator_leading_zero";
  EXPECT_THAT(refusal(threshold, {{"THRESHOLDS", {2}}, {"B_K_RESET", {1, 2, 3}}}),
              HasSubstr("B_K_RESET has 3 thresholds, wanted at most 2"));
  EXPECT_THAT(refusal(threshold, {{"Q_W", {13}}, {"B_K_RESET", {1, 16384}}}),
              HasSubstr("a threshold of B_K_RESET is 16384, wanted 0..16383"));
  EXPECT_THAT(refusal(threshold, {{"B_K_RESET", {std::uint64_t{1} << 40}}}), HasSubstr("B_K_RESET is 1099511627776"));
  EXPECT_THAT(refusal(threshold, {{"Q_W", {13, 14}}}), HasSubstr("Q_W is one number, got 2"));
  EXPECT_THAT(refusal(leading_zero, {{"BM_RESET", {33554432}}}), HasSubstr("BM_RESET is 33554432, wanted 0..33554431"));
  EXPECT_THAT(refusal(leading_zero, {{"LOG2_SPAN_RESET", {32}}}), HasSubstr("LOG2_SPAN_RESET is 32, wanted 0..31"));
  EXPECT_THAT(refusal(leading_zero, {{"STAGES_RESET", {32}}}), HasSubstr("STAGES_RESET is 32, wanted 0..31"));
}

}  // namespace weir::cosim::reset_values_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whole lock-step runs: what directed stimulus reaches, that mutants are found, recordings.

#include <algorithm>

#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/player.h"
#include "tb/cosim/recorder.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim {

void PrintTo(const Block& block, std::ostream* out) { *out << block.name; }

namespace cosim_test {

using reference::RateForm;

std::string name_of(const testing::TestParamInfo<Block>& block) { return std::string(block.param.name); }

class CosimBlockTest : public testing::TestWithParam<Block> {};

// Names what is not met, but for lengths of more than 2^kShortAge cycles.
void expect_no_hole(const std::vector<CoverageGroup>& coverage) {
  std::size_t bins = 0;
  for (const CoverageGroup& group : coverage) {
    bins += group.bins();
    const std::vector<std::string>& last = group.dimensions().back().bins;
    const bool is_of_ages = last.back() == ages("").bins.back();
    for (const std::size_t hole : group.holes()) {
      if (!is_of_ages || hole <= kShortAge + 1) {
        ADD_FAILURE() << group.name() << ": hole: " << group.text_of(hole);
      }
    }
    for (const std::size_t bin : group.impossible_hits()) {
      ADD_FAILURE() << group.name() << ": met, though ruled out: " << group.text_of(bin);
    }
  }
  EXPECT_GT(bins, 600U);
}

// Of greater lengths the vectors have one wait, of the greatest; lock-step plays each (decision 0081).
void expect_greater_lengths_left(const std::vector<CoverageGroup>& coverage) {
  for (const CoverageGroup& group : coverage) {
    if (group.dimensions().back().bins.back() == ages("").bins.back()) {
      const unsigned last = group.name() == "wait" ? kLongestAge - 1 : kLongestAge;
      std::vector<std::string> wanted;
      for (unsigned k = kShortAge + 1; k <= last; ++k) {
        wanted.push_back("over_2^" + std::to_string(k));
      }
      std::vector<std::string> found;
      for (const std::size_t hole : group.holes()) {
        found.push_back(group.dimensions().back().bins.at(hole));
      }
      EXPECT_EQ(found, wanted) << group.name();
    }
  }
}

TEST_P(CosimBlockTest, DirectedStimulusAloneLeavesNoHole) {
  const CosimResult result = GetParam().run({.stimulus = Stimulus::kDirected, .longest = kShortAge});
  EXPECT_GT(result.directed_cycles, 1000U);
  EXPECT_GT(result.age_cycles, std::uint64_t{2} << kShortAge);
  EXPECT_EQ(result.random_cycles, 0U);
  expect_no_hole(result.coverage);
}

TEST_P(CosimBlockTest, SoDoTheGoldenVectors) {
  const Vectors vectors = GetParam().vectors({});
  expect_no_hole(vectors.coverage);
  expect_greater_lengths_left(vectors.coverage);
  std::uint64_t cycles = 0;
  for (const VectorRun& run : vectors.runs) {
    cycles += run.cycles;
  }
  EXPECT_EQ(cycles, vectors.cycles());
  EXPECT_LT(vectors.runs.size(), 250'000U) << "waits are run-length coded";
  EXPECT_THAT(vectors.left_out, testing::IsEmpty()) << "all fit the widths as built";
  EXPECT_TRUE(std::ranges::is_sorted(vectors.segments, {}, &VectorSegment::is_long)) << "long ones come last";
}

TEST_P(CosimBlockTest, RandomStimulusMeetsNothingThatIsRuledOut) {
  const CosimResult result = GetParam().run({.stimulus = Stimulus::kRandom, .cycles = 400'000, .seed = 3});
  EXPECT_EQ(result.cycles(), 400'000U);
  std::size_t bins = 0;
  std::size_t hit = 0;
  for (const CoverageGroup& group : result.coverage) {
    bins += group.bins();
    hit += group.bins_hit();
    for (const std::size_t bin : group.impossible_hits()) {
      ADD_FAILURE() << group.name() << ": met, though ruled out: " << group.text_of(bin);
    }
  }
  EXPECT_GT(hit, bins / 6);
}

TEST_P(CosimBlockTest, FewCyclesLeaveHolesThatAreNamed) {
  const CosimResult result = GetParam().run({.stimulus = Stimulus::kRandom, .cycles = 16});
  const CoverageGroup& group = result.coverage.front();
  ASSERT_FALSE(group.holes().empty());
  EXPECT_THAT(group.text_of(group.holes().front()), HasSubstr(group.dimensions().front().name + " "));
  EXPECT_THAT(coverage_csv(result.coverage), HasSubstr(group.name() + "," + group.dimensions().front().name + "="));
}

INSTANTIATE_TEST_SUITE_P(All, CosimBlockTest, testing::ValuesIn(blocks().begin(), blocks().end()), name_of);

// Factories for a network of this block alone, under a recorder.
reference::Factories recorded(Recorder& recorder, const BlockChoice& choice) {
  return recorder.wrap(factories_of({&choice, 1}), {&choice, 1});
}

// A limiter under a recorder, used as a port would.
std::string recorded_calls(const std::string& wanted = "") {
  std::string text;
  Recorder recorder("rate_limiter_stage", wanted, {{"seed", "1"}}, [&](std::string_view piece) { text += piece; });
  const auto factory = recorded(recorder, {"rate_limiter_stage", Fidelity::rtl}).of<reference::RateLimiter>();
  const auto first = factory(RateForm::kStage, {}, "s1.p0.c0");
  const auto second = factory(RateForm::kStage, {}, "s1.p1.c0");
  const auto other = factory(RateForm::kFixedPoint, {}, "s1.p2.c0");
  recorder.require_found();
  first->set_rate(Time(2'000), 1);
  first->packet_sent(Time(1'200'000), Time(1'200'000));
  second->set_rate(Time(7'000), 4);
  first->set_rate(first->idle_at(), 3);
  first->packet_sent(first->idle_at() + Time(51'210), Time(51'210));
  first->reset(Time(9'000'000));
  recorder.finish(Time(10'000'000));
  return text;
}

TEST(Recorder, WritesTheCyclesOfTheFirstInstanceUnlessAnotherIsNamed) {
  const std::string text = recorded_calls();
  EXPECT_THAT(text, HasSubstr("# block=rate_limiter_stage\n"));
  EXPECT_THAT(text, HasSubstr("# instance=s1.p0.c0\n# seed=1\ncycle,rst_ni,sent_i,r_l_ticks_i,"));
  EXPECT_THAT(text, HasSubstr("\n2,1,0,0,0,0,1,1,"));
  EXPECT_THAT(text, HasSubstr("\n1000,1,1,1000,0,0,0,0,1,0,0,60000,0,1\n"));
  EXPECT_THAT(text, HasSubstr("\n7500,0,0,0,0,0,0,0,"));
  EXPECT_THAT(text, HasSubstr("\n# cycles=8334\n"));
  EXPECT_THAT(recorded_calls("s1.p1.c0"), HasSubstr("# instance=s1.p1.c0\n"));
  EXPECT_THAT(recorded_calls("s1.p1.c0"), HasSubstr("\n6,1,0,0,0,0,1,4,"));
}

TEST(Recorder, RefusesAnInstanceThatThereIsNot) {
  EXPECT_EQ(error_of([&] { recorded_calls("s9.p0.c0"); }),
            "--record rate_limiter_stage=s9.p0.c0: no such instance; the first of 2 is s1.p0.c0, the last "
            "s1.p1.c0");
}

CosimResult replay(const std::string& text, const char* name = "rate_limiter_stage") {
  const Recording recording = Recording::parse("r.csv", text);
  return block_named(name, "test").run({.recording = &recording});
}

TEST(Recording, ReplaysToTheOutputsThatItStates) {
  const CosimResult result = replay(recorded_calls());
  EXPECT_EQ(result.recorded_cycles, 8334U);
  EXPECT_EQ(result.outputs_as_recorded, 5U);
}

TEST(Recording, OfAComparatorReplays) {
  std::string text;
  Recorder recorder("stage_comparator_threshold", "", {}, [&](std::string_view piece) { text += piece; });
  const auto factory = recorded(recorder, {"stage_comparator_threshold"}).of<reference::StageComparator>();
  const auto comparator = factory({.thresholds = {Bytes(1000), Bytes(2000)}}, "s1.p0.c0");
  EXPECT_EQ(comparator->stage(Bytes(999)), 0U);
  EXPECT_EQ(comparator->stage(Bytes(2000)), 2U);
  recorder.finish(Time(0));
  EXPECT_EQ(replay(text, "stage_comparator_threshold").outputs_as_recorded, 4U);
}

TEST(Recording, OfALeadingZeroComparatorReplays) {
  std::string text;
  Recorder recorder("stage_comparator_leading_zero", "", {}, [&](std::string_view piece) { text += piece; });
  for (const Fidelity fidelity : {Fidelity::reference, Fidelity::rtl, Fidelity::lockstep}) {
    const auto factory =
        recorded(recorder, {"stage_comparator_leading_zero", fidelity}).of<reference::StageComparator>();
    const auto comparator = factory({.thresholds = {Bytes(84), Bytes(92), Bytes(96)}}, "s1.p0.c0");
    EXPECT_EQ(comparator->stage(Bytes(83)), 0U);
    EXPECT_EQ(comparator->stage(Bytes(92)), 2U);
    EXPECT_EQ(comparator->stage(Bytes(5000)), 3U);
  }
  recorder.finish(Time(0));
  EXPECT_THAT(text, HasSubstr("# block=stage_comparator_leading_zero\n"));
  EXPECT_EQ(replay(text, "stage_comparator_leading_zero").outputs_as_recorded, 4U);
}

TEST(Recording, NamesAFormThatTheScenarioHasNot) {
  Recorder recorder("stage_comparator_leading_zero", "", {}, [](std::string_view) {});
  const auto factory = recorded(recorder, {"stage_comparator_threshold"}).of<reference::StageComparator>();
  const auto comparator = factory({.thresholds = {Bytes(1000)}}, "s1.p0.c0");
  EXPECT_THAT([&] { recorder.require_found(); }, testing::ThrowsMessage<std::invalid_argument>(
                                                     "--record stage_comparator_leading_zero: this scenario has none"));
}

TEST(Recording, TellsOutputsThatAreOthersNow) {
  std::string text = recorded_calls();
  text.replace(text.find(",60000,"), 7, ",60001,");
  EXPECT_THAT(error_of<RecordingDiffers>([&] { replay(text); }),
              HasSubstr("cycle 1000: recorded r_c_d_o=60001, now 60000"));
}

TEST(Recording, OfInputsOnlyIsFineAndFindsAMutant) {
  const std::string text =
      "# weir recording 1\n# block=rate_limiter_stage\n# period_ps=1200\n# subticks=60\n# rounding=residual\n"
      "# rate_raise=clamp\n# r_l_ticks=14\n# r_c=40\n# stage=5\n"
      "cycle,rst_ni,rate_valid_i,r_r_i,sent_i,r_l_ticks_i,r_l_subticks_i,phase_i\n"
      "3,1,1,2,0,0,0,0\n10,1,0,0,1,100,7,11\n11,1,0,0,1,50,1,3\n700,1,0,0,1,1,0,0\n";
  EXPECT_EQ(replay(text).recorded_cycles, 701U);
  const Recording recording = Recording::parse("r.csv", text);
  const MutantBank& bank = bank_of("rate_limiter_stage");
  unsigned found = 0;
  for (const Mutant& mutant : bank.mutants) {
    try {
      bank.with(mutant).run({.recording = &recording});
    } catch (const LockstepMismatch&) {
      ++found;
    }
  }
  EXPECT_GE(found, 5U);
}

struct BadFile {
  const char* from;  // in a good one
  const char* to;
  const char* message;
};

TEST(Recording, ThatDoesNotFitIsRefusedInOneLine) {
  const std::string good = recorded_calls();
  for (const BadFile& bad : {
           BadFile{"# weir recording 1", "# weir",
                   "r.csv:1: no recording: its first line is not \"# weir recording 1\""},
           BadFile{"block=rate_limiter_stage", "block=rate_limiter", "r.csv: recorded at a rate_limiter, does not fit"},
           BadFile{"r_c=40", "r_c=63", "r.csv: rate limiter: r_c is 63, wanted 1..62"},
           BadFile{"r_c=40", "r_c=38", "the RTL is built with r_c = 40, asked for 38"},
           BadFile{"r_c=40", "r_c=many", "r.csv: r_c = many, wanted a number"},
           BadFile{"# r_c=40\n", "", "r.csv: the header has no line \"# r_c=...\""},
           BadFile{"rounding=residual", "rounding=up", "r.csv: rounding = up, wanted one of floor, ceil,"},
           BadFile{"\ncycle,", "\ntime,", ": the first column is \"time\", wanted cycle"},
           BadFile{",phase_i", ",phase", "r.csv: no column phase_i"},
           BadFile{",follow_o", ",follows", "r.csv: no column follow_o, though other outputs are there"},
           BadFile{"\n2,1,0,0,0,0,1,1,", "\n2,1,0,0,0,0,1,32,", ": r_r_i = 32 does not fit 5 bits"},
           BadFile{"\n2,1,0,0,0,", "\n2,1,0,0,60,", ": r_l_subticks_i = 60, wanted 0..59"},
           BadFile{"\n2,1,", "\n2,", " values, wanted 14"},
           BadFile{"\n2,1,", "\n2,x,", "\"x\", wanted a number from 0"},
           BadFile{"\n2,1,", "\n2000,1,", "after cycle 2000, wanted ascending cycles"},
           BadFile{"\n# cycles=8334", "\n# cycles=8334000000000", "wanted at most 100000000000"},
       }) {
    std::string text = good;
    ASSERT_NE(text.find(bad.from), std::string::npos) << bad.from;
    text.replace(text.find(bad.from), std::string(bad.from).size(), bad.to);
    try {
      replay(text);
      ADD_FAILURE() << bad.to;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr(bad.message));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_THROW(replay(""), BadRecording);
  EXPECT_THROW(replay(good, "rate_limiter_fixed_point"), BadRecording);
}

}  // namespace cosim_test
}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/warned.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::sweep::warned_test {

Known run_with(std::vector<std::string> warnings) {
  Known run;
  run.state = State::kDone;
  run.warnings = std::move(warnings);
  return run;
}

TEST(Warned, CountsEachTextOnceARunAndTheMostFrequentFirst) {
  Known missing = run_with({"never counted"});
  missing.state = State::kMissing;
  const std::vector<Known> runs = {run_with({}), run_with({"rare", "B1 = 900KB"}), run_with({"B1 = 1.5KB", "B1 = 2KB"}),
                                   missing};
  EXPECT_THAT(warned_lines(warned(runs)),
              ElementsAre("2 of 4 runs were warned: B1 = 900KB (2, with other numbers)", "  rare (1)"));
}

TEST(Warned, SaysNothingOfRunsWithoutWarnings) { EXPECT_THAT(warned_lines(warned({run_with({})})), IsEmpty()); }

TEST(Warned, SaysOfHowManyRunsItDoesNotKnow) {
  Known old = run_with({});
  old.warnings.reset();
  EXPECT_THAT(
      warned_lines(warned({old, run_with({"a"}), old})),
      ElementsAre("1 of 3 runs were warned: a (1)", "warnings of 2 runs are not stored: an earlier weir did them"));
}

TEST(Warned, CountsTheTextsThatItLeavesOut) {
  std::vector<std::string> texts;
  for (char c = 'a'; c < 'k'; ++c) {
    texts.emplace_back(1, c);
  }
  const std::vector<std::string> lines = warned_lines(warned({run_with(texts)}));
  ASSERT_THAT(lines, SizeIs(9));
  EXPECT_EQ(lines.back(), "  and 2 more warnings");
}

}  // namespace weir::sweep::warned_test

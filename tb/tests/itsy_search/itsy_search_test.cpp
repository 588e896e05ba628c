// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a search through all interleavings finds of ITSY: where the published protocol fails, and nothing of the
// repaired one. The protocols are those of the switch.

#include "tb/tests/itsy_search/cases.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::itsy_search {

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

namespace {

std::vector<Case> short_cases() {
  std::vector<Case> all = cases();
  std::erase_if(all, [](const Case& each) { return each.deep; });
  return all;
}

class ItsySearch : public testing::TestWithParam<Case> {};

TEST_P(ItsySearch, FindsWhatItMust) {
  const Found found = GetParam().explore();
  std::string moves;
  for (const std::string& move : found.moves) {
    moves += move + "\n";
  }
  EXPECT_EQ(found.wrong, GetParam().wrong) << moves;
  if (GetParam().wrong == Wrong::kNothing) {
    EXPECT_EQ(found.complete, GetParam().complete) << found.states;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ItsySearch, testing::ValuesIn(short_cases()),
                         [](const testing::TestParamInfo<Case>& one) { return one.param.name; });

// A search that finds nothing says something only where there is something to be declared.
TEST(ItsySearchCases, HaveDeadlocks) {
  for (const Case& each : cases()) {
    if (each.name == "ring_2" || each.name == "ring_2_three") {
      EXPECT_GT(each.explore().deadlocks, 0U) << each.name;
    }
  }
}

TEST(ItsySearchCases, NamePorts) {
  for (const Case& each : cases()) {
    if (each.name == "act_2" || each.name == "act_2_three" || each.name == "h8_published_wider") {
      EXPECT_GT(each.explore().named, 0U) << each.name;
    }
  }
}

}  // namespace
}  // namespace weir::itsy_search

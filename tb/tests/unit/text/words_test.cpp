// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/words.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::text::words_test {

TEST(OneLine, KeepsAMessageOnOneLine) {
  EXPECT_EQ(one_line("a\nb\x7f"), "a\\x0ab\\x7f");
  EXPECT_EQ(one_line(std::string(81, 'x')), std::string(80, 'x') + "...");
}

TEST(NearestOf, FindsSlips) {
  const std::array<std::string, 3> words{"round_robin", "islip", "fifo"};
  EXPECT_EQ(nearest_of("round_robbin", words), "round_robin");
  EXPECT_EQ(nearest_of("ilsip", words), "islip");  // two letters in the wrong order
  EXPECT_EQ(nearest_of("FIFO", words), "fifo");
  EXPECT_EQ(nearest_of("weighted", words), "");
  const std::array<std::string, 2> names{"h1", "s1"};
  EXPECT_EQ(nearest_of("S1", names), "s1");
  EXPECT_EQ(nearest_of("s2", names), "");                         // another device, not a slip
  EXPECT_EQ(nearest_of(std::string(1'000'000, 'x'), words), "");  // and takes no time
}

TEST(KnownHint, NamesTheNearestOrWhatThereIs) {
  const std::array<std::string, 2> two{"h1", "s1"};
  EXPECT_EQ(known_hint("H1", two), "; the nearest is \"h1\"");
  EXPECT_EQ(known_hint("other", two), "; wanted one of \"h1\", \"s1\"");
  EXPECT_EQ(known_hint("other", std::span(two).first(1)), "; wanted \"h1\"");
  EXPECT_EQ(known_hint("other", {}), "");
  const std::vector<std::string> ten(10, "x");
  EXPECT_TRUE(known_hint("other", ten).ends_with("\"x\" and 2 more"));
}

TEST(WordsWithPart, AreThoseWithThatPartBetweenUnderscores) {
  const std::array<std::string, 4> words{"gfc_conceptual", "pfc", "egress_pfc", "red_ecn"};
  EXPECT_THAT(words_with_part("PFC", words), ElementsAre("pfc", "egress_pfc"));
  EXPECT_THAT(words_with_part("gfc", words), ElementsAre("gfc_conceptual"));
  EXPECT_THAT(words_with_part("fc", words), IsEmpty());
  EXPECT_THAT(words_with_part("", words), IsEmpty());
}

}  // namespace weir::text::words_test

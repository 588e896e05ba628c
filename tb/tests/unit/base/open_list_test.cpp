// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/open_list.h"

#include <array>

#include <gtest/gtest.h>

namespace weir {
namespace {

enum class Fruit : std::uint8_t { kNone, kApple, kPear };
struct Card {
  int price;
};

constexpr std::array kNames = {Named<Fruit>{Fruit::kNone, "none"}, Named<Fruit>{Fruit::kPear, "pear"},
                               Named<Fruit>{Fruit::kApple, "apple"}};
constexpr Card kApple{1};
constexpr Card kPear{2};
constexpr Card kFig{3};

constexpr std::array kCards{OpenList<Fruit, Card>::Listed{Fruit::kApple, kApple},
                            OpenList<Fruit, Card>::Listed{Fruit::kPear, kPear}};

class OpenLists : public testing::Test {
 protected:
  OpenList<Fruit, Card> list_{"fruit", kNames, kCards};
};

TEST_F(OpenLists, AddsBehindItsOwn) {
  const Fruit fig = list_.add("fig", "sweet", kFig);
  ASSERT_EQ(list_.names().size(), 4U);
  EXPECT_EQ(list_.names()[3].name, "fig");
  EXPECT_EQ(list_.names()[3].text, "sweet");
  EXPECT_EQ(name_in(list_.names(), fig), "fig");
  EXPECT_EQ(list_.find(fig), &kFig);
  EXPECT_EQ(list_.find(Fruit::kPear), &kPear);
  EXPECT_EQ(list_.cards().back().value, fig);
}

TEST_F(OpenLists, ValuesDoNotMeet) {
  const Fruit fig = list_.add("fig", "", kFig);
  const Fruit date = list_.add("date", "", kFig);
  EXPECT_NE(fig, date);
  for (const Fruit own : {Fruit::kNone, Fruit::kApple, Fruit::kPear}) {
    EXPECT_NE(fig, own);
    EXPECT_NE(date, own);
  }
}

TEST_F(OpenLists, HasNoCardForANameOfNoMechanism) {
  EXPECT_EQ(list_.find(Fruit::kNone), nullptr);
  EXPECT_EQ(list_.find(static_cast<Fruit>(99)), nullptr);
}

TEST_F(OpenLists, RefusesAWordThatIsTaken) {
  list_.add("fig", "", kFig);
  EXPECT_THROW(list_.add("apple", "", kFig), std::invalid_argument);
  EXPECT_THROW(list_.add("none", "", kFig), std::invalid_argument);
  EXPECT_THROW(list_.add("fig", "", kFig), std::invalid_argument);
}

TEST_F(OpenLists, RefusesWhatFilesCannotName) {
  for (const char* word : {"", "Fig", "a fig", "fig-tree", "2figs", "_fig", "f\xc3\xafg"})
    EXPECT_THROW(list_.add(word, "", kFig), std::invalid_argument) << word;
  list_.add("fig_2", "", kFig);
}

TEST_F(OpenLists, IsClosedByEachReader) {
  list_.names();
  EXPECT_THROW(list_.add("fig", "", kFig), std::logic_error);
  OpenList<Fruit, Card> second("fruit", kNames, kCards);
  second.cards();
  EXPECT_THROW(second.add("fig", "", kFig), std::logic_error);
  OpenList<Fruit, Card> third("fruit", kNames, kCards);
  third.find(Fruit::kApple);
  EXPECT_THROW(third.add("fig", "", kFig), std::logic_error);
}

}  // namespace
}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/exact_match.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::forwarding::exact_match_test {

struct Key {
  std::uint32_t value = 0;
  bool operator==(const Key&) const = default;
  std::uint64_t hash() const { return value * 0x9e3779b97f4a7c15; }
};

// All in one slot, and the last one at that: probing must wrap round.
struct Colliding {
  std::uint32_t value = 0;
  bool operator==(const Colliding&) const = default;
  std::uint64_t hash() const { return ~std::uint64_t{0}; }
};

TEST(ExactMatch, FindsNothingInAnEmptyTable) {
  const ExactMatch<Key> table;
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.find({0}), std::nullopt);
}

TEST(ExactMatch, ReplacesAndKeepsTheDefaultKeyApartFromEmptySlots) {
  ExactMatch<Key> table;
  table.insert({7}, 1);
  EXPECT_FALSE(table.empty());
  EXPECT_EQ(table.find({0}), std::nullopt);
  table.insert({0}, 65'535);
  table.insert({7}, 2);
  EXPECT_THAT(table.find({0}), Optional(65'535));
  EXPECT_THAT(table.find({7}), Optional(2));
}

TEST(ExactMatch, TakesNoMoreThanItMay) {
  ExactMatch<Key> table(2);
  EXPECT_TRUE(table.insert({1}, 10));
  EXPECT_TRUE(table.insert({2}, 20));
  EXPECT_FALSE(table.has_place({3}));
  EXPECT_FALSE(table.insert({3}, 30));
  EXPECT_EQ(table.find({3}), std::nullopt);
  EXPECT_TRUE(table.insert({1}, 11)) << "replaced";
  EXPECT_THAT(table.find({1}), Optional(11));
}

template <class K>
class ExactMatchOf : public testing::Test {};
using Keys = testing::Types<Key, Colliding>;
TYPED_TEST_SUITE(ExactMatchOf, Keys);

TYPED_TEST(ExactMatchOf, AgreesWithAMapThroughAllItsGrowth) {
  ExactMatch<TypeParam> table;
  std::map<std::uint32_t, std::uint16_t> expected;
  RandomStream random(1, "exact_match");
  for (int i = 0; i < 600; ++i) {
    const auto key = static_cast<std::uint32_t>(random.below(400));
    const auto value = static_cast<std::uint16_t>(random.next());
    table.insert({key}, value);
    expected[key] = value;
    if (i % 50 == 0 || i == 599) {
      for (std::uint32_t k = 0; k < 400; ++k) {
        const auto known = expected.find(k);
        ASSERT_EQ(table.find({k}), known == expected.end() ? std::nullopt : std::optional(known->second)) << k;
      }
    }
  }
}

}  // namespace weir::forwarding::exact_match_test

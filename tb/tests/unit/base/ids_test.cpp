// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/ids.h"

#include <concepts>

#include "tb/tests/unit/switch_kit.h"

namespace weir::ids_test {

TEST(Ids, DifferentIdsDoNotMix) {
  static_assert(!std::convertible_to<PortId, ClassId>);
  static_assert(!std::equality_comparable_with<PortId, ClassId>);
  static_assert(!std::convertible_to<int, PortId>);
  static_assert(!std::convertible_to<PortId, std::size_t>);
}

TEST(Ids, KeepTheirIndexAndOrder) {
  EXPECT_EQ(PortId().index(), 0U);
  EXPECT_EQ(PortId(65'535).index(), 65'535U);
  EXPECT_EQ(ClassId(7).index(), 7U);
  EXPECT_LT(PortId(3), PortId(4));
  EXPECT_EQ(ClassId(3), ClassId(3));
}

TEST(Ids, MaskHasOneBitAClass) {
  unsigned all = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    EXPECT_EQ(mask_of(ClassId(c)), 1U << c);
    all |= mask_of(ClassId(c));
  }
  EXPECT_EQ(all, 0xffU);
}

TEST(PerPortClass, HasAnEntryOfItsOwnForEachPortAndClass) {
  constexpr std::size_t kPorts = 5;
  PerPortClass<int> table(kPorts, -1);
  EXPECT_EQ(table.ports(), kPorts);
  const PerPortClass<int>& read_only = table;
  std::set<const int*> places;
  for (std::size_t p = 0; p < kPorts; ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      EXPECT_EQ(read_only.at(PortId(p), ClassId(c)), -1);
      EXPECT_EQ(table.at(PortId(p), ClassId(c)), -1);
      table.at(PortId(p), ClassId(c)) = static_cast<int>(p * 100 + c);
      places.insert(&table.at(PortId(p), ClassId(c)));
    }
  }
  EXPECT_EQ(places.size(), kPorts * kClasses);
  EXPECT_EQ(read_only.at(PortId(0), ClassId(7)), 7);
  EXPECT_EQ(read_only.at(PortId(1), ClassId(0)), 100);
  EXPECT_EQ(read_only.at(PortId(4), ClassId(3)), 403);
}

TEST(PerPortClass, WithoutPortsIsEmpty) {
  const PerPortClass<int> table;
  EXPECT_EQ(table.ports(), 0U);
  table.each([](PortId, ClassId, int) { ADD_FAILURE(); });
}

TEST(PerPortClass, ReadingMakesNoEntriesAndChangingThoseOfOneClass) {
  PerPortClass<int> table(3);
  const PerPortClass<int>& read_only = table;
  const auto made = [&] {
    std::size_t entries = 0;
    table.each([&](PortId, ClassId, int) { ++entries; });
    return entries;
  };
  EXPECT_EQ(read_only.at(PortId(2), ClassId(5)), 0);
  EXPECT_EQ(made(), 0U);
  int& entry = table.at(PortId(2), ClassId(5));
  EXPECT_EQ(made(), 3U);
  table.at(PortId(0), ClassId(1)) = 7;
  entry = 4;
  EXPECT_EQ(read_only.at(PortId(2), ClassId(5)), 4) << "the reference is still good";
  int sum = 0;
  table.each([&](PortId p, ClassId c, int value) {
    EXPECT_TRUE(value == 0 || (p == PortId(0) && c == ClassId(1)) || (p == PortId(2) && c == ClassId(5)));
    sum += value;
  });
  EXPECT_EQ(sum, 11);
  EXPECT_EQ(made(), 6U);
}

TEST(PerPortClass, TakesEntriesThatCannotBeCopied) {
  PerPortClass<std::unique_ptr<int>> table(2);
  table.at(PortId(1), ClassId(0)) = std::make_unique<int>(3);
  EXPECT_EQ(table.at(PortId(0), ClassId(0)), nullptr);
  EXPECT_EQ(*table.at(PortId(1), ClassId(0)), 3);
}

}  // namespace weir::ids_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/host_table.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::forwarding::host_table_test {

constexpr std::uint32_t kNet = 0x0a00'0000;

TEST(HostTable, FindsNothingInAnEmptyTable) {
  const HostTable table(10);
  EXPECT_EQ(table.find(0), std::nullopt);
  EXPECT_TRUE(table.has_place(0));
}

TEST(HostTable, NeighboursOfAnAddressHaveNoRoute) {
  HostTable table(10);
  EXPECT_TRUE(table.insert(kNet + 5, 0));
  EXPECT_THAT(table.find(kNet + 5), Optional(0));
  for (const std::uint32_t other : {kNet + 4, kNet + 6, kNet, kNet + 31, kNet + 32, kNet + 37, kNet - 27, 5U}) {
    EXPECT_EQ(table.find(other), std::nullopt) << other;
  }
}

TEST(HostTable, TakesNoMoreThanItMay) {
  HostTable table(2);
  EXPECT_TRUE(table.insert(kNet, 10));
  EXPECT_TRUE(table.insert(kNet + 1, HostTable::kMostGroups));
  EXPECT_FALSE(table.has_place(kNet + 2)) << "its page has room, the table has none";
  EXPECT_FALSE(table.insert(kNet + 2, 30));
  EXPECT_EQ(table.find(kNet + 2), std::nullopt);
  EXPECT_FALSE(table.insert(0xffff'ffff, 30));
  EXPECT_TRUE(table.insert(kNet, 11)) << "replaced";
  EXPECT_THAT(table.find(kNet), Optional(11));
  EXPECT_THAT(table.find(kNet + 1), Optional(HostTable::kMostGroups));
}

// Rows of addresses, single ones, and both ends of the address space.
TEST(HostTable, AgreesWithAMap) {
  HostTable table(3'000);
  std::map<std::uint32_t, std::uint16_t> expected;
  RandomStream random(1, "host_table");
  const auto enter = [&](std::uint32_t address) {
    const auto group = static_cast<std::uint16_t>(random.below(HostTable::kMostGroups + 1U));
    const bool fits = expected.size() < 3'000 || expected.contains(address);
    ASSERT_EQ(table.insert(address, group), fits);
    if (fits) {
      expected[address] = group;
    }
  };
  for (std::uint32_t i = 0; i < 2'000; ++i) {
    enter(kNet + static_cast<std::uint32_t>(random.below(1'500)));
    enter(static_cast<std::uint32_t>(random.below(std::uint64_t{1} << 32U)));
  }
  enter(0);
  enter(0xffff'ffff);
  for (std::uint32_t i = 0; i < 1'600; ++i) {
    const auto known = expected.find(kNet + i);
    const auto found = table.find(kNet + i);
    ASSERT_EQ(found.has_value(), known != expected.end()) << i;
    ASSERT_TRUE(!found || *found == known->second) << i;
  }
  std::map<std::uint32_t, std::uint16_t> visited;
  table.each([&](std::uint32_t address, std::uint16_t group) { EXPECT_TRUE(visited.emplace(address, group).second); });
  EXPECT_EQ(visited, expected);
  for (const auto& [address, group] : expected) {
    EXPECT_THAT(table.find(address), Optional(group));
  }
}

}  // namespace weir::forwarding::host_table_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/port_set.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar::port_set_test {

class SetOfPorts : public testing::TestWithParam<std::size_t> {};

TEST_P(SetOfPorts, NextInTurnAgreesWithASearch) {
  const std::size_t ports = GetParam();
  RandomStream random(7, "port set");
  for (int round = 0; round < 50; ++round) {
    PortSet a(ports);
    PortSet b(ports);
    std::set<std::size_t> both;
    for (std::size_t port = 0; port < ports; ++port) {
      const bool in_a = random.below(4) == 0;
      const bool in_b = random.below(4) == 0;
      if (in_a) {
        a.insert(port);
      }
      if (in_b) {
        b.insert(port);
      }
      if (in_a && in_b) {
        both.insert(port);
      }
    }
    for (std::size_t from = 0; from < ports; ++from) {
      auto expected = both.lower_bound(from);
      expected = expected == both.end() ? both.begin() : expected;
      EXPECT_EQ(next_in_both(a.bits(), b.bits(), from), expected == both.end() ? kNoPort : *expected);
    }
  }
}

TEST_P(SetOfPorts, OneMemberIsFoundFromAnywhere) {
  const std::size_t ports = GetParam();
  PortSet set(ports);
  EXPECT_EQ(next_in(set.bits(), ports - 1), kNoPort);
  EXPECT_TRUE(set.empty());
  set.insert(ports / 2);
  EXPECT_EQ(next_in(set.bits(), 0), ports / 2);
  EXPECT_EQ(next_in(set.bits(), ports - 1), ports / 2);
  set.erase(ports / 2);
  EXPECT_TRUE(set.empty());
}

INSTANTIATE_TEST_SUITE_P(All, SetOfPorts, testing::Values(1, 3, 63, 64, 65, 130, 512));

TEST(PortSet, VisitsInPortOrderAndLetsTheVisitedGo) {
  PortSet set(200);
  for (const std::size_t port : {199U, 0U, 64U, 63U, 128U}) {
    set.insert(port);
  }
  std::vector<std::size_t> seen;
  for_each_port(set.bits(), [&](std::size_t port) {
    seen.push_back(port);
    set.erase(port);
  });
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 63, 64, 128, 199}));
  EXPECT_TRUE(set.empty());
}

TEST(PortMatrix, RowsAreApart) {
  PortMatrix matrix(65);
  matrix.insert(1, 64);
  EXPECT_TRUE(matrix.contains(1, 64));
  EXPECT_FALSE(matrix.contains(0, 64));
  EXPECT_FALSE(matrix.contains(2, 0));
  matrix.clear_row(1);
  EXPECT_EQ(next_in(matrix.row(1), 0), kNoPort);
}

TEST(PortMatrix, TellsTheOnlyMemberOfARow) {
  PortMatrix matrix(3, 130);
  EXPECT_TRUE(matrix.is_empty(1));
  EXPECT_EQ(matrix.only(1), kNoPort);
  matrix.insert(1, 129);
  EXPECT_FALSE(matrix.is_empty(1));
  EXPECT_TRUE(matrix.is_empty(0));
  EXPECT_EQ(matrix.only(1), 129U);
  for (const std::size_t second : {0U, 64U, 128U}) {
    matrix.insert(1, second);
    EXPECT_EQ(matrix.only(1), kNoPort) << second;
    matrix.erase(1, second);
  }
  EXPECT_EQ(matrix.only(1), 129U);
}

}  // namespace weir::crossbar::port_set_test

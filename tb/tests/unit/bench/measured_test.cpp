// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench/measured.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace weir::bench {
namespace {

// Two rounds of a machine whose yardstick is at 10.
Measured row_of(double first, double second) {
  Measured row;
  row.row = "ft4_perm";
  row.per_cpu_second = {first, second};
  row.yardstick = {10, 10};
  row.megabytes = {30, 34};
  row.idle_megabytes = {20, 20};
  return row;
}

TEST(Bench, ChangesAreRatiosOfMeansWithIntervals) {
  // Ratios 0.9 and 1.1, then 1.8 and 2.2: half of the interval of two numbers that differ by d is 12.706 d / 2.
  const std::vector<Change> found = changes({row_of(9, 11)}, {row_of(18, 22)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].speed, 2);
  EXPECT_NEAR(found[0].half, 2 * std::hypot(1.2706, 1.2706), 0.001);
}

TEST(Bench, AMachineThatIsSlowerAltogetherIsNoChange) {
  Measured now = row_of(5, 5);
  now.yardstick = {5, 5};
  const std::vector<Change> found = changes({row_of(10, 10)}, {now});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].speed, 1);
}

TEST(Bench, RowsOfAnotherNameOrQuantumAreNotCompared) {
  Measured other = row_of(9, 11);
  other.quantum = false;
  EXPECT_TRUE(changes({other}, {row_of(9, 11)}).empty());
  other = row_of(9, 11);
  other.row = "ft8_perm";
  EXPECT_TRUE(changes({other}, {row_of(9, 11)}).empty());
}

TEST(Bench, SlowerIsBeyondToleranceAndInterval) {
  EXPECT_TRUE((Change{"", true, 0.90, 0.04}.slower(0.05)));
  EXPECT_FALSE((Change{"", true, 0.90, 0.06}.slower(0.05)));  // may be chance
  EXPECT_FALSE((Change{"", true, 0.96, 0.00}.slower(0.05)));
  EXPECT_FALSE((Change{"", true, 1.50, 0.00}.slower(0.05)));
}

TEST(Bench, MemoryOfAPortIsWhatTheModelHasMoreThanTheYardstick) {
  Measured row = row_of(1, 1);
  row.ports = 16;
  EXPECT_DOUBLE_EQ(row.kilobytes_a_port(), (32.0 - 20.0) * 1024 / 16);
}

TEST(Bench, TheFileHasEverything) {
  Measured row = row_of(9, 11);
  row.quantum = false;
  row.ports = 3;
  row.against = {1.5, 1.6};
  const std::vector<Measured> back = from_json(json_of({row}, "weir"), "bench.json");
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].row, row.row);
  EXPECT_EQ(back[0].quantum, row.quantum);
  EXPECT_EQ(back[0].ports, row.ports);
  EXPECT_EQ(back[0].per_cpu_second, row.per_cpu_second);
  EXPECT_EQ(back[0].yardstick, row.yardstick);
  EXPECT_EQ(back[0].megabytes, row.megabytes);
  EXPECT_EQ(back[0].idle_megabytes, row.idle_megabytes);
  EXPECT_EQ(back[0].against, row.against);
}

TEST(Bench, ADamagedFileIsRefused) {
  Measured row = row_of(9, 11);
  row.yardstick.pop_back();
  EXPECT_THROW(from_json(json_of({row}, "weir"), "bench.json"), std::invalid_argument);
  EXPECT_THROW(from_json("{}", "bench.json"), std::invalid_argument);
  EXPECT_THROW(from_json("", "bench.json"), std::invalid_argument);
}

TEST(Bench, ARowWithSomethingOnNamesItsWorkload) {
  for (const Row& row : rows_of({"ft16_perm", "ft4_perm", "star16_shift", "star64_shift", "star16_incast15"})) {
    EXPECT_TRUE(row.name == row.workload || row.name.starts_with(row.workload + ".")) << row.name;
    EXPECT_EQ(row.name != row.workload, row.has_other_side()) << row.name;
  }
}

}  // namespace
}  // namespace weir::bench

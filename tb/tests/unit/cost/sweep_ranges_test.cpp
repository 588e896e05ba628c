// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/sweep_ranges.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::sweep_ranges_test {

std::vector<std::int64_t> gbps(const SweepGrid& grid) {
  std::vector<std::int64_t> values;
  for (const BitRate rate : grid.rates) {
    values.push_back(rate.count() / 1'000'000'000);
  }
  return values;
}

TEST(SweepRanges, DoubleUpToTheLast) {
  const SweepGrid grid = parse_sweep({"ports=16..512", "classes=2..8", "stages=8..20"}, {});
  EXPECT_THAT(grid.ports, ElementsAre(16, 32, 64, 128, 256, 512));
  EXPECT_THAT(grid.classes, ElementsAre(2, 4, 8));
  EXPECT_THAT(grid.stages, ElementsAre(8, 16, 20));
  EXPECT_THAT(gbps(grid), ElementsAre(100));
  EXPECT_EQ(grid.points(), 54U);
}

TEST(SweepRanges, RatesOfEthernet) {
  EXPECT_THAT(gbps(parse_sweep({"rate=10Gbps..800Gbps"}, {})), ElementsAre(10, 25, 40, 50, 100, 200, 400, 800));
  EXPECT_THAT(gbps(parse_sweep({"rate=30Gbps..100Gbps"}, {})), ElementsAre(30, 40, 50, 100));
}

TEST(SweepRanges, Lists) {
  const SweepGrid grid = parse_sweep({"ports=48,24,48", "rate=400Gbps,100Gbps"}, {});
  EXPECT_THAT(grid.ports, ElementsAre(24, 48));
  EXPECT_THAT(gbps(grid), ElementsAre(100, 400));
}

std::string message(const std::string& range) {
  try {
    parse_sweep({range}, {});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SweepRanges, Bad) {
  EXPECT_THAT(message("ports"), HasSubstr("wanted AXIS=FIRST..LAST"));
  EXPECT_THAT(message("port=1..2"), HasSubstr("the nearest is \"ports\""));
  EXPECT_THAT(message("ports=0..16"), HasSubstr("ports: wanted 1..1024; got \"0\""));
  EXPECT_THAT(message("ports=32..16"), HasSubstr("ends before it begins"));
  EXPECT_THAT(message("ports=..16"), HasSubstr("got \"\""));
  EXPECT_THAT(message("classes=9"), HasSubstr("classes: wanted 1..8"));
  EXPECT_THAT(message("rate=10..800"), HasSubstr("rate: wanted a rate"));
  EXPECT_THAT(message("rate=1bps..1Gbps"), HasSubstr("1Gbps to 1.6Tbps"));
  EXPECT_THAT(message("stages=25"), HasSubstr("stages: wanted 1..24"));
}

}  // namespace weir::cost::sweep_ranges_test

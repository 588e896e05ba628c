// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/sweep.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::sweep_test {

using ledger::Storage;

Sweep small() {
  return run_sweep(parse_sweep({"ports=16..32", "rate=40Gbps,400Gbps"}, SweepGrid{}), {.processing = Time(768'000)},
                   {"pfc", "gfc", "itsy"});
}

TEST(Sweep, GridInOrder) {
  const Sweep sweep = small();
  ASSERT_EQ(sweep.points.size(), 4U);
  EXPECT_EQ(sweep.points[0].ports, 16U);
  EXPECT_EQ(sweep.points[1].rate, BitRate(400'000'000'000));
  EXPECT_EQ(sweep.points[2].ports, 32U);
  EXPECT_EQ(sweep.points[3].lossless, 8U);
}

TEST(Sweep, MechanismsAreJudgedAlone) {
  const Sweep sweep = small();
  const auto flip_flops = [&](std::size_t point, std::size_t mechanism) {
    return sweep.points[point].added[mechanism].value().of(Storage::kFlipFlop);
  };
  // Widths of the thresholds that are there once change with the share of the buffer.
  EXPECT_NEAR(static_cast<double>(flip_flops(2, 0)), 2.0 * static_cast<double>(flip_flops(0, 0)), 100);
  // A bitmap of N x N grows faster than N.
  EXPECT_GT(flip_flops(2, 2), 2 * flip_flops(0, 2));
  EXPECT_GT(flip_flops(0, 1), flip_flops(0, 0));
}

// Beside the buffers of common chips the page and the file have the one that was asked for; and what CBFC needs.
TEST(Sweep, HasTheUsersBufferAndCredits) {
  const Sweep sweep = run_sweep(parse_sweep({"ports=16..32"}, {.rates = {BitRate(400'000'000'000)}}),
                                {.buffer = Bytes(48 << 20)}, {"cbfc"});
  EXPECT_THAT(sweep_page(sweep), HasSubstr("<th class=\"n\">48 MiB</th>"));
  EXPECT_THAT(sweep_page(small()), Not(HasSubstr("48 MiB")));
  ASSERT_EQ(sweep.points.size(), 2U);
  // At 400 Gbps and 300 m, tau of the test of credits in cost_test.py: whole frames in whole blocks.
  EXPECT_EQ(sweep.points[0].cbfc_credits, Bytes((3'000 + 150'000 + 57'920 + 65'535 + 1'499) / 1'500 * 1'536));
  EXPECT_THAT(sweep_csv(sweep), HasSubstr("," + std::to_string(sweep.points[0].cbfc_credits.count()) + ","));
  EXPECT_THAT(sweep_csv(sweep), HasSubstr(",50331648,"));
}

// TTL-based buffer management, eq. 14; and the relation of the two headrooms.
TEST(Sweep, Headroom) {
  const SweepPoint point = small().points[2];
  EXPECT_EQ(point.pfc_headroom, Bytes(21'968));
  EXPECT_EQ(point.c_tau + 2 * Bytes(64), point.pfc_headroom);
  EXPECT_EQ(point.two_c_tau, 2 * point.c_tau);
}

TEST(Sweep, CsvHasARowAPoint) {
  const std::string csv = sweep_csv(small());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  EXPECT_THAT(csv, StartsWith("ports,classes,lossless_classes,line_bps,stages,"));
  EXPECT_THAT(csv, HasSubstr(",itsy_flip_flop_bits,itsy_sram_bits,itsy_tcam_bits,without_flip_flop_bits"));
  EXPECT_THAT(csv, HasSubstr("\n32,8,8,40000000000,16,"));
}

// Partitions of 12 MiB / 8 do not hold 9216 B of 256 ports; PFC goes on.
TEST(Sweep, WhatCannotBeBuiltIsEmpty) {
  const Sweep sweep = run_sweep(parse_sweep({"ports=16..256"}, SweepGrid{}),
                                {.buffer = Bytes(12 << 20), .max_frame = Bytes(9216)}, {"pfc", "ttl_pfc"});
  EXPECT_TRUE(sweep.points.front().added[1]);
  EXPECT_TRUE(sweep.points.back().added[0]);
  EXPECT_FALSE(sweep.points.back().added[1]);
  EXPECT_THAT(sweep_csv(sweep), HasSubstr(",,,,"));
}

TEST(Sweep, TheSameEveryTime) {
  EXPECT_EQ(sweep_csv(small()), sweep_csv(small()));
  EXPECT_EQ(sweep_page(small()), sweep_page(small()));
}

TEST(Sweep, FewerLosslessClassesThanClasses) {
  const Sweep sweep = run_sweep(parse_sweep({"classes=1..4"}, SweepGrid{}), {.lossless = 2}, {"pfc"});
  EXPECT_EQ(sweep.points[0].lossless, 1U);
  EXPECT_EQ(sweep.points[2].lossless, 2U);
}

}  // namespace weir::cost::sweep_test

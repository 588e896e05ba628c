// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The reaction point of BCN against rates computed by hand, at 10 Gbps, where 1250 B take 1 us.

#include "tb/host/bcn.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::bcn_test {

constexpr std::uint64_t kHere = 7;
constexpr std::uint64_t kThere = 8;

Feedback of(std::int32_t index, std::uint64_t point = kHere) {
  return {.notification = true, .congestion_index = index, .congestion_point = point};
}

class BcnSource : public testing::Test {
 protected:
  BitRate hears(std::int32_t index, std::uint64_t point = kHere) {
    control_.feedback(of(index, point), 1_us);
    return *control_.rate();
  }
  Bcn control_{BcnSettings{}, 10_Gbps};
};

TEST_F(BcnSource, StartsAtLineRateAndIsCutByUnitsOf64Bytes) {
  EXPECT_EQ(control_.rate(), 10_Gbps);
  EXPECT_EQ(hears(-375), 9'025'000'000_bps) << "1 - 0.00026 * 375";
  EXPECT_EQ(hears(-375), 8'145'062'500_bps);
}

TEST_F(BcnSource, NoCutIsDeeperThanTheLeastFactorAndNoneGoesBelowTheLeastRate) {
  EXPECT_EQ(hears(-1'000'000), 5_Gbps);
  for (int i = 0; i < 20; ++i) {
    hears(-1'000'000);
  }
  EXPECT_EQ(control_.rate(), 1'000'000_bps);
}

TEST_F(BcnSource, OnlyTheQueueThatSlowedItDownLastSpeedsItUp) {
  hears(-1'000'000);
  EXPECT_EQ(hears(375, kThere), 5_Gbps);
  EXPECT_EQ(hears(375), 5_Gbps + 512'000'000_bps) << "4 * 16 packets of 1500 B * 8 Mbps";
  EXPECT_EQ(hears(-1, kThere), 5'510'566'880_bps) << "5.512 Gbps * (1 - 0.00026)";
  EXPECT_EQ(hears(375), 5'510'566'880_bps) << "another has slowed it down since";
  EXPECT_EQ(hears(375, kThere), 6'022'566'880_bps);
}

TEST_F(BcnSource, NothingSpeedsUpAFlowBeforeItWasSlowedDownNorBeyondTheLine) {
  EXPECT_EQ(hears(375), 10_Gbps);
  hears(-375);
  EXPECT_EQ(hears(1'000'000), 10_Gbps);
}

// A notification by a detector without an index.
TEST_F(BcnSource, WhatHasNoIndexSaysNothing) {
  control_.feedback({.mark = Mark::kCongestion, .notification = true}, 1_us);
  EXPECT_EQ(control_.rate(), 10_Gbps);
}

TEST_F(BcnSource, ANewRateMovesThePacketThatWaits) {
  control_.sent(1250_B, 10_us);
  EXPECT_EQ(control_.next_send(1250_B, 0_B, 10_us), 11_us);
  hears(-1'000'000);
  EXPECT_EQ(control_.next_send(1250_B, 0_B, 10_us), 12_us);
}

TEST(Bcn, ReadPerPacketTheGainOfTheThesisCutsLittle) {
  Bcn control(BcnSettings{.unit_d = 1500_B}, 10_Gbps);
  control.feedback(of(-375), 1_us);
  EXPECT_EQ(control.rate(), 9'958'400'000_bps) << "1 - 0.00026 * 16";
}

}  // namespace weir::host::bcn_test

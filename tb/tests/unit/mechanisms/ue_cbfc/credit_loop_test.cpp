// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/credit_loop.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::ue_cbfc::credit_loop_test {

CreditLinkFacts link(std::uint32_t channels) { return {800_Gbps, 2'500_ns, 0_ns, 0_ns, channels}; }

TEST(CreditLoop, CreditsForFullRate) {
  EXPECT_EQ(credits_for_rate({}, link(1), 64_B), 6'030U);
  EXPECT_EQ(credits_for_rate({}, link(2), 64_B), 6'030U);
  EXPECT_EQ(credits_for_rate({}, link(32), 64_B), 7'173U);
  UeCbfcConfig smaller;
  smaller.credit_size = 32_B;
  EXPECT_EQ(credits_for_rate(smaller, link(1), 64_B), 2 * 6'030U);
  CreditLinkFacts stored = link(1);
  stored.store = 840_ps;  // the time of one frame of 64 B
  EXPECT_EQ(credits_for_rate({}, stored, 64_B), 6'031U);
}

// Frame by frame, credit by credit, until the first credits come back.
std::uint32_t counted_out(const UeCbfcConfig& config, const CreditLinkFacts& link, Bytes length) {
  const Time tau = serialization_time(length + 20_B, link.rate);
  const Time back = serialization_time(length + 8_B, link.rate) + 2 * link.delay + link.processing + link.store +
                    serialization_time((link.channels + 1) / 2 * config.cf_min_spacing + 8_B, link.rate);
  std::uint32_t credits = 0;
  for (Time sent; sent < back; sent += tau)
    for (Bytes covered; covered < length; covered += config.credit_size)
      ++credits;
  return credits;
}

TEST(CreditLoop, CreditsAreThoseOfEveryLengthCountedOut) {
  UeCbfcConfig config;
  for (const std::uint32_t channels : {1U, 5U, 32U})
    for (const Bytes size : {32_B, 64_B, 256_B}) {
      config.credit_size = size;
      const CreditLinkFacts near{800_Gbps, 200_ns, 80_ns, 40_ns, channels};
      CreditRoomFacts most;
      for (Bytes length = 64_B; length <= 1'000_B; length += 1_B) {
        const std::uint32_t credits = counted_out(config, near, length);
        ASSERT_EQ(credits_for_rate(config, near, length), credits) << length.count();
        most = credits > most.credits ? CreditRoomFacts{credits, length} : most;
      }
      EXPECT_EQ(credits_for_lengths(config, near, 64_B, 1'000_B), most);
    }
}

// A frame of 65 B takes two credits of 64 B, and hardly more of the line than one of 64 B.
TEST(CreditLoop, TheShortestFrameNeedNotAskForMost) {
  EXPECT_EQ(credits_for_lengths({}, link(1), 64_B, 9'216_B), (CreditRoomFacts{2 * 5'959, 65_B}));
  EXPECT_EQ(credits_for_lengths({}, link(32), 64_B, 9'216_B), (CreditRoomFacts{2 * 7'089, 65_B}));
}

TEST(CreditLoop, LostCreditsComeBackWithTheNextCcUpdate) {
  EXPECT_EQ(longest_leak({}, link(1)), 256_us + 5_us + 64_ns);
  EXPECT_EQ(longest_leak({}, link(32)), 256_us + 5_us + 16 * 64_ns);
}

}  // namespace weir::ue_cbfc::credit_loop_test

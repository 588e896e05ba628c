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

TEST(CreditLoop, LostCreditsComeBackWithTheNextCcUpdate) {
  EXPECT_EQ(longest_leak({}, link(1)), 256_us + 5_us + 64_ns);
  EXPECT_EQ(longest_leak({}, link(32)), 256_us + 5_us + 16 * 64_ns);
}

}  // namespace weir::ue_cbfc::credit_loop_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A quotient that is a whole number is that number.

#include "tb/run/quotients.h"

#include <cstdint>

#include "tb/tests/unit/switch_kit.h"

namespace weir::quotients_test {

// By seconds as a floating-point number 111 kB in 300 us were 2960000000.0000005 bit/s.
TEST(Quotients, RatesThatAreWholeNumbersAreExact) {
  EXPECT_EQ(bits_per_second(111'000, 300_us), 2.96e9);
  for (std::int64_t span_us = 1; span_us <= 2'000; ++span_us) {
    for (const std::uint64_t gbps : {3U, 10U, 37U, 800U}) {
      const auto span_ps = static_cast<std::uint64_t>(span_us) * 1'000'000;
      EXPECT_EQ(bits_per_second(gbps * span_ps / 8'000 * 8, Time(static_cast<std::int64_t>(span_ps) * 8)),
                static_cast<double>(gbps) * 1e9)
          << span_us;
    }
  }
}

TEST(Quotients, OthersAreRoundedOnce) {
  EXPECT_EQ(bits_per_second(1, 3_us), 8e6 / 3);
  EXPECT_EQ(bits_per_second(1'000'000'000'000'000'000, 86'400'000_ms), 8e18 / 86'400);
  EXPECT_EQ(bits_per_second(1, 0_us), 0);
  EXPECT_EQ(share_of_time(150_us, 300_us), 0.5);
  EXPECT_EQ(share_of_time(100_us, 300_us), 1.0 / 3);
  EXPECT_EQ(share_of_time(0_us, 0_us), 0);
}

}  // namespace weir::quotients_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/linear_rate.h"

#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "hw_model/reference/cbfc_counters.h"
#include "hw_model/reference/rate_limiter.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::linear_rate_test {

constexpr unsigned kFrac = kFactorFracBits;

std::string refusal(const LinearRateConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(LinearRate, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.block_shift = 0}), "linear rate: block_shift is 0, wanted 1..12");
  EXPECT_EQ(refusal({.counter_bits = 33}), "linear rate: counter_bits is 33, wanted 2..32");
  EXPECT_EQ(
      refusal({.counter_bits = 32, .block_shift = 12, .factor_frac = 17}),
      "linear rate: counter_bits, block_shift and factor_frac make a division of 62 steps and a factor of 43 bits, "
      "wanted at most 61");
}

// Figures of section 5.2's form: half the room is half the rate, factor 1; a quarter is factor 3; one byte.
TEST(LinearRate, OfRoundNumbers) {
  EXPECT_EQ(linear_factor(500'000_B, 500'000_B, kFrac), 0U);
  EXPECT_EQ(linear_factor(250'000_B, 500'000_B, kFrac), 1U << kFrac);
  EXPECT_EQ(linear_factor(125'000_B, 500'000_B, kFrac), 3U << kFrac);
  EXPECT_EQ(linear_factor(0_B, 500'000_B, kFrac), std::uint64_t{499'999} << kFrac);
  EXPECT_EQ(linear_factor(3_B, 4_B, 2), 2U);  // 1/3 in quarters, rounded up
  EXPECT_EQ(linear_rate(10_Gbps, 125'000_B, 500'000_B), BitRate(2'500'000'000));
  EXPECT_EQ(linear_rate(10_Gbps, 0_B, 500'000_B), BitRate(20'000));
}

// The factor that the switch asks its limiter for comes from a rate in whole bits per second; the hardware's, which
// knows no C, lies between that of this rate and that of the next, so both limit to the same bit per second. Never
// above the exact rate, less than a step of the factor below it, and more room never makes it slower.
TEST(LinearRate, IsThatOfTheSwitchToABitPerSecond) {
  const RateLimiterConfig limiter;
  std::uint64_t compared = 0;
  for (const BitRate line : {10_Gbps, 40_Gbps, 100_Gbps, 400_Gbps}) {
    const BitRate lowest = lowest_rate(line, limiter);
    for (const Bytes range : {508'000_B, 1_MB, 64_B, 65_B, 4'194'303_B}) {
      std::uint64_t before = ~std::uint64_t{0};
      for (std::int64_t blocks = 0; blocks * 64 <= range.count() + 64; blocks += 1 + blocks / 97) {
        const Bytes room(blocks * 64);
        const std::uint64_t factor = linear_factor(room, range, kFrac);
        const BitRate target = linear_rate(line, room, range);
        ASSERT_LE(factor, before);
        before = factor;
        if (room >= range) {
          ASSERT_EQ(factor, 0U);
          ASSERT_EQ(target, line);
          continue;
        }
        const auto counted = static_cast<std::uint64_t>(std::max<std::int64_t>(room.count(), 1));
        const auto exact = (static_cast<std::uint64_t>(range.count()) - counted) << kFrac;
        ASSERT_GE(factor * counted, exact);
        ASSERT_LT((factor - 1) * counted, exact);
        if (target > lowest) {
          ASSERT_LE(factor, factor_for(line, target, limiter).r_r);
          ASSERT_GE(factor, factor_for(line, target + BitRate(1), limiter).r_r);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 5'000U);
}

// What a message leaves, with counts that come round, is what the switch's sender has; the factor comes when it is to.
TEST(LinearRateCycle, TakesAMessageAndGivesItsFactorInTime) {
  const LinearRateConfig config;
  LinearRateCycle unit(config);
  CreditSender sender({.counter_bits = config.counter_bits});
  const Bytes range = 508'000_B;
  for (std::uint32_t n = 0; n < 500; ++n) {
    sender.sent(n * 37 % 4000);
    sender.credit((sender.fctbs() + n * 331 % 9000 - 500) & 0xFFFF);
    const LinearRateInputs message{.message = true,
                                   .fccl = sender.fccl(),
                                   .fctbs = sender.fctbs(),
                                   .range = static_cast<std::uint64_t>(range.count())};
    EXPECT_FALSE(unit.clock(message).busy);
    for (unsigned step = 0; step < config.steps(); ++step) {
      const LinearRateOutputs out = unit.clock({.message = step % 5 == 0, .fccl = 3});  // is not taken
      ASSERT_TRUE(out.busy && !out.valid);
    }
    const LinearRateOutputs out = unit.clock({});
    ASSERT_TRUE(out.valid && !out.busy);
    ASSERT_EQ(out.factor, linear_factor(Bytes(64) * sender.available(), range, kFrac));
    ASSERT_EQ(unit.clock({}), (LinearRateOutputs{.factor = out.factor}));
  }
  EXPECT_EQ(unit.clock({.rst_n = false}), LinearRateOutputs{});
}

// The cycles of the wave in rtl/linear_rate/linear_rate.md.
TEST(LinearRateCycle, DoesWhatThePageShows) {
  LinearRateCycle unit({.counter_bits = 3, .block_shift = 1, .factor_int = 3, .factor_frac = 2});
  const auto shows = [&](const LinearRateInputs& in, const LinearRateOutputs& out) { EXPECT_EQ(unit.clock(in), out); };
  shows({}, {});
  shows({.message = true, .fccl = 1, .fctbs = 7, .range = 9}, {});
  for (int step = 0; step < 7; ++step) {
    shows({}, {.busy = true});
  }
  shows({}, {.valid = true, .factor = 5});
  shows({}, {.factor = 5});
}

// A factor register that is too narrow holds its lowest rate.
TEST(LinearRateCycle, SaturatesAtTheLowestRate) {
  const LinearRateConfig config{.factor_int = 10, .factor_frac = 8};
  LinearRateCycle unit(config);
  unit.clock({.message = true, .range = 508'000});
  for (unsigned step = 0; step < config.steps(); ++step) {
    unit.clock({});
  }
  EXPECT_EQ(unit.evaluate({}), (LinearRateOutputs{.valid = true, .factor = (1U << 18U) - 1}));
}

}  // namespace weir::reference::linear_rate_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One flow of an edge of a FERA region: what rate it has, what it owes. The bucket is held against a model of its own,
// in doubles of bits.

#include "hw_model/mechanisms/congestion/fera_edge_regulator.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/fera_tag.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::congestion::fera_edge_regulator_test {

// 40 Gbps, T = 1 ms, tau = T/4, N_0 = 20: 2 Gbps at first.
FeraEdgeTerms terms() {
  return {.line_kbps = 40'000'000, .initial_kbps = 2'000'000, .burst = 3_KB, .tag_interval = 250_us, .patience = 2_ms};
}

// Rules of the source, as a host has them.
TEST(FeraEdgeRegulator, TakesTheNewestTagAndNoRateAboveTheLine) {
  const FeraEdgeTerms all = terms();
  FeraEdgeRegulator flow(all, 0_us);
  EXPECT_EQ(flow.rate_kbps(), 2'000'000U);
  for (const Time at : {0_us, 250_us, 500_us})
    flow.tag_goes(at);
  EXPECT_FALSE(flow.tag_returns(3, 5, 600_us)) << "none of that number has gone";
  EXPECT_TRUE(flow.tag_returns(1, 800'000, 600_us));
  EXPECT_EQ(flow.rate_kbps(), 800'000U);
  EXPECT_FALSE(flow.tag_returns(0, 5, 600_us)) << "stale";
  EXPECT_TRUE(flow.tag_returns(2, frame::kFeraNotLimited, 700_us));
  EXPECT_EQ(flow.rate_kbps(), 40'000'000U);
}

TEST(FeraEdgeRegulator, FallsToTheFirstRateWithoutAnswersAndNoLowerRateRises) {
  const FeraEdgeTerms all = terms();
  for (const auto& [told, left] : {std::pair(9'000'000U, 2'000'000U), std::pair(500'000U, 500'000U)}) {
    FeraEdgeRegulator flow(all, 0_us);
    flow.tag_goes(0_us);
    flow.tag_returns(0, told, 10_us);
    flow.tag_goes(250_us);
    for (Time at = 20_us; at < 2'250_us; at += 1_us)
      flow.sent(1'500_B, at);
    EXPECT_EQ(flow.rate_kbps(), told);
    flow.paid_at(2'250_us - 1_ps);
    EXPECT_EQ(flow.rate_kbps(), told);
    flow.paid_at(2'250_us);
    EXPECT_EQ(flow.rate_kbps(), left);
  }
}

// At 2.4 Mbps there are 5 ms from packet to packet, more than 2 T: it is in its gap, not idle.
TEST(FeraEdgeRegulator, KeepsTheRateOfASlowFlowInItsGaps) {
  const FeraEdgeTerms all = terms();
  FeraEdgeRegulator flow(all, 0_us);
  flow.tag_goes(0_us);
  flow.sent(1'500_B, 0_us);
  flow.tag_returns(0, 2'400, 1_us);
  for (Time at = 5'000_us; at < 100'000_us; at += 5'000_us) {
    flow.sent(1'500_B, at);
    ASSERT_EQ(flow.rate_kbps(), 2'400U);
  }
  flow.sent(1'500_B, 101'900_us);
  EXPECT_EQ(flow.rate_kbps(), 2'400U) << "the bucket is full 5 ms after the last one, at 100 ms";
  flow.sent(1'500_B, 109'000_us);
  EXPECT_EQ(flow.rate_kbps(), 2'000'000U);
}

// Level, debt and conformance against sums over all that has happened, in doubles of bits.
TEST(FeraEdgeRegulator, OwesWhatAModelOfItsOwnSays) {
  RandomStream draws(1, "fera_edge");
  std::size_t owed = 0;
  for (int run = 0; run < 40; ++run) {
    const FeraEdgeTerms all = terms();
    FeraEdgeRegulator flow(all, 0_us);
    double level = 24'000;
    double rate = 2e9;
    bool owes = false;
    Time now(0);
    for (int step = 0; step < 200; ++step) {
      const Time gap = Time(static_cast<std::int64_t>(draws.below(8'000'000)));
      now += gap;
      level = std::min(24'000.0, level + rate * static_cast<double>(gap.count()) * 1e-12);
      if (draws.below(4) == 0) {
        const auto kbps = static_cast<std::uint32_t>(1'000 + draws.below(9'000'000));
        ASSERT_TRUE(flow.tag_returns(flow.tag_goes(now), kbps, now));
        rate = kbps * 1e3;
      } else {
        const auto length = static_cast<std::int64_t>(64 + draws.below(1'437));
        if (std::abs(level - static_cast<double>(length * 8)) > 1) {
          ASSERT_EQ(flow.conforms(Bytes(length), now), level >= static_cast<double>(length * 8));
        }
        flow.sent(Bytes(length), now);
        level -= static_cast<double>(length * 8);
      }
      if (std::abs(level) > 1 && std::abs(level - 12'000) > 1) {
        owes = level < 0 || (owes && level < 12'000);
        ASSERT_EQ(flow.owes(now), owes);
      }
      const auto missing = static_cast<double>((flow.paid_at(now) - now).count()) * 1e-12 * rate;
      ASSERT_NEAR(missing, std::max(0.0, 12'000 - level), 1.0);
      owed += level < 0 ? 1 : 0;
    }
  }
  EXPECT_GT(owed, 300U);
}

// In no window comes more than burst + r t, packets that were under way when it was held apart.
TEST(FeraEdgeRegulator, LetsNoMoreByThanItsRateAndBurst) {
  const FeraEdgeTerms all = terms();
  FeraEdgeRegulator flow(all, 0_us);
  std::vector<std::pair<Time, std::int64_t>> went;
  RandomStream draws(2, "fera_edge");
  for (Time now(0); now < 2_ms; now += Time(static_cast<std::int64_t>(1 + draws.below(3'000'000)))) {
    const auto length = static_cast<std::int64_t>(64 + draws.below(1'437));
    if (!flow.conforms(Bytes(length), now))
      continue;
    flow.sent(Bytes(length), now);
    went.emplace_back(now, length);
  }
  ASSERT_GT(went.size(), 300U);
  for (std::size_t first = 0; first < went.size(); ++first) {
    std::int64_t sum = 0;
    for (std::size_t last = first; last < went.size(); ++last) {
      sum += went[last].second;
      const double window = static_cast<double>((went[last].first - went[first].first).count()) * 1e-12;
      ASSERT_LE(static_cast<double>(sum), 3'000 + 2e9 / 8 * window + 1e-3);
    }
  }
}

}  // namespace weir::congestion::fera_edge_regulator_test

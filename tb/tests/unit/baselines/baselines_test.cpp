// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// All baselines beside one another, and what they are worth by the deadlocks that really formed.

#include "tb/baselines/baselines.h"

#include "tb/tests/unit/baselines/ring.h"

namespace weir::baselines::baselines_test {

constexpr Settings kSettings{
    .period = kHop * 4, .control_delay = Time(0), .bloom_bits = 256, .bloom_hashes = 2, .unroller_base = 4, .seed = 1};

oracle::KnotSpan knot(Time formed, std::optional<Time> dissolved, std::vector<std::size_t> viqs) {
  oracle::KnotSpan span{.formed_at = formed, .declared_at = {}, .dissolved_at = dissolved};
  span.viqs = std::move(viqs);
  return span;
}

TEST(Baselines, AllFindARing) {
  const Ring ring{4};
  Baselines all(kSettings, ring.cables());
  std::vector<oracle::KnotEntry> entries = ring.entries();
  const auto half = entries.begin() + 5;
  ASSERT_NE(half->at, (half - 1)->at);
  all.follow({entries.begin(), half}, half->at);
  all.follow({half, entries.end()}, kHop * 100);
  ASSERT_EQ(all.plays().size(), kNames.size());
  std::vector<std::size_t> viqs;
  for (std::size_t s = 0; s < ring.length; ++s) {
    viqs.push_back(ring.ingress(s));
  }
  const std::vector<oracle::KnotSpan> knots{knot(ring.formed(), {}, viqs)};
  for (std::size_t n = 0; n < kNames.size(); ++n) {
    const Scored scored = score(all.plays()[n]->tally(), knots);
    EXPECT_EQ(scored.found, 1U) << kNames[n];
    EXPECT_EQ(scored.outside, 0U) << kNames[n];
  }
  EXPECT_EQ(score(all.plays()[4]->tally(), knots).delays, std::vector<Time>{Time(0)});
}

TEST(Baselines, WhatIsFoundBesideDeadlocksIsOutside) {
  const Tally tally{.found = {{Time(10), 1, 3}, {Time(20), 2, 5}, {Time(25), 3, 6}, {Time(40), 1, 7}}};
  const std::vector<oracle::KnotSpan> knots{knot(Time(15), Time(30), {2, 3}), knot(Time(35), {}, {1}),
                                            knot(Time(36), {}, {7})};
  const Scored scored = score(tally, knots);
  EXPECT_EQ(scored.found, 2U);
  EXPECT_EQ(scored.delays, (std::vector<Time>{Time(5), Time(5)}));
  EXPECT_EQ(scored.hops, 5U);
  EXPECT_EQ(scored.outside, 1U);
}

}  // namespace weir::baselines::baselines_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Detection by control planes that look every period: hops reckoned by hand, and the law that they give on average.

#include "tb/baselines/by_period.h"

#include "tb/baselines/identifier_relay.h"
#include "tb/baselines/path_record.h"
#include "tb/tests/unit/baselines/ring.h"

namespace weir::baselines::by_period_test {

constexpr int kDraws = 1500;

template <class Port>
Port port_of(Point at, std::uint64_t seed) {
  if constexpr (std::is_same_v<Port, IdentifierRelay>) {
    return IdentifierRelay(scrambled(seed + at));
  } else {
    return PathRecord(at);
  }
}

// A ring all of whose ports are held from 0 on.
template <class Port>
Tally stand(const Ring& ring, Time period, Time delay, std::vector<Time> phases, std::uint64_t seed, Time end) {
  const Cables cables = ring.cables();
  std::vector<oracle::KnotEntry> entries;
  for (std::size_t s = 0; s < ring.length; ++s) {
    Ring::pause(entries, ring.ingress(s), Time(0));
    Ring::hold(entries, ring.egress(s), ring.ingress(s), Time(0));
  }
  std::vector<Port> ports;
  for (Point at = 0; at < cables.peers.size(); ++at) {
    ports.push_back(port_of<Port>(at, seed));
  }
  PauseGraph graph(cables.peers.size());
  ByPeriod<Port> play(std::move(ports), std::move(phases), period, delay, graph, cables);
  follow(graph, play, entries, end);
  return play.tally();
}

template <class Port>
double mean_hops(std::size_t length, double period_hops) {
  const Time period(static_cast<std::int64_t>(period_hops * static_cast<double>(kHop.count())));
  const Ring ring{length};
  double sum = 0;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    std::vector<Time> phases;
    for (Point at = 0; at < 3 * length; ++at) {
      const auto drawn = scrambled(scrambled(seed) ^ at) % static_cast<std::uint64_t>(period.count());
      phases.push_back(Time(static_cast<std::int64_t>(drawn)));
    }
    const Tally tally = stand<Port>(ring, period, Time(0), phases, seed * 1000, kHop * 300);
    sum += static_cast<double>(tally.found.at(0).at.count()) / static_cast<double>(kHop.count());
  }
  return sum / kDraws;
}

// Everybody looks at 0, 4, 8 hops, and a message takes one: the least name comes home with its third message, so does
// each path, both at 9. A control plane that takes half a hop adds it to each message, which looks wait for anyhow but
// the last.
TEST(Baselines, ControlPlanesInStep) {
  const std::vector<Time> phases(9);
  for (const Time delay : {Time(0), kHop / 2}) {
    const Tally relay = stand<IdentifierRelay>(Ring{3}, kHop * 4, delay, phases, 7, kHop * 10);
    ASSERT_FALSE(relay.found.empty());
    EXPECT_EQ(relay.found[0].at, kHop * 9 + delay);
    EXPECT_EQ(relay.found[0].hops, 3U);
    EXPECT_EQ(relay.messages, 9U);
    EXPECT_EQ(relay.line, Bytes(9 * 84));
    EXPECT_EQ(relay.header_bits, 32U);
    const Tally record = stand<PathRecord>(Ring{3}, kHop * 4, delay, phases, 7, kHop * 10);
    ASSERT_EQ(record.found.size(), 3U);  // all at once
    EXPECT_EQ(record.found[0].at, kHop * 9 + delay);
    EXPECT_EQ(record.found[0].hops, 3U);
    EXPECT_EQ(record.header_bits, 8U + 3 * 20);
  }
}

// Slower than a period, a control plane holds up each message.
TEST(Baselines, AControlPlaneThatTakesLongerThanThePeriod) {
  const std::vector<Time> phases(9);
  const Tally relay = stand<IdentifierRelay>(Ring{3}, kHop * 4, kHop * 5, phases, 7, kHop * 40);
  ASSERT_FALSE(relay.found.empty());
  EXPECT_EQ(relay.found[0].at, kHop * (8 + 8 + 6));
}

// What is held for less than a look is never suspected, and one that was let go begins anew.
TEST(Baselines, APortThatMayGoOnIsNotSuspected) {
  const Ring ring{3};
  const Cables cables = ring.cables();
  std::vector<oracle::KnotEntry> entries;
  Ring::hold(entries, ring.egress(0), ring.ingress(0), Time(1));
  entries.push_back({.at = kHop, .event = oracle::KnotEvent::kFreed, .place = ring.egress(0)});
  PauseGraph graph(cables.peers.size());
  ByPeriod<PathRecord> play({9, PathRecord(0)}, std::vector<Time>(9), kHop * 4, Time(0), graph, cables);
  follow(graph, play, entries, kHop * 100);
  EXPECT_EQ(play.tally().messages, 0U);
}

// L (1 + T/2): 3.2 times a baseline of L hops at T = 4.4 hops, whatever L.
TEST(Baselines, RelayedNamesTakeHalfAPeriodMoreAHop) {
  for (const std::size_t length : {3, 4, 8}) {
    const double ratio = mean_hops<IdentifierRelay>(length, 4.4) / static_cast<double>(length);
    EXPECT_NEAR(ratio, 3.2, 0.04) << length;
  }
}

// At one period M2 is faster than M1, and is 3.75 times a baseline of L hops only with a longer one, of 6.5 to 7.3
// hops.
TEST(Baselines, RecordedPathsAreFasterThanRelayedNames) {
  for (const std::size_t length : {3, 4, 6}) {
    EXPECT_LT(mean_hops<PathRecord>(length, 4.4), mean_hops<IdentifierRelay>(length, 4.4)) << length;
    EXPECT_LT(mean_hops<PathRecord>(length, 6.4) / static_cast<double>(length), 3.75) << length;
    EXPECT_GT(mean_hops<PathRecord>(length, 7.4) / static_cast<double>(length), 3.75) << length;
  }
}

}  // namespace weir::baselines::by_period_test

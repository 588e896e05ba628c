// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The theorems of docs/reference/gradient_gate.md in drawn networks, whom the rule starves, and what helps.

#include "tb/tests/unit/reference/gradient_network.h"

namespace weir::reference::gradient_network_test {

constexpr std::size_t kNetworks = 1000;

// A ring with chords, routes without loops, whatever else may differ.
GradientNetwork drawn(std::uint64_t seed) {
  RandomStream random(seed, "gradient networks");
  GradientNetwork network;
  network.switches = 3 + random.below(4);
  for (std::size_t i = 0; i < network.switches; ++i)
    network.cables.emplace_back(i, (i + 1) % network.switches);
  for (std::size_t i = 0; i < network.switches; ++i) {
    for (std::size_t j = i + 2; j < network.switches; ++j) {
      if (network.link(i, j) == network.links() && random.below(4) == 0)
        network.cables.emplace_back(i, j);
    }
  }
  const std::size_t flows = network.switches + random.below(2 * network.switches);
  while (network.routes.size() < flows) {
    std::vector<std::size_t> route{random.below(network.switches)};
    const std::size_t length = 2 + random.below(network.switches - 1);
    for (int tries = 0; route.size() < length && tries < 40; ++tries) {
      const std::size_t next = random.below(network.switches);
      if (network.link(route.back(), next) < network.links() && std::count(route.begin(), route.end(), next) == 0)
        route.push_back(next);
    }
    if (route.size() > 1)
      network.routes.push_back(route);
  }
  network.choice = static_cast<Choice>(random.below(4));
  network.virtual_outputs = random.below(2) != 0;
  network.delay = 1 + random.below(4);
  network.period = 1 + random.below(8);
  network.lost_percent = random.below(2) != 0 ? 20 : 0;
  network.drain_percent = random.below(2) != 0 ? 100 : 20 + static_cast<unsigned>(random.below(60));
  const auto longest = static_cast<std::int64_t>(1 + random.below(3));
  network.mixed = longest > 1 && random.below(2) != 0;
  network.rule.longest = Bytes(longest);
  network.rule.bm = Bytes(longest * static_cast<std::int64_t>(2 + random.below(10)));
  return network;
}

struct Outcome {
  bool stuck = false;   // long after sources stopped something is inside
  bool beyond = false;  // of theorem B
  bool above = false;   // M: where the theorem begins
};

Outcome outcome(const GradientNetwork& network, std::uint64_t seed, const Planted& planted = {}) {
  GradientRun run(network, seed, planted);
  run.run(300, true);
  run.run(1200, false);
  GradientConfig rule = network.rule;
  rule.bm += network.patience > 0 ? network.extra : Bytes(0);
  const std::uint64_t most = rule.most_held(static_cast<unsigned>(network.most_into_one()), !network.mixed);
  const std::uint32_t base = network.rule.stop() - 1 + network.rule.blocks(network.rule.longest);
  return {.stuck = run.inside > 0, .beyond = run.highest > most * planted.unit_of_held, .above = run.highest > base};
}

TEST(GradientNetworks, NothingIsStuckAndNoVIQPassesTheBound) {
  std::size_t above = 0;
  for (std::size_t seed = 0; seed < kNetworks; ++seed) {
    const Outcome found = outcome(drawn(seed), seed);
    EXPECT_FALSE(found.stuck) << seed;
    EXPECT_FALSE(found.beyond) << seed;
    above += found.above ? 1 : 0;
  }
  EXPECT_GE(above, kNetworks / 2) << "most have something for the bound to hold";
}

// Whether some network shows the fault.
testing::AssertionResult shows(const Planted& planted, bool Outcome::*what) {
  for (std::size_t seed = 0; seed < kNetworks; ++seed) {
    if (outcome(drawn(seed), seed, planted).*what)
      return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "no network does";
}

TEST(GradientNetworks, PlantedFaultsAreFound) {
  const auto rule = [](auto may_start) { return Planted{.may_start = may_start}; };
  EXPECT_TRUE(shows(rule([](const GradientConfig& config, unsigned held, unsigned depth) {
                      return held < config.stop() || depth < held;
                    }),
                    &Outcome::beyond))
      << "the comparison reversed";
  EXPECT_TRUE(shows(rule([](const GradientConfig& config, unsigned held, unsigned depth) {
                      const unsigned packet = config.blocks(config.longest);
                      return config.fabric_may_start(held > packet ? held - packet : 0, depth);
                    }),
                    &Outcome::beyond))
      << "H one packet short";
  EXPECT_TRUE(shows(rule([](const GradientConfig& config, unsigned held, unsigned) { return held < config.stop(); }),
                    &Outcome::stuck))
      << "a stop at Bm";
  EXPECT_TRUE(
      shows({.host_may_start = [](const GradientConfig&, unsigned held) { return held < 2000; }}, &Outcome::beyond))
      << "hosts not stopped";
  EXPECT_TRUE(shows({.news_at_bm_only = true}, &Outcome::stuck));
  EXPECT_TRUE(shows({.unit_of_depth = 2, .unit_of_held = 3}, &Outcome::stuck)) << "blocks against bytes";
}

// Flow 0 comes over all links of a line to a slow sink, flow 1 from the last switch but one: their host's VIQ is never
// deep. The share of flow 1, and how long that VIQ waits.
struct Line {
  double share = 0;
  std::size_t wait = 0;
  std::uint32_t highest = 0;
};

GradientNetwork line(std::size_t hops, unsigned drain_percent) {
  GradientNetwork network;
  network.switches = hops + 1;
  network.rule.bm = Bytes(40);
  network.period = 2;
  network.drain_percent = drain_percent;
  network.routes.resize(2);
  for (std::size_t i = 0; i <= hops; ++i) {
    network.routes[0].push_back(i);
    if (i > 0)
      network.cables.emplace_back(i - 1, i);
  }
  network.routes[1] = {hops - 1, hops};
  return network;
}

Line played(const GradientNetwork& network, const Planted& planted = {}) {
  GradientRun run(network, 1, planted);
  run.run(4'000, true);
  const std::vector<std::uint64_t> before = run.delivered;
  run.run(16'000, true);
  const auto of = [&](std::size_t flow) { return static_cast<double>(run.delivered[flow] - before[flow]); };
  return {.share = of(1) / (of(0) + of(1)),
          .wait = run.waits[network.links() + network.routes[1].front()],
          .highest = run.highest};
}

TEST(GradientLine, StarvesAShallowVIQBeforeASlowSink) {
  EXPECT_GT(played(line(3, 100)).share, 0.49);
  EXPECT_LT(played(line(3, 20)).share, 0.05);
  EXPECT_LT(played(line(5, 20)).share, 0.01);
  EXPECT_GT(played(line(5, 20)).wait, 1'000U);
  const Planted nothing{.may_start = [](const GradientConfig&, unsigned, unsigned) { return true; }};
  EXPECT_GT(played(line(5, 20), nothing).share, 0.49);
}

TEST(GradientLine, AHeadThatWasPassedOverIsJudgedByMore) {
  for (const std::size_t hops : {2U, 3U, 5U}) {
    for (const unsigned drain : {50U, 20U, 8U}) {
      GradientNetwork patient = line(hops, drain);
      patient.patience = 4;
      patient.extra = patient.rule.longest * static_cast<std::int64_t>(hops - 1);  // (n - 1) L
      const Line found = played(patient);
      EXPECT_GE(found.share, 0.19) << hops << " hops, drain " << drain << " %";
      GradientConfig raised = patient.rule;
      raised.bm += patient.extra;
      EXPECT_LE(found.highest, raised.most_held(static_cast<unsigned>(hops), true));
    }
  }
  GradientNetwork too_little = line(5, 8);
  too_little.patience = 4;
  too_little.extra = too_little.rule.longest;
  EXPECT_LT(played(too_little).share, 0.01) << "by one packet is too little for five VIQs";
}

TEST(GradientNetworks, WhoWasPassedOverKeepsBothTheorems) {
  for (std::size_t seed = 0; seed < kNetworks / 4; ++seed) {
    GradientNetwork network = drawn(seed);
    network.patience = 1 + static_cast<unsigned>(seed % 4);
    network.extra = network.rule.longest * static_cast<std::int64_t>(network.most_into_one() - 1);
    const Outcome found = outcome(network, seed);
    EXPECT_FALSE(found.stuck || found.beyond) << seed;
  }
}

}  // namespace weir::reference::gradient_network_test

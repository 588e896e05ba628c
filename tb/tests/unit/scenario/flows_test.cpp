// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/loader.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::flows_test {

// A star of n hosts with these lines as [traffic].
Scenario star(std::size_t hosts, const std::string& traffic, std::uint64_t seed = 1) {
  return load_text("[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"star\"\nhosts = " + std::to_string(hosts) +
                       "\n[traffic]\n" + traffic,
                   "s.toml", {{}, seed, {}});
}

std::vector<std::string> names(const Scenario& scenario) {
  std::vector<std::string> result;
  for (const Flow& flow : scenario.flows) {
    result.push_back(flow.name);
  }
  return result;
}

TEST(Flows, OfAShiftGoToTheNextHost) {
  EXPECT_THAT(names(star(3, "pattern = \"shift\"")), testing::ElementsAre("h1_to_h2", "h2_to_h3", "h3_to_h1"));
  EXPECT_THAT(names(star(3, "pattern = \"shift\"\nby = 2")), testing::ElementsAre("h1_to_h3", "h2_to_h1", "h3_to_h2"));
}

TEST(Flows, OfAllToAllGoFromEachHostToEachOther) {
  EXPECT_THAT(names(star(3, "pattern = \"all_to_all\"")),
              testing::ElementsAre("h1_to_h2", "h1_to_h3", "h2_to_h1", "h2_to_h3", "h3_to_h1", "h3_to_h2"));
}

TEST(Flows, OfAnIncastGoToTheTarget) {
  EXPECT_THAT(names(star(3, "pattern = \"incast\"\ntarget = \"h2\"")), testing::ElementsAre("h1_to_h2", "h3_to_h2"));
}

TEST(Flows, OfAPermutationAreThePairs) {
  EXPECT_THAT(names(star(3, "pattern = \"permutation\"\npairs = [[2, 1], [1, 3]]")),
              testing::ElementsAre("h2_to_h1", "h1_to_h3"));
}

TEST(Flows, OfARandomPermutationReachEveryHostOnce) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Scenario scenario = star(16, "pattern = \"random_permutation\"", seed);
    std::set<std::size_t> sources;
    std::set<std::size_t> destinations;
    for (const Flow& flow : scenario.flows) {
      EXPECT_NE(flow.source, flow.destination);
      sources.insert(flow.source);
      destinations.insert(flow.destination);
    }
    EXPECT_EQ(sources.size(), 16U);
    EXPECT_EQ(destinations.size(), 16U);
  }
  EXPECT_EQ(names(star(16, "pattern = \"random_permutation\"", 5)),
            names(star(16, "pattern = \"random_permutation\"", 5)));
  EXPECT_NE(names(star(16, "pattern = \"random_permutation\"", 5)),
            names(star(16, "pattern = \"random_permutation\"", 6)));
}

TEST(Flows, TakeTheirDefaultsFromTraffic) {
  const Scenario scenario = star(3, R"(kind = "constant_rate"
rate = "1Gbps"
class = 2
frame_length = "1000B"
start = "10us"
stop = "90us"
size = "1MB"
acknowledged = true
acknowledgement_length = "100B"
[[flow]]
src = "h1"
dst = "h2"
[[flow]]
src = "h1"
dst = "h3"
kind = "backlogged"
class = 3
frame_length = "64B"
start = "20us"
stop = "30us"
size = "2MB"
acknowledged = false
acknowledgement_length = "64B"
)");
  const Flow& first = scenario.flows[0];
  EXPECT_EQ(first.name, "f1");
  EXPECT_EQ(first.kind, SourceKind::kConstantRate);
  EXPECT_EQ(first.rate, 1_Gbps);
  EXPECT_EQ(first.traffic_class, ClassId(2));
  EXPECT_EQ(first.frame_length, 1000_B);
  EXPECT_EQ(first.start, 10_us);
  EXPECT_EQ(first.stop, 90_us);
  EXPECT_EQ(first.size, 1_MB);
  EXPECT_TRUE(first.acknowledged);
  EXPECT_EQ(first.acknowledgement_length, 100_B);
  const Flow& second = scenario.flows[1];
  EXPECT_EQ(second.name, "f2");
  EXPECT_EQ(second.kind, SourceKind::kBacklogged);
  EXPECT_EQ(second.traffic_class, ClassId(3));
  EXPECT_EQ(second.frame_length, 64_B);
  EXPECT_EQ(second.start, 20_us);
  EXPECT_EQ(second.stop, 30_us);
  EXPECT_EQ(second.size, 2_MB);
  EXPECT_FALSE(second.acknowledged);
}

TEST(Flows, WithoutSettingsSendForEver) {
  const Flow flow = load_text(kMinimalScenario, "s.toml").flows.at(0);
  EXPECT_EQ(flow.kind, SourceKind::kBacklogged);
  EXPECT_EQ(flow.frame_length, 1500_B);
  EXPECT_EQ(flow.start, Time(0));
  EXPECT_EQ(flow.stop, kNever);
  EXPECT_EQ(flow.size, Bytes(0));
  EXPECT_FALSE(flow.acknowledged);
  EXPECT_TRUE(flow.route.empty());
}

TEST(Flows, StartInTurnWhereStaggered) {
  const Scenario scenario = load_text(kCustomScenario, "s.toml", {{"traffic.stagger=1ms"}, {}, {}});
  EXPECT_EQ(scenario.flows[0].start, Time(0));
  EXPECT_EQ(scenario.flows[1].start, 1_ms);
  const Scenario own = load_text(kCustomScenario, "s.toml", {{"traffic.stagger=1ms", "flow.y.start=5us"}, {}, {}});
  EXPECT_EQ(own.flows[1].start, 5_us);
}

TEST(Flows, KeepTheirRoute) {
  const Scenario scenario = load_text(kCustomScenario, "s.toml");
  std::vector<std::string> route;
  for (const std::size_t device : scenario.flows[0].route) {
    route.push_back(scenario.topology.devices[device].name);
  }
  EXPECT_THAT(route, testing::ElementsAre("a", "s1", "s2", "c"));
}

}  // namespace weir::scenario::flows_test

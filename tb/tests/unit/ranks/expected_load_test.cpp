// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Frames a second that were counted by hand: a frame of 1250 bytes has 10,000 bits, a line of 10 Gbit/s carries a
// million of them.

#include "tb/ranks/expected_load.h"

#include <numeric>

#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ranks::expected_load_test {

constexpr double kLine = 1e6;

scenario::Scenario load(const std::string& topology, const std::string& rest) {
  return scenario::load_text("[scenario]\nduration = \"1ms\"\n[topology]\nrate = \"10Gbps\"\n" + topology + rest,
                             "test.toml");
}

std::string flow(const std::string& from, const std::string& to, const std::string& more = "") {
  return "[[flow]]\nframe_length = \"1250B\"\nsrc = \"" + from + "\"\ndst = \"" + to + "\"\n" + more;
}

// What was estimated, by name.
struct Estimate {
  scenario::Scenario scenario;
  ExpectedLoad load;

  double device(const std::string& name) const { return load.devices[scenario.topology.find(name)]; }
  // Of all cables between two devices.
  double cable(const std::string& from, const std::string& to) const {
    const std::set<std::size_t> ends{scenario.topology.find(from), scenario.topology.find(to)};
    double frames = 0;
    for (std::size_t i = 0; i < scenario.topology.cables.size(); ++i) {
      const network::Cable& one = scenario.topology.cables[i];
      frames += std::set<std::size_t>{one.a.device, one.b.device} == ends ? load.cables[i] : 0;
    }
    return frames;
  }
};

Estimate estimate(const std::string& topology, const std::string& rest) {
  const scenario::Scenario scenario = load(topology, rest);
  return {scenario, expected_load(scenario)};
}

double sum(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

const std::string kStar = "kind = \"star\"\nhosts = 3\n";
const std::string kDumbbell = "kind = \"dumbbell\"\nleft = 2\nright = 2\n";
const std::string kFatTree = "kind = \"fat_tree\"\nk = 4\n";

TEST(ExpectedLoad, FollowsAFlowAlongALine) {
  const Estimate one = estimate(kDumbbell, flow("h1", "h3"));
  EXPECT_DOUBLE_EQ(one.device("h1"), kLine);
  EXPECT_DOUBLE_EQ(one.device("s1"), kLine);
  EXPECT_DOUBLE_EQ(one.device("s2"), kLine);
  EXPECT_DOUBLE_EQ(one.device("h3"), 0);
  EXPECT_DOUBLE_EQ(one.device("h2"), 0);
  EXPECT_DOUBLE_EQ(one.cable("h1", "s1"), kLine);
  EXPECT_DOUBLE_EQ(one.cable("s1", "s2"), kLine);
  EXPECT_DOUBLE_EQ(one.cable("s2", "h3"), kLine);
  EXPECT_DOUBLE_EQ(sum(one.load.cables), 3 * kLine);
}

TEST(ExpectedLoad, CountsAnswersOnTheWayBack) {
  const Estimate one = estimate(kDumbbell, flow("h1", "h3", "acknowledged = true\n") + flow("h2", "h4"));
  EXPECT_DOUBLE_EQ(one.device("h3"), kLine);
  EXPECT_DOUBLE_EQ(one.device("h4"), 0) << "the other flow is not answered";
  EXPECT_DOUBLE_EQ(one.device("s1"), 3 * kLine);
  EXPECT_DOUBLE_EQ(one.cable("s1", "s2"), 3 * kLine);
}

// Beside a flow that is not answered, between the same hosts.
TEST(ExpectedLoad, CountsAnswersOfThoseFlowsThatHaveThem) {
  const Estimate one = estimate(kStar, flow("h1", "h2", "acknowledged = true\n") + flow("h1", "h2"));
  EXPECT_DOUBLE_EQ(one.device("h1"), kLine);
  EXPECT_DOUBLE_EQ(one.device("h2"), kLine / 2);
}

TEST(ExpectedLoad, SharesTheLineOfASource) {
  const Estimate one = estimate(kStar, flow("h1", "h2") + flow("h1", "h3") + flow("h1", "h3"));
  EXPECT_DOUBLE_EQ(one.device("h1"), kLine);
  EXPECT_DOUBLE_EQ(one.cable("s1", "h2"), kLine / 3);
  EXPECT_DOUBLE_EQ(one.cable("s1", "h3"), 2 * kLine / 3);
}

TEST(ExpectedLoad, SharesTheLineOfADestination) {
  const Estimate one = estimate(kStar, flow("h1", "h3") + flow("h2", "h3"));
  EXPECT_DOUBLE_EQ(one.cable("s1", "h3"), kLine);
  EXPECT_DOUBLE_EQ(one.device("h1"), kLine / 2);
}

TEST(ExpectedLoad, TakesRatesSizesAndTurns) {
  const std::string rate = "kind = \"constant_rate\"\nrate = \"1Gbps\"\n";
  EXPECT_DOUBLE_EQ(estimate(kStar, flow("h1", "h2", rate)).device("h1"), kLine / 10);
  // 125 kB in 1 ms are 1 Gbit/s.
  EXPECT_DOUBLE_EQ(estimate(kStar, flow("h1", "h2", "size = \"125KB\"\n")).device("h1"), kLine / 10);
  const std::string turns = "kind = \"on_off\"\nrate = \"1Gbps\"\non_time = \"10us\"\noff_time = \"30us\"\n";
  EXPECT_DOUBLE_EQ(estimate(kStar, flow("h1", "h2", turns)).device("h1"), kLine / 40);
}

TEST(ExpectedLoad, FitsRatesAboveTheLine) {
  const std::string rate = "kind = \"constant_rate\"\nrate = \"8Gbps\"\n";
  EXPECT_DOUBLE_EQ(estimate(kStar, flow("h1", "h2", rate) + flow("h1", "h3", rate)).device("h1"), kLine);
}

// h0 and h1 at se1, h2 at se2 of the same pod, h4 in the next pod.
TEST(ExpectedLoad, SharesEqualPathsOfAFatTree) {
  const Estimate near = estimate(kFatTree, flow("h0", "h2"));
  EXPECT_DOUBLE_EQ(near.device("se1"), kLine);
  EXPECT_DOUBLE_EQ(near.device("sa1"), kLine / 2);
  EXPECT_DOUBLE_EQ(near.device("sa2"), kLine / 2);
  EXPECT_DOUBLE_EQ(near.device("sc1"), 0);
  EXPECT_DOUBLE_EQ(near.device("se2"), kLine);
  const Estimate far = estimate(kFatTree, flow("h0", "h4"));
  for (const std::string core : {"sc1", "sc2", "sc3", "sc4"}) {
    EXPECT_DOUBLE_EQ(far.device(core), kLine / 4);
  }
  EXPECT_DOUBLE_EQ(far.cable("sa1", "sc1"), kLine / 4);
  EXPECT_DOUBLE_EQ(far.device("sa3"), kLine / 2);
  EXPECT_DOUBLE_EQ(far.device("se3"), kLine);
  EXPECT_DOUBLE_EQ(sum(far.load.cables), 6 * kLine);
}

TEST(ExpectedLoad, SharesParallelCables) {
  const std::string two = R"(kind = "custom"
device = [{ name = "a", kind = "host" }, { name = "b", kind = "host" }, { name = "s1", kind = "switch" },
          { name = "s2", kind = "switch" }]
link = [{ between = ["a", "s1"] }, { between = ["s1", "s2"] }, { between = ["s1", "s2"] }, { between = ["s2", "b"] }]
)";
  const Estimate one = estimate(two, flow("a", "b"));
  EXPECT_DOUBLE_EQ(one.load.cables[1], kLine / 2);
  EXPECT_DOUBLE_EQ(one.load.cables[2], kLine / 2);
  EXPECT_DOUBLE_EQ(one.device("s1"), kLine);
}

// A ring of three whose switches all send what is for h1 on to the next: 63 hops of switches after the one of the host.
TEST(ExpectedLoad, EndsWithALoop) {
  std::string routes = "[switch.forwarding]\ntables = \"listed\"\n";
  for (const auto& [device, via] : {std::pair("s1", "s2"), std::pair("s2", "s3"), std::pair("s3", "s1")}) {
    routes += std::string("[[switch.route]]\ndevice = \"") + device + "\"\nto = \"h1\"\nvia = [\"" + via + "\"]\n";
  }
  const Estimate one = estimate("kind = \"ring\"\nswitches = 3\n", flow("h2", "h1") + routes);
  EXPECT_DOUBLE_EQ(one.device("h2"), kLine);
  EXPECT_DOUBLE_EQ(sum(one.load.devices), kLongestWay * kLine);
  EXPECT_DOUBLE_EQ(one.device("s2"), (kLongestWay - 1) / 3 * kLine);
}

TEST(ExpectedLoad, CountsAWorkload) {
  const Estimate one = estimate(kStar, R"([[workload]]
arrivals = "periodic"
interval = "100us"
sources = ["h1"]
destinations = ["h2"]
size = "10KB"
)");
  double bits = 0;
  for (const scenario::DrawnFlow& drawn : one.scenario.drawn) {
    bits += static_cast<double>(drawn.size.count()) * 8;
  }
  ASSERT_GT(bits, 0);
  const double frame = static_cast<double>(one.scenario.workloads[0].flow.frame_length.count()) * 8;
  EXPECT_DOUBLE_EQ(one.device("h1"), bits / 1e-3 / frame);
  EXPECT_DOUBLE_EQ(one.device("s1"), one.device("h1"));
}

TEST(ExpectedLoad, IsNothingWithoutTraffic) {
  scenario::Scenario scenario = load(kStar, flow("h1", "h2"));
  scenario.flows.clear();
  const ExpectedLoad none = expected_load(scenario);
  EXPECT_THAT(none.devices, Each(0.0));
  EXPECT_THAT(none.cables, Each(0.0));
}

}  // namespace weir::ranks::expected_load_test

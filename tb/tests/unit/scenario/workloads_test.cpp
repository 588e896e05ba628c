// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What workloads draw: sizes, times and places follow what the file says, and nothing else changes them.

#include "tb/network/routing.h"
#include "tb/scenario/draw_workloads.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/temporary_directory.h"
#include "tb/tests/unit/traffic/kolmogorov_smirnov.h"

namespace weir::scenario::workloads_test {

using traffic::distance;
using traffic::kOnceInAThousand;

const std::string kSizes = std::string(WEIR_SOURCE_DIR) + "/scenarios/flow_sizes/";

Scenario load(const std::string& workloads, const std::string& topology = "kind = \"star\"\nhosts = 4",
              std::uint64_t seed = 1) {
  return load_text("[scenario]\nduration = \"1s\"\n[topology]\n" + topology + "\n" + workloads, "s.toml",
                   {{}, seed, {}});
}

std::vector<DrawnFlow> of(const Scenario& scenario, const std::string& workload) {
  std::vector<DrawnFlow> flows;
  for (const DrawnFlow& flow : scenario.drawn) {
    if (scenario.workloads[flow.workload].name == workload) {
      flows.push_back(flow);
    }
  }
  return flows;
}

// By source.
std::map<std::uint32_t, std::vector<DrawnFlow>> by_source(const std::vector<DrawnFlow>& flows) {
  std::map<std::uint32_t, std::vector<DrawnFlow>> sources;
  for (const DrawnFlow& flow : flows) {
    sources[flow.source].push_back(flow);
  }
  return sources;
}

bool same(const std::vector<DrawnFlow>& a, const std::vector<DrawnFlow>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const DrawnFlow& x, const DrawnFlow& y) {
    return x.source == y.source && x.destination == y.destination && x.start == y.start && x.size == y.size;
  });
}

const std::string kPoisson = "[[workload]]\nname = \"web\"\narrivals = \"poisson\"\ninterval = \"100us\"\nsizes = \"" +
                             kSizes + "websearch.csv\"\n";

TEST(Workloads, OfPoissonHaveExponentialIntervalsAndTheSizesOfTheTable) {
  const Scenario scenario = load(kPoisson);
  const auto sources = by_source(of(scenario, "web"));
  ASSERT_EQ(sources.size(), 4U);
  const traffic::SizeDistribution& sizes = scenario.workloads[0].sizes;
  for (const auto& [source, flows] : sources) {
    std::vector<double> gaps;
    std::vector<double> drawn;
    Time before(0);
    for (const DrawnFlow& flow : flows) {
      gaps.push_back(static_cast<double>((flow.start - before).count()));
      drawn.push_back(static_cast<double>(flow.size.count()));
      before = flow.start;
    }
    EXPECT_NEAR(static_cast<double>(flows.size()), 10'000, 400) << source;
    EXPECT_LT(distance(gaps, [](double t) { return 1 - std::exp(-t / 100e6); }), kOnceInAThousand) << source;
    EXPECT_GT(distance(gaps, [](double t) { return 1 - std::exp(-t / 105e6); }), kOnceInAThousand) << source;
    const auto share = [&](double size) { return sizes.share_up_to(Bytes(static_cast<std::int64_t>(size))); };
    EXPECT_LT(distance(drawn, share, 1), kOnceInAThousand) << source;
  }
}

// Payload of 1,711,250.5 B on average, 10 Gbps: a flow each 2.282 ms at 60 %.
TEST(Workloads, LoadIsAPartOfTheLink) {
  const Scenario scenario =
      load("[[workload]]\narrivals = \"poisson\"\nload = 0.6\nsizes = \"" + kSizes + "websearch.csv\"\n",
           "kind = \"star\"\nhosts = 40");
  double bytes = 0;
  for (const DrawnFlow& flow : scenario.drawn) {
    bytes += static_cast<double>(flow.size.count());
  }
  // 17,500 flows; their sizes deviate by 3.6 MB, so four standard deviations of the sum are 7 %.
  EXPECT_NEAR(bytes * 8 / 40, 6e9, 0.07 * 6e9);
  EXPECT_NEAR(static_cast<double>(scenario.drawn.size()), 40 / 2.28167e-3, 4 * std::sqrt(40 / 2.28167e-3));
}

TEST(Workloads, OneMoreChangesNoOther) {
  const Scenario alone = load(kPoisson);
  const std::string other =
      "[[workload]]\nname = \"other\"\narrivals = \"poisson\"\ninterval = \"1ms\"\nsize = \"1KB\"\n";
  EXPECT_TRUE(same(of(load(other + kPoisson), "web"), of(alone, "web")));
  // Neither do other sizes change when flows begin, nor other sources what one draws.
  const auto of_h2 = [](const Scenario& scenario) { return by_source(of(scenario, "web")).at(2); };
  const Scenario fewer = load(kPoisson + "sources = [\"h3\", \"h2\"]\n");
  EXPECT_EQ(by_source(of(fewer, "web")).size(), 2U);
  EXPECT_TRUE(same(of_h2(fewer), of_h2(alone)));
  EXPECT_FALSE(same(of_h2(load(kPoisson, "kind = \"star\"\nhosts = 4", 2)), of_h2(alone)));
}

TEST(Workloads, PeriodicBurstsAreInStep) {
  const Scenario scenario = load(
      "[[workload]]\narrivals = \"periodic\"\ninterval = \"100ms\"\nstart = \"5ms\"\nend = "
      "\"300ms\"\nflows_per_burst = 2\nsize = \"64KB\"\nsources = [\"h1\", \"h2\"]\n"
      "destinations = [\"h4\"]\n");
  ASSERT_EQ(scenario.drawn.size(), 12U);
  for (std::size_t i = 0; i < scenario.drawn.size(); ++i) {
    EXPECT_EQ(scenario.drawn[i].start, 5_ms + 100_ms * static_cast<std::int64_t>(i / 4));
    EXPECT_EQ(scenario.drawn[i].size, 64_KB);
    EXPECT_EQ(scenario.topology.devices[scenario.drawn[i].destination].name, "h4");
  }
}

// All four hosts at each instant, each with a size of its own.
// one's own.
TEST(Workloads, SynchronousFlowsBeginTogetherAtRandomTimes) {
  const std::string text = "[[workload]]\narrivals = \"poisson\"\nload = 0.1\nsizes = \"" + kSizes + "hadoop.csv\"\n";
  const Scenario scenario = load(text + "synchronous = true\n");
  ASSERT_GT(scenario.drawn.size(), 400U);
  ASSERT_EQ(scenario.drawn.size() % 4, 0U);
  std::size_t equal = 0;
  std::size_t instants = 0;
  for (std::size_t i = 1; i < scenario.drawn.size(); ++i) {
    const bool same = scenario.drawn[i].start == scenario.drawn[i - 1].start;
    EXPECT_EQ(same, i % 4 != 0);
    instants += same ? 0U : 1U;
    equal += same && scenario.drawn[i].size == scenario.drawn[i - 1].size ? 1U : 0U;
  }
  EXPECT_LT(equal, instants / 2);
  // Without the word no two of them do.
  const Scenario apart = load(text);
  for (std::size_t i = 1; i < apart.drawn.size(); ++i) {
    EXPECT_NE(apart.drawn[i].start, apart.drawn[i - 1].start);
  }
}

TEST(Workloads, InTurnGoesToEachDestination) {
  const Scenario scenario = load(
      "[[workload]]\narrivals = \"periodic\"\ninterval = \"1ms\"\nflows = 4\nsize = \"1B\"\n"
      "choose = \"in_turn\"\nsources = [\"h2\"]\n");
  std::string to;
  for (const DrawnFlow& flow : scenario.drawn) {
    to += scenario.topology.devices[flow.destination].name;
  }
  EXPECT_EQ(to, "h3h4h1h3");
}

TEST(Workloads, OtherRackNeverStaysAndReachesAll) {
  const Scenario scenario = load(
      "[[workload]]\narrivals = \"poisson\"\ninterval = \"1ms\"\nsize = \"1KB\"\n"
      "choose = \"other_rack\"\n",
      "kind = \"fat_tree\"\nk = 4");
  const std::vector<std::vector<network::Peer>> peers = peers_of(scenario.topology);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> pairs;
  for (const DrawnFlow& flow : scenario.drawn) {
    ASSERT_NE(peers[flow.source].front().device, peers[flow.destination].front().device);
    ++pairs[{flow.source, flow.destination}];
  }
  EXPECT_EQ(pairs.size(), 16U * 14U);
}

// No more than the link can carry until the end, whatever happens.
TEST(Workloads, BackToBackFlowsAreEnoughForTheLink) {
  const Scenario scenario = load(
      "[[workload]]\narrivals = \"back_to_back\"\nsize = \"1450B\"\nend = \"12us\"\n"
      "sources = [\"h1\"]\n");
  ASSERT_EQ(scenario.drawn.size(), 10U);
  EXPECT_EQ(scenario.drawn[0].start, 0_ps);
  EXPECT_EQ(scenario.drawn[1].start, kNever);
}

TEST(Workloads, FramesOfAFlow) {
  const Scenario scenario = load(
      "[[workload]]\narrivals = \"poisson\"\ninterval = \"1s\"\nsize = \"1B\"\n"
      "[[workload]]\narrivals = \"poisson\"\ninterval = \"1s\"\nsize = \"1B\"\nframing = \"rocev2\"\n");
  const Workload& udp = scenario.workloads[0];
  EXPECT_EQ(udp.payload, 1450_B);
  const auto frames = [](const Workload& workload, std::int64_t bytes) {
    const Workload::Frames cut = workload.frames_of(Bytes(bytes));
    return std::pair(cut.count, cut.last.count());
  };
  EXPECT_EQ(frames(udp, 1), std::pair(std::uint64_t{1}, std::int64_t{64}));
  EXPECT_EQ(frames(udp, 14), std::pair(std::uint64_t{1}, std::int64_t{64}));
  EXPECT_EQ(frames(udp, 15), std::pair(std::uint64_t{1}, std::int64_t{65}));
  EXPECT_EQ(frames(udp, 1450), std::pair(std::uint64_t{1}, std::int64_t{1500}));
  EXPECT_EQ(frames(udp, 1451), std::pair(std::uint64_t{2}, std::int64_t{64}));
  EXPECT_EQ(frames(udp, 2900), std::pair(std::uint64_t{2}, std::int64_t{1500}));
  EXPECT_EQ(scenario.workloads[1].payload, 1434_B);
}

class Lists : public testing::Test {
 protected:
  Scenario list(const std::string& csv) {
    temporary_.put("l.csv", csv);
    return load("[[workload]]\narrivals = \"list\"\nfile = \"" + (temporary_.path() / "l.csv").string() + "\"\n");
  }

  std::string refusal(const std::string& csv) {
    try {
      list(csv);
    } catch (const ScenarioError& error) {
      const std::string text = error.what();
      return text.substr(text.find("l.csv"));
    }
    return "";
  }

  TemporaryDirectory temporary_;
};

TEST_F(Lists, AreSortedByStart) {
  const Scenario scenario = list("src,dst,start,bytes\nh1,h2,5us,100\nh3,h2,1.5us,1\nh2,h4,2s,1\n");
  ASSERT_EQ(scenario.drawn.size(), 2U);  // the third is beyond the end
  EXPECT_EQ(scenario.drawn[0].start, 1'500'000_ps);
  EXPECT_EQ(scenario.drawn[1].size, 100_B);
}

TEST_F(Lists, AreRefusedWithLineAndColumn) {
  EXPECT_EQ(refusal("src,dst,start,bytes\nh1,h2,5us,0\n"),
            "l.csv:2:11: bytes: wanted a whole number from 1 to 1000000000000000; got \"0\"");
  EXPECT_THAT(refusal("src,dst,start,bytes\nh1,h9,5us,1\n"),
              testing::StartsWith("l.csv:2:4: dst: there is no host \"h9\"; wanted one of \"h1\""));
  EXPECT_THAT(refusal("src,dst,start,bytes\nh1,s1,5us,1\n"),
              testing::StartsWith("l.csv:2:4: dst: there is no host \"s1\"; wanted one of \"h1\""));
  EXPECT_EQ(refusal("src,dst,start,bytes\nh1,h1,5us,1\n"),
            "l.csv:2:4: dst: wanted another host than src; got \"h1\" twice");
  EXPECT_EQ(refusal("src,dst,start,bytes\nh1,h2,5,1\n").substr(0, 15), "l.csv:2:7: star");
  EXPECT_EQ(refusal("src,dst,start,bytes\nh1,h2,1000s,1\n"), "l.csv:2:7: start: wanted less than 1000s; got 1000s");
  EXPECT_EQ(refusal("src,dst,start\nh1,h2,1us\n"),
            "l.csv:1:1: there is no column \"bytes\"; wanted \"start\", \"src\", \"dst\" and \"bytes\"");
}

}  // namespace weir::scenario::workloads_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/parts.h"

#include <numeric>

#include "tb/network/fat_tree.h"
#include "tb/network/line.h"
#include "tb/network/star.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ranks::parts_test {

constexpr std::int64_t kMostWeight = 100'000'000;

link::LinkConfig cable_of(Time delay) { return {.rate = 10_Gbps, .delay = delay}; }

ExpectedLoad all_alike(const network::Topology& topology, double frames) {
  return {.devices = std::vector<double>(topology.devices.size(), frames),
          .cables = std::vector<double>(topology.cables.size(), frames)};
}

std::int64_t sum(const std::vector<std::int32_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

TEST(Graph, HasEachCableFromBothEnds) {
  // h1, h2 and h3 at s1, in the order of the topology: devices by index.
  const network::Topology star = network::make_star(3, cable_of(1_us));
  const Graph graph = graph_of(star, all_alike(star, 1e6));
  const auto hub = static_cast<std::int32_t>(star.find("s1"));
  ASSERT_THAT(graph.first, SizeIs(star.devices.size() + 1));
  EXPECT_EQ(graph.first.front(), 0);
  EXPECT_EQ(graph.first.back(), 6);
  ASSERT_THAT(graph.to, SizeIs(6));
  for (std::size_t device = 0; device < star.devices.size(); ++device) {
    const std::vector<std::int32_t> neighbours(graph.to.begin() + graph.first[device],
                                               graph.to.begin() + graph.first[device + 1]);
    if (device == star.find("s1")) {
      EXPECT_THAT(neighbours, SizeIs(3));
      EXPECT_THAT(neighbours, Not(Contains(hub)));
    } else {
      EXPECT_THAT(neighbours, ElementsAre(hub));
    }
  }
  EXPECT_THAT(graph.cost, Each(graph.cost[0]));
  EXPECT_THAT(graph.load, Each(graph.load[0]));
}

TEST(Graph, MakesOneEdgeOfParallelCables) {
  network::Topology pair;
  pair.add_devices("s", 1, 2, network::DeviceKind::kSwitch);
  pair.add_device("s3", network::DeviceKind::kSwitch);
  for (int i = 0; i < 3; ++i) {
    pair.add_cable(0, 1, cable_of(1_us));
  }
  pair.add_cable(1, 2, cable_of(1_us));
  const Graph graph = graph_of(pair, all_alike(pair, 1e6));
  EXPECT_THAT(graph.first, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(graph.to, ElementsAre(1, 0, 2, 1));
  EXPECT_EQ(graph.cost[0], 3 * graph.cost[2]);
  EXPECT_EQ(graph.cost[1], graph.cost[0]);
}

TEST(Graph, WeighsLoadAndShortCables) {
  const network::Topology line = network::make_dumbbell(1, 1, cable_of(1_us));
  ExpectedLoad load = all_alike(line, 0);
  load.devices[line.find("s1")] = 9e5;  // and 1e5 without frames: ten times what a device without load has
  Graph graph = graph_of(line, load);
  EXPECT_NEAR(graph.load[line.find("s1")], 10.0 * graph.load[line.find("s2")], 20);
  network::Topology uneven = line;
  uneven.cables[0].link.delay = 100_ns;
  graph = graph_of(uneven, load);
  const auto [least, most] = std::minmax_element(graph.cost.begin(), graph.cost.end());
  EXPECT_NEAR(*most, 10.0 * *least, 20) << "the cable of 100 ns beside those of 1 us";
}

TEST(Graph, FitsIn32Bits) {
  const network::Topology tree = network::make_fat_tree(16, cable_of(1_us));
  for (const double frames : {0.0, 1.0, 1e3, 1e9, 1e15, 1e300}) {
    ExpectedLoad load = all_alike(tree, frames);
    load.devices[0] = load.cables[0] = 1e15;
    network::Topology network = tree;
    network.cables[1].link.delay = 1_ps;
    network.cables[2].link.delay = Time(kPicosecondsPerSecond);
    const Graph graph = graph_of(network, load);
    EXPECT_LE(sum(graph.load), kMostWeight) << frames;
    EXPECT_GT(sum(graph.load), kMostWeight - 2 * static_cast<std::int64_t>(tree.devices.size())) << frames;
    EXPECT_LE(sum(graph.cost), 2 * kMostWeight) << frames << ": each edge has two entries";
    EXPECT_THAT(graph.load, Each(Ge(1)));
    EXPECT_THAT(graph.cost, Each(Ge(1)));
  }
}

// s1 has h1 and h2, s2 has h3 and h4; the cable between the switches is the last.
TEST(Parts, CountWhatIsCut) {
  network::Topology line = network::make_dumbbell(2, 2, cable_of(1_us));
  ExpectedLoad load = all_alike(line, 0);
  load.devices[line.find("h1")] = 2e5;
  std::vector<std::uint32_t> rank_of(line.devices.size(), 1);
  for (const std::string name : {"s1", "h1", "h2"}) {
    rank_of[line.find(name)] = 0;
  }
  for (std::size_t i = 0; i < line.cables.size(); ++i) {
    load.cables[i] = line.joins_switches(line.cables[i]) ? 5e5 : 1e5;
    line.cables[i].link.delay = line.joins_switches(line.cables[i]) ? 3_us : 1_us;
  }
  const Parts parts = parts_of(line, load, 3, rank_of);
  EXPECT_EQ(parts.ranks, 3U);
  EXPECT_EQ(parts.rank_of, rank_of);
  // Six devices of 1e5 each and 2e5 frames: 5e5 of 8e5 at rank 0.
  ASSERT_THAT(parts.load, SizeIs(3));
  EXPECT_DOUBLE_EQ(parts.load[0], 5.0 / 8);
  EXPECT_DOUBLE_EQ(parts.load[1], 3.0 / 8);
  EXPECT_DOUBLE_EQ(parts.load[2], 0) << "a rank without devices";
  EXPECT_EQ(parts.cables_cut, 1U);
  EXPECT_DOUBLE_EQ(parts.frames_cut, 5.0 / 9);
  EXPECT_DOUBLE_EQ(parts.busiest, 5e5 + 5e5 + 10 / 3e-6) << "own work, crossing frames, messages of ten frames' work";
  ASSERT_THAT(parts.pairs, SizeIs(1));
  EXPECT_EQ(parts.pairs[0].low, 0U);
  EXPECT_EQ(parts.pairs[0].high, 1U);
  EXPECT_EQ(parts.pairs[0].cables, 1U);
  EXPECT_EQ(parts.pairs[0].delay, 3_us);
}

TEST(Parts, MeetAtTheLeastDelayBetweenThem) {
  network::Topology star = network::make_star(4, cable_of(4_us));
  star.cables[1].link.delay = 2_us;
  star.cables[2].link.delay = 1_us;
  std::vector<std::uint32_t> rank_of(star.devices.size(), 2);  // the switch, and h1
  rank_of[star.find("h2")] = 0;
  rank_of[star.find("h3")] = rank_of[star.find("h4")] = 1;
  const Parts parts = parts_of(star, all_alike(star, 1), 3, rank_of);
  ASSERT_THAT(parts.pairs, SizeIs(2));
  EXPECT_EQ(std::tuple(parts.pairs[0].low, parts.pairs[0].high, parts.pairs[0].cables, parts.pairs[0].delay),
            std::tuple(0U, 2U, 1U, 2_us));
  EXPECT_EQ(std::tuple(parts.pairs[1].low, parts.pairs[1].high, parts.pairs[1].cables, parts.pairs[1].delay),
            std::tuple(1U, 2U, 2U, 1_us));
  EXPECT_EQ(parts.cables_cut, 3U);
}

TEST(Parts, OfOneRankCutNothing) {
  const network::Topology tree = network::make_fat_tree(4, cable_of(1_us));
  const Parts parts = parts_of(tree, all_alike(tree, 0), 1, std::vector<std::uint32_t>(tree.devices.size(), 0));
  EXPECT_THAT(parts.load, ElementsAre(1.0));
  EXPECT_THAT(parts.pairs, IsEmpty());
  EXPECT_EQ(parts.cables_cut, 0U);
  EXPECT_DOUBLE_EQ(parts.frames_cut, 0);
}

}  // namespace weir::ranks::parts_test

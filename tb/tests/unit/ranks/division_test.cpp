// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/division.h"

#include <numeric>

#include "tb/network/fat_tree.h"
#include "tb/network/leaf_spine.h"
#include "tb/network/line.h"
#include "tb/network/ring.h"
#include "tb/network/star.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ranks::division_test {

ExpectedLoad all_alike(const network::Topology& topology) {
  return {.devices = std::vector<double>(topology.devices.size(), 1e6),
          .cables = std::vector<double>(topology.cables.size(), 1e6)};
}

// The names of the devices of each group.
std::set<std::set<std::string>> names_of(const network::Topology& topology, const auto& number_of) {
  std::map<std::uint64_t, std::set<std::string>> groups;
  for (std::size_t i = 0; i < number_of.size(); ++i) {
    groups[static_cast<std::uint64_t>(number_of[i])].insert(topology.devices[i].name);
  }
  std::set<std::set<std::string>> names;
  for (const auto& [number, group] : groups) {
    names.insert(group);
  }
  return names;
}

TEST(Groups, ArePodsAndRacks) {
  const network::Topology tree = network::make_fat_tree(4, {});
  const auto pods = names_of(tree, groups_of(tree, 3));
  EXPECT_THAT(pods, SizeIs(4 + 4));
  EXPECT_TRUE(pods.contains({"h0", "h1", "h2", "h3", "se1", "se2", "sa1", "sa2"}));
  EXPECT_TRUE(pods.contains({"sc1"}));
  const auto racks = names_of(tree, groups_of(tree, 2));
  EXPECT_THAT(racks, SizeIs(8 + 8 + 4));
  EXPECT_TRUE(racks.contains({"h0", "h1", "se1"}));
  EXPECT_THAT(names_of(tree, groups_of(tree, 1)), Each(SizeIs(1)));
  EXPECT_THAT(names_of(tree, groups_of(tree, 4)), SizeIs(1));
}

TEST(Groups, AddUp) {
  // h1 and h2 at s1, h3 at s2.
  network::Topology line = network::make_dumbbell(2, 1, {.rate = 10_Gbps, .delay = 1_us});
  const Graph graph{.first = {0, 1, 2, 3, 6, 8},
                    .to = {3, 3, 4, 0, 1, 4, 2, 3},
                    .cost = {7, 8, 9, 7, 8, 5, 9, 5},
                    .load = {1, 2, 3, 4, 5}};
  const Graph two = grouped(graph, {0, 0, 1, 0, 1});
  EXPECT_THAT(two.load, ElementsAre(7, 8));
  EXPECT_THAT(two.first, ElementsAre(0, 1, 2));
  EXPECT_THAT(two.to, ElementsAre(1, 0));
  EXPECT_THAT(two.cost, ElementsAre(5, 5));
  const Graph other = grouped(graph, {0, 0, 0, 1, 2});
  EXPECT_THAT(other.cost, ElementsAre(15, 9, 15, 5, 9, 5)) << "two edges between the same groups are one";
}

std::vector<std::int32_t> each_alone(const network::Topology& topology) {
  std::vector<std::int32_t> group_of(topology.devices.size());
  std::iota(group_of.begin(), group_of.end(), 0);
  return group_of;
}

TEST(Division, OfOneRankNeedsNoMetis) {
  const network::Topology star = network::make_star(3, {.rate = 10_Gbps, .delay = 1_us});
  EXPECT_THAT(divided(star, all_alike(star), 1, each_alone(star)).rank_of, Each(0U));
}

#ifdef WEIR_MPI

// METIS from the build, not from beside this program.
Parts divide(const network::Topology& topology, std::uint32_t ranks, const std::vector<std::int32_t>& kept) {
  return divided(topology, all_alike(topology), ranks, kept, []() -> const Plugin& {
    static const Plugin metis(WEIR_MPI);
    return metis;
  });
}

Parts divide(const network::Topology& topology, std::uint32_t ranks) {
  return divide(topology, ranks, each_alone(topology));
}

TEST(Division, KeepsTogetherWhatHasToBe) {
  const network::Topology tree = network::make_fat_tree(4, {.rate = 10_Gbps, .delay = 1_us});
  std::vector<std::int32_t> kept = each_alone(tree);
  kept.front() = kept[8];  // hosts of two pods
  const Parts parts = divide(tree, 2, kept);
  EXPECT_EQ(parts.rank_of.front(), parts.rank_of[8]);
  EXPECT_THAT(parts.load, Each(Le(0.7)));
  EXPECT_THAT(divide(tree, 2, std::vector<std::int32_t>(tree.devices.size())).rank_of, Each(0U));
}

TEST(Division, KeepsPodsWhole) {
  for (const auto& [k, ranks] : {std::pair(4U, 2U), std::pair(4U, 4U), std::pair(8U, 4U), std::pair(16U, 4U)}) {
    const network::Topology tree = network::make_fat_tree(k, {.rate = 10_Gbps, .delay = 1_us});
    const Parts parts = divide(tree, ranks);
    EXPECT_THAT(parts.load, Each(Le(1.03 / ranks))) << k;
    const std::vector<std::int32_t> pods = groups_of(tree, 3);
    std::map<std::int32_t, std::set<std::uint32_t>> ranks_of;
    for (std::size_t i = 0; i < pods.size(); ++i) {
      ranks_of[pods[i]].insert(parts.rank_of[i]);
    }
    EXPECT_THAT(ranks_of, Each(Pair(testing::_, SizeIs(1)))) << k;
    EXPECT_THAT(parts.pairs, SizeIs(ranks * (ranks - 1) / 2));
  }
}

// Three ranks and four pods: a rank with two pods would have half of the work.
TEST(Division, SplitsPodsForBalance) {
  const network::Topology tree = network::make_fat_tree(4, {.rate = 10_Gbps, .delay = 1_us});
  EXPECT_THAT(divide(tree, 3).load, Each(Le(0.37)));
}

TEST(Division, KeepsRacksWhole) {
  const network::Topology leaves = network::make_leaf_spine(8, 4, 4, {.rate = 10_Gbps, .delay = 1_us});
  const Parts parts = divide(leaves, 4);
  for (const network::Cable& cable : leaves.cables) {
    EXPECT_TRUE(leaves.joins_switches(cable) || parts.rank_of[cable.a.device] == parts.rank_of[cable.b.device]);
  }
}

TEST(Division, CutsARingTwice) {
  const network::Topology ring = network::make_ring(16, {.rate = 10_Gbps, .delay = 1_us});
  const Parts parts = divide(ring, 2);
  EXPECT_EQ(parts.cables_cut, 2U);
  EXPECT_THAT(parts.load, ElementsAre(0.5, 0.5));
  EXPECT_EQ(parts.rank_of.front(), 0U) << "ranks in the order of devices";
}

// Ranks on both sides of a short cable would have to meet a hundred times as often.
TEST(Division, AvoidsShortCables) {
  network::Topology ring = network::make_ring(8, {.rate = 10_Gbps, .delay = 10_us});
  const auto is_even = [&](const network::Cable& cable) {
    const std::size_t a = std::min(cable.a.device, cable.b.device);
    const std::size_t b = std::max(cable.a.device, cable.b.device);
    return ring.joins_switches(cable) && b == a + 1 && ring.devices[a].name.back() % 2 == 0;
  };
  for (network::Cable& cable : ring.cables) {
    cable.link.delay = ring.joins_switches(cable) && !is_even(cable) ? 100_ns : 10_us;
  }
  const Parts parts = divide(ring, 2);
  EXPECT_THAT(parts.pairs, ElementsAre(testing::Field(&RankPair::delay, 10_us)));
}

#endif

}  // namespace weir::ranks::division_test

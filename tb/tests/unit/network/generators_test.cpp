// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/fat_tree.h"
#include "tb/network/leaf_spine.h"
#include "tb/network/line.h"
#include "tb/network/random_graph.h"
#include "tb/network/ring.h"
#include "tb/network/routing.h"
#include "tb/network/star.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::generators_test {

// The device at a port, by name.
std::string peer_name(const Topology& topology, const std::string& device, std::size_t port) {
  const auto peers = peers_of(topology);
  return topology.devices[peers[topology.find(device)].at(port).device].name;
}

// Every port of every device has exactly one cable.
void expect_fully_cabled(const Topology& topology) {
  std::set<std::pair<std::size_t, std::size_t>> used;
  std::size_t ports = 0;
  for (const DeviceSpec& device : topology.devices) {
    ports += device.ports;
  }
  for (const Cable& cable : topology.cables) {
    EXPECT_TRUE(used.emplace(cable.a.device, cable.a.port.index()).second);
    EXPECT_TRUE(used.emplace(cable.b.device, cable.b.port.index()).second);
  }
  EXPECT_EQ(used.size(), ports);
}

TEST(Ring, LooksAlikeFromEverySwitch) {
  const Topology ring = make_ring(3, {});
  expect_fully_cabled(ring);
  ASSERT_EQ(ring.devices.size(), 6U);
  for (int i = 1; i <= 3; ++i) {
    const std::string self = "s" + std::to_string(i);
    EXPECT_EQ(peer_name(ring, self, 0), "h" + std::to_string(i));
    EXPECT_EQ(peer_name(ring, self, 1), "s" + std::to_string(i % 3 + 1));
    EXPECT_EQ(peer_name(ring, self, 2), "s" + std::to_string((i + 1) % 3 + 1));
  }
}

TEST(Ring, GivesEveryCableTheLink) {
  const link::LinkConfig link{BitRate(40'000'000'000), Time(5), true};
  for (const Cable& cable : make_ring(4, link).cables) {
    EXPECT_EQ(cable.link.rate, link.rate);
    EXPECT_EQ(cable.link.delay, link.delay);
    EXPECT_TRUE(cable.link.wire_overhead);
  }
}

TEST(Star, HasHostIAtPortIMinusOne) {
  const Topology star = make_star(16, {});
  expect_fully_cabled(star);
  EXPECT_EQ(peer_name(star, "s1", 0), "h1");
  EXPECT_EQ(peer_name(star, "s1", 15), "h16");
}

// Names and cables of GFC, SIGCOMM '19, figure 11.
TEST(FatTree, IsThatOfThePaper) {
  const Topology tree = make_fat_tree(4, {});
  expect_fully_cabled(tree);
  EXPECT_EQ(tree.devices.size(), 16U + 20U);
  EXPECT_EQ(peer_name(tree, "h4", 0), "se3");
  EXPECT_EQ(peer_name(tree, "h9", 0), "se5");
  EXPECT_EQ(peer_name(tree, "h13", 0), "se7");
  EXPECT_EQ(peer_name(tree, "se1", 2), "sa1");
  EXPECT_EQ(peer_name(tree, "se1", 3), "sa2");
  for (const std::string odd : {"sa1", "sa3", "sa5", "sa7"}) {
    EXPECT_EQ(peer_name(tree, odd, 2), "sc1");
    EXPECT_EQ(peer_name(tree, odd, 3), "sc2");
  }
  for (const std::string even : {"sa2", "sa4", "sa6", "sa8"}) {
    EXPECT_EQ(peer_name(tree, even, 2), "sc3");
    EXPECT_EQ(peer_name(tree, even, 3), "sc4");
  }
}

TEST(FatTree, HasTheSizeOfItsK) {
  for (const std::size_t k : {2U, 4U, 8U, 16U}) {
    const Topology tree = make_fat_tree(k, {});
    expect_fully_cabled(tree);
    std::size_t hosts = 0;
    for (const DeviceSpec& device : tree.devices) {
      hosts += device.kind == DeviceKind::kHost ? 1 : 0;
      EXPECT_EQ(device.ports, device.kind == DeviceKind::kHost ? 1 : k) << device.name;
    }
    EXPECT_EQ(hosts, k * k * k / 4);
    EXPECT_EQ(tree.devices.size() - hosts, 5 * k * k / 4);
  }
}

TEST(LeafSpine, CablesEveryLeafToEverySpine) {
  const Topology clos = make_leaf_spine(3, 2, 4, {});
  expect_fully_cabled(clos);
  EXPECT_EQ(clos.devices.size(), 12U + 3U + 2U);
  EXPECT_EQ(peer_name(clos, "h5", 0), "leaf2");
  EXPECT_EQ(peer_name(clos, "leaf2", 0), "h5");
  EXPECT_EQ(peer_name(clos, "leaf2", 4), "spine1");
  EXPECT_EQ(peer_name(clos, "leaf2", 5), "spine2");
  EXPECT_EQ(peer_name(clos, "spine2", 2), "leaf3");
}

TEST(Dumbbell, HasOneCableBetweenItsHalves) {
  const Topology dumbbell = make_dumbbell(8, 1, {});
  expect_fully_cabled(dumbbell);
  EXPECT_EQ(peer_name(dumbbell, "h8", 0), "s1");
  EXPECT_EQ(peer_name(dumbbell, "h9", 0), "s2");
  EXPECT_EQ(peer_name(dumbbell, "s1", 8), "s2");
  EXPECT_EQ(peer_name(dumbbell, "s2", 1), "s1");
}

TEST(ParkingLot, EndsInOneHostMore) {
  const Topology lot = make_parking_lot(3, 2, {});
  expect_fully_cabled(lot);
  EXPECT_EQ(peer_name(lot, "h2", 0), "s1");
  EXPECT_EQ(peer_name(lot, "h6", 0), "s3");
  EXPECT_EQ(peer_name(lot, "h7", 0), "s3");
  EXPECT_EQ(peer_name(lot, "s1", 2), "s2");
  EXPECT_EQ(peer_name(lot, "s2", 2), "s1");
  EXPECT_EQ(peer_name(lot, "s2", 3), "s3");
  EXPECT_EQ(peer_name(lot, "s3", 3), "s2");
}

std::vector<std::string> cables_of(const Topology& topology) {
  std::vector<std::string> cables;
  for (const Cable& cable : topology.cables) {
    cables.push_back(topology.devices[cable.a.device].name + "-" + topology.devices[cable.b.device].name);
  }
  return cables;
}

// Every host reaches every other one, and no two switches have two cables.
void expect_simple_and_connected(const Topology& topology) {
  expect_fully_cabled(topology);
  const std::vector<std::string> cables = cables_of(topology);
  EXPECT_EQ(std::set<std::string>(cables.begin(), cables.end()).size(), cables.size());
  const Routes routes = shortest_paths(topology);
  for (std::size_t i = 0; i < topology.devices.size(); ++i) {
    for (std::size_t host = 0; topology.devices[i].kind == DeviceKind::kSwitch && host < routes.hosts.size(); ++host) {
      ASSERT_FALSE(routes.switches[i].towards(host).empty());
    }
  }
}

TEST(RandomGraph, GivesEachSwitchItsDegree) {
  for (const auto& [switches, degree] :
       {std::pair<std::size_t, std::size_t>{2, 1}, {4, 3}, {10, 3}, {30, 2}, {33, 8}}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      RandomStream random(seed, "test");
      const Topology graph = make_random_regular(switches, degree, 2, {}, random);
      expect_simple_and_connected(graph);
      for (std::size_t i = 2 * switches; i < graph.devices.size(); ++i) {
        EXPECT_EQ(graph.devices[i].ports, degree + 2);
      }
    }
  }
}

// 300 draws of 45 pairs with p = 0.4: 5,400 cables, deviation 57 (a little more, because only connected graphs count).
TEST(RandomGraph, HasEachCableWithItsProbability) {
  RandomStream random(1, "test");
  std::size_t cables = 0;
  for (int i = 0; i < 300; ++i) {
    const Topology graph = make_random_graph(10, 0.4, 1, {}, random);
    expect_simple_and_connected(graph);
    cables += graph.cables.size() - 10;
  }
  EXPECT_NEAR(static_cast<double>(cables), 5'400.0, 250.0);
}

TEST(RandomGraph, IsTheSameForTheSameSeed) {
  const auto draw = [](std::uint64_t seed) {
    RandomStream random(seed, "topology.random");
    return cables_of(make_random_regular(20, 3, 1, {}, random));
  };
  EXPECT_EQ(draw(7), draw(7));
  EXPECT_NE(draw(7), draw(8));
}

TEST(RandomGraph, GivesUpWhereNoneIsConnected) {
  RandomStream random(1, "test");
  EXPECT_THROW(make_random_graph(10, 0.0, 1, {}, random), DrawError);
  EXPECT_THROW(make_random_regular(4, 1, 1, {}, random), DrawError);
}

}  // namespace weir::network::generators_test

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <set>
#include <string>

#include <gmock/gmock.h>

#include "tb/network/fat_tree.h"
#include "tb/network/ring.h"
#include "tb/network/routing.h"
#include "tb/network/star.h"

namespace weir::network {
namespace {

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

}  // namespace
}  // namespace weir::network

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/routing.h"

#include <queue>

#include "tb/network/fat_tree.h"
#include "tb/network/ring.h"
#include "tb/network/star.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::routing_test {

std::vector<std::size_t> ports_towards(const Topology& topology, const Routes& routes, const std::string& device,
                                       const std::string& host) {
  std::vector<std::size_t> ports;
  for (const PortId port : routes.switches[topology.find(device)].towards(routes.host_number[topology.find(host)])) {
    ports.push_back(port.index());
  }
  return ports;
}

std::vector<std::size_t> indices(const Topology& topology, const std::vector<std::string>& names) {
  std::vector<std::size_t> devices;
  for (const std::string& name : names) {
    devices.push_back(topology.find(name));
  }
  return devices;
}

std::string refusal(const Topology& topology, const std::vector<std::string>& names) {
  return error_of<RouteError>([&] { follow_route(topology, peers_of(topology), indices(topology, names)); });
}

TEST(ShortestPaths, OfAStarAreItsPorts) {
  const Topology star = make_star(4, {});
  const Routes routes = shortest_paths(star);
  EXPECT_THAT(ports_towards(star, routes, "s1", "h3"), ElementsAre(2));
}

TEST(ShortestPaths, OfARingTakeTheNearerSide) {
  const Topology ring = make_ring(4, {});
  const Routes routes = shortest_paths(ring);
  EXPECT_THAT(ports_towards(ring, routes, "s1", "h1"), ElementsAre(0));
  EXPECT_THAT(ports_towards(ring, routes, "s1", "h2"), ElementsAre(1));
  EXPECT_THAT(ports_towards(ring, routes, "s1", "h4"), ElementsAre(2));
  EXPECT_THAT(ports_towards(ring, routes, "s1", "h3"), ElementsAre(1, 2));
}

TEST(ShortestPaths, OfAFatTreeSpreadUpwards) {
  const Topology tree = make_fat_tree(4, {});
  const Routes routes = shortest_paths(tree);
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h1"), ElementsAre(1));
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h2"), ElementsAre(2, 3));   // within the pod
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h15"), ElementsAre(2, 3));  // to another pod
  EXPECT_THAT(ports_towards(tree, routes, "sa1", "h2"), ElementsAre(1));
  EXPECT_THAT(ports_towards(tree, routes, "sc4", "h15"), ElementsAre(3));
}

TEST(ShortestPaths, OneToTheNeighbourThatComesFirst) {
  const Topology ring = make_ring(4, {});
  const Routes in_ring = shortest_paths(ring, PathChoice::kLowest);
  EXPECT_THAT(ports_towards(ring, in_ring, "s1", "h3"), ElementsAre(1)) << "s2 before s4";
  EXPECT_THAT(ports_towards(ring, in_ring, "s4", "h2"), ElementsAre(1)) << "s1, at its port 1, before s3";
  EXPECT_THAT(ports_towards(ring, in_ring, "s3", "h1"), ElementsAre(2)) << "s2, at its port 2, before s4";
  EXPECT_THAT(ports_towards(ring, in_ring, "s1", "h4"), ElementsAre(2)) << "there is one only";
  const Topology tree = make_fat_tree(4, {});
  const Routes routes = shortest_paths(tree, PathChoice::kLowest);
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h15"), ElementsAre(2));
  EXPECT_THAT(ports_towards(tree, routes, "sa1", "h15"), ElementsAre(2));
}

TEST(ShortestPaths, ByTheDigitsOfTheDestination) {
  const Topology tree = make_fat_tree(4, {});
  const Routes routes = shortest_paths(tree, PathChoice::kDModK);
  // Hosts are 0 to 15 here: h14 is 1110 to the base 2, so that port 0 of two leads to it from an edge switch and port 1
  // from an aggregation switch.
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h14"), ElementsAre(2));
  EXPECT_THAT(ports_towards(tree, routes, "sa1", "h14"), ElementsAre(3));
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h13"), ElementsAre(3));
  EXPECT_THAT(ports_towards(tree, routes, "sa1", "h13"), ElementsAre(2));
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h3"), ElementsAre(3)) << "within the pod";
  EXPECT_THAT(ports_towards(tree, routes, "sa1", "h2"), ElementsAre(1)) << "down there is no choice";
  EXPECT_FALSE(routes.switches[tree.find("se1")].agree(14, 15));
}

TEST(ShortestPaths, ByDestinationEachRootServesAsManyHosts) {
  const Topology tree = make_fat_tree(8, {});
  const Routes all = shortest_paths(tree);
  const Routes one = shortest_paths(tree, PathChoice::kDModK);
  const std::vector<std::vector<Peer>> peers = peers_of(tree);
  const auto next = [&](std::size_t device, std::size_t host) {
    const auto ports = all.switches[device].towards(host);
    const auto chosen = one.switches[device].towards(host);
    EXPECT_EQ(chosen.size(), 1U);
    EXPECT_NE(std::find(ports.begin(), ports.end(), chosen.front()), ports.end());
    return peers[device][chosen.front().index()].device;
  };
  std::map<std::size_t, std::set<std::size_t>> roots;   // of each host, those that packets from edge switches pass
  std::map<std::size_t, std::set<std::size_t>> served;  // by core switch
  for (std::size_t edge = tree.find("se1"); edge <= tree.find("se32"); ++edge) {
    for (std::size_t host = 0; host < all.hosts.size(); ++host) {
      const std::size_t above = next(edge, host);
      const std::size_t core = tree.devices[above].kind == DeviceKind::kSwitch ? next(above, host) : above;
      if (tree.devices[core].name.starts_with("sc")) {
        roots[host].insert(core);
        served[core].insert(host);
      }
    }
  }
  EXPECT_EQ(roots.size(), 128U);
  EXPECT_TRUE(std::all_of(roots.begin(), roots.end(), [](const auto& of) { return of.second.size() == 1; }));
  EXPECT_EQ(served.size(), 16U);
  EXPECT_TRUE(std::all_of(served.begin(), served.end(), [](const auto& of) { return of.second.size() == 8; }));
}

TEST(ShortestPaths, OneAtRandomIsOfTheShortestAndTheSameForTheHostsOfASwitch) {
  const Topology tree = make_fat_tree(8, {});
  const Routes all = shortest_paths(tree);
  const Routes one = shortest_paths(tree, PathChoice::kRandom, 5);
  const Routes same = shortest_paths(tree, PathChoice::kRandom, 5);
  const Routes other = shortest_paths(tree, PathChoice::kRandom, 6);
  std::size_t lowest = 0;
  std::size_t choices = 0;
  std::size_t different = 0;
  for (std::size_t device = 0; device < tree.devices.size(); ++device) {
    for (std::size_t host = 0; tree.devices[device].kind == DeviceKind::kSwitch && host < all.hosts.size(); ++host) {
      const auto ports = all.switches[device].towards(host);
      const auto chosen = one.switches[device].towards(host);
      ASSERT_EQ(chosen.size(), 1U);
      EXPECT_NE(std::find(ports.begin(), ports.end(), chosen.front()), ports.end());
      EXPECT_EQ(chosen.front(), same.switches[device].towards(host).front());
      if (ports.size() > 1) {
        EXPECT_TRUE(one.switches[device].agree(host, host / 4 * 4)) << "of the switch's first host";
        ++choices;
        lowest += chosen.front() == ports.front() ? 1 : 0;
        different += chosen.front() == other.switches[device].towards(host).front() ? 0 : 1;
      }
    }
  }
  // One of four each; hosts of a switch go together, so there are a quarter as many draws.
  EXPECT_NEAR(static_cast<double>(lowest), 0.25 * static_cast<double>(choices), 0.04 * static_cast<double>(choices));
  EXPECT_NEAR(static_cast<double>(different), 0.75 * static_cast<double>(choices), 0.04 * static_cast<double>(choices));
}

TEST(ShortestPaths, GoRoundAFailedLink) {
  Topology tree = make_fat_tree(4, {});
  ASSERT_TRUE(tree.remove_cable(tree.find("se1"), tree.find("sa2")));
  const Routes routes = shortest_paths(tree);
  EXPECT_THAT(ports_towards(tree, routes, "se1", "h15"), ElementsAre(2));
  // Down to sa2, and then over se2 and sa1: the shortest path may go up again.
  EXPECT_THAT(ports_towards(tree, routes, "sc3", "h0"), ElementsAre(0));
  EXPECT_THAT(ports_towards(tree, routes, "sa2", "h0"), ElementsAre(0));
  EXPECT_THAT(ports_towards(tree, routes, "se2", "h0"), ElementsAre(2));
}

TEST(ShortestPaths, NeverLeadThroughAHost) {
  // s1 - h1 - s2 would be the only way, and is none.
  Topology topology;
  topology.add_device("h1", DeviceKind::kHost);
  topology.add_device("s1", DeviceKind::kSwitch);
  topology.add_device("s2", DeviceKind::kSwitch);
  topology.add_device("h2", DeviceKind::kHost);
  topology.add_cable(1, 0, {});
  topology.add_cable(0, 2, {});
  topology.add_cable(2, 3, {});
  const Routes routes = shortest_paths(topology);
  EXPECT_THAT(ports_towards(topology, routes, "s1", "h2"), IsEmpty());
  EXPECT_THAT(ports_towards(topology, routes, "s2", "h2"), ElementsAre(1));
}

TEST(ShortestPaths, TakeParallelCablesAsEqual) {
  Topology topology;
  for (const char* name : {"h1", "h2"}) {
    topology.add_device(name, DeviceKind::kHost);
  }
  for (const char* name : {"s1", "s2"}) {
    topology.add_device(name, DeviceKind::kSwitch);
  }
  topology.add_cable(0, 2, {});
  topology.add_cable(2, 3, {});
  topology.add_cable(2, 3, {});
  topology.add_cable(3, 1, {});
  EXPECT_THAT(ports_towards(topology, shortest_paths(topology), "s1", "h2"), ElementsAre(1, 2));
}

// Any packet that takes any of the ports at each switch arrives, after as many hops as the shortest path has.
TEST(ShortestPaths, LeadToTheHostFromEverywhere) {
  const Topology tree = make_fat_tree(4, {});
  const Routes routes = shortest_paths(tree);
  const auto peers = peers_of(tree);
  for (std::size_t number = 0; number < routes.hosts.size(); ++number) {
    for (const std::size_t from : routes.hosts) {
      if (from == routes.hosts[number]) {
        continue;
      }
      std::queue<std::pair<std::size_t, int>> pending;
      pending.push({peers[from][0].device, 1});
      while (!pending.empty()) {
        const auto [device, hops] = pending.front();
        pending.pop();
        ASSERT_LE(hops, 6);
        if (device == routes.hosts[number]) {
          continue;
        }
        ASSERT_FALSE(routes.switches[device].towards(number).empty());
        for (const PortId port : routes.switches[device].towards(number)) {
          pending.push({peers[device][port.index()].device, hops + 1});
        }
      }
    }
  }
}

// Memory of the largest workload: sets are shared, so a switch of a fat tree keeps few.
TEST(ShortestPaths, ShareTheirPortSets) {
  EgressSets sets(3);
  const std::uint16_t up = sets.intern({PortId(1), PortId(2)});
  EXPECT_EQ(sets.intern({PortId(1), PortId(2)}), up);
  EXPECT_NE(sets.intern({PortId(1)}), up);
  EXPECT_EQ(sets.intern({}), 0);
  sets.assign(2, up);
  EXPECT_THAT(sets.towards(2), ElementsAre(PortId(1), PortId(2)));
  EXPECT_THAT(sets.towards(0), IsEmpty());
}

TEST(FollowRoute, GivesTheEgressPortOfEachDevice) {
  const Topology ring = make_ring(3, {});
  const std::vector<Hop> hops = follow_route(ring, peers_of(ring), indices(ring, {"h1", "s1", "s2", "s3", "h3"}));
  ASSERT_EQ(hops.size(), 4U);
  EXPECT_EQ(hops[0].device, ring.find("h1"));
  EXPECT_EQ(hops[0].egress, PortId(0));
  EXPECT_EQ(hops[1].egress, PortId(1));
  EXPECT_EQ(hops[2].egress, PortId(1));
  EXPECT_EQ(hops[3].device, ring.find("s3"));
  EXPECT_EQ(hops[3].egress, PortId(0));
}

TEST(FollowRoute, NamesTheStepThatIsNoCable) {
  EXPECT_EQ(refusal(make_ring(4, {}), {"h1", "s1", "s3", "h3"}), "step 2, s1 to s3: there is no cable between them");
}

TEST(FollowRoute, MayPassASwitchAgain) {
  const Topology ring = make_ring(3, {});
  const std::vector<Hop> hops =
      follow_route(ring, peers_of(ring), indices(ring, {"h1", "s1", "s2", "s1", "s2", "s3", "h3"}));
  ASSERT_EQ(hops.size(), 6U);
  EXPECT_EQ(hops[1].device, hops[3].device);
  EXPECT_EQ(hops[2].egress, PortId(2));  // back
  EXPECT_EQ(hops[4].egress, PortId(1));  // on
}

TEST(FollowRoute, RefusesHostsOnTheWayAndStubs) {
  const Topology ring = make_ring(3, {});
  EXPECT_THAT(refusal(ring, {"h1", "s1", "h1", "s1"}), HasSubstr("h1 is a host and does not forward"));
  EXPECT_THAT(refusal(ring, {"s2", "h2", "s2"}), HasSubstr("h2 is a host and does not forward"));
  EXPECT_THAT(refusal(ring, {"h1"}), HasSubstr("at least its source and its destination"));
}

}  // namespace weir::network::routing_test

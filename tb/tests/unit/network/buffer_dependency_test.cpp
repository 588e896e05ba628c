// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/buffer_dependency.h"

#include "hw_model/base/random_stream.h"
#include "tb/network/fat_tree.h"
#include "tb/network/leaf_spine.h"
#include "tb/network/random_graph.h"
#include "tb/network/ring.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::buffer_dependency_test {

constexpr ClassId kClass{0};
constexpr std::size_t kMost = 10'000;

std::vector<std::size_t> indices(const Topology& topology, const std::vector<std::string>& names) {
  std::vector<std::size_t> devices;
  for (const std::string& name : names) {
    devices.push_back(topology.find(name));
  }
  return devices;
}

void add_all_pairs(BufferDependencies& dependencies, const Topology& topology) {
  const Routes routes = shortest_paths(topology);
  for (std::size_t host = 0; host < routes.hosts.size(); ++host) {
    dependencies.add_paths(routes, routes.hosts, host, kClass);
  }
}

std::vector<std::string> names_of(const Topology& topology, const std::vector<Cycle>& cycles) {
  std::vector<std::string> names;
  for (const Cycle& cycle : cycles) {
    names.push_back(switches_of(topology, cycle));
  }
  return names;
}

constexpr ClassRule kOfThePacket;
constexpr ClassRule kByHop{.hops_a_class = 1, .at_first_switch = 1};
constexpr ClassRule kByTwoHops{.hops_a_class = 2, .at_first_switch = 1};
constexpr ClassRule kByLabel{.hops_a_class = 1, .at_first_switch = 0};
constexpr ClassRule kOnePort{.is_one_port = true};

void add_ring_flows(BufferDependencies& dependencies, const Topology& ring) {
  dependencies.add_route(indices(ring, {"h1", "s1", "s2", "s3", "h3"}), kClass);
  dependencies.add_route(indices(ring, {"h2", "s2", "s3", "s1", "h1"}), kClass);
  dependencies.add_route(indices(ring, {"h3", "s3", "s1", "s2", "h2"}), kClass);
}

// GFC, SIGCOMM '19, figure 1.
TEST(BufferDependencies, OfTheRingHaveExactlyOneCycle) {
  const Topology ring = make_ring(3, {});
  BufferDependencies dependencies(ring, kOfThePacket);
  add_ring_flows(dependencies, ring);
  EXPECT_THAT(names_of(ring, dependencies.cycles(kMost)), ElementsAre("s1, s2, s3, s1"));
  ASSERT_THAT(dependencies.shortest_cycles(), SizeIs(1));
  const Cycle cycle = dependencies.shortest_cycles().front();
  EXPECT_EQ(cycle, dependencies.cycles(kMost).front());
  EXPECT_EQ(name_of(ring, cycle[0]), "s1.p2.c0");
  EXPECT_EQ(dependencies.buffers(), 6U);       // a host's and a ring port's VIQ at each switch
  EXPECT_EQ(dependencies.dependencies(), 6U);  // each leads to the next ring port's
}

TEST(BufferDependencies, OfTheRingWithoutOneOfItsFlowsHaveNone) {
  const Topology ring = make_ring(3, {});
  BufferDependencies dependencies(ring, kOfThePacket);
  dependencies.add_route(indices(ring, {"h1", "s1", "s2", "s3", "h3"}), kClass);
  dependencies.add_route(indices(ring, {"h2", "s2", "s3", "s1", "h1"}), kClass);
  EXPECT_THAT(dependencies.cycles(kMost), IsEmpty());
  EXPECT_THAT(dependencies.shortest_cycles(), IsEmpty());
}

// Of those that switches fill, forwards and backwards are not the same.
TEST(BufferDependencies, CountWhatCanComeIntoOne) {
  const Topology ring = make_ring(4, {});
  BufferDependencies dependencies(ring, kOfThePacket);
  EXPECT_EQ(dependencies.most_into_one(), 0U);
  dependencies.add_route(indices(ring, {"h1", "s1", "h1"}), kClass);
  EXPECT_EQ(dependencies.most_into_one(), 0U) << "a host fills it";
  dependencies.add_route(indices(ring, {"h1", "s1", "s2", "h2"}), kClass);
  EXPECT_EQ(dependencies.most_into_one(), 1U);
  dependencies.add_route(indices(ring, {"h3", "s3", "s2", "h2"}), kClass);
  EXPECT_EQ(dependencies.most_into_one(), 1U) << "both end at s2";
  dependencies.add_route(indices(ring, {"h3", "s3", "s2", "s1", "h1"}), kClass);
  EXPECT_EQ(dependencies.most_into_one(), 2U) << "s2.p1, s1.p1";
  dependencies.add_route(indices(ring, {"h4", "s4", "s1", "s2", "s3", "h3"}), kClass);
  EXPECT_EQ(dependencies.most_into_one(), 3U) << "s1.p2, s2.p2, s3.p2 of what goes the other way round";
  dependencies.add_route(indices(ring, {"h3", "s3", "s4", "s1", "h1"}), kClass);
  dependencies.add_route(indices(ring, {"h2", "s2", "s3", "s4", "h4"}), kClass);
  EXPECT_EQ(dependencies.most_into_one(), 4U) << "all of the circle";
  dependencies.add_route(indices(ring, {"h3", "s3", "s2", "s1", "s4", "h4"}), ClassId(1));
  EXPECT_EQ(dependencies.most_into_one(), 4U) << "another class";
}

TEST(BufferDependencies, BranchWhereCyclesPart) {
  const Topology ring = make_ring(3, {});
  BufferDependencies dependencies(ring, kOfThePacket);
  add_ring_flows(dependencies, ring);
  EXPECT_THAT(dependencies.branching(), IsEmpty()) << "hosts' VIQs lead into the cycle, and are not of it";
  dependencies.add_route(indices(ring, {"h1", "s1", "s2", "s1", "s3", "h3"}), kClass);
  EXPECT_THAT(dependencies.branching(), IsEmpty()) << "back at s1 they enter s3, and leave the cycle";
  dependencies.add_route(indices(ring, {"h1", "s1", "s2", "s1", "s2", "h2"}), kClass);
  ASSERT_THAT(dependencies.branching(), SizeIs(1));
  ASSERT_THAT(dependencies.branching().front(), SizeIs(1));
  EXPECT_EQ(name_of(ring, dependencies.branching().front().front()), "s2.p2.c0") << "to s3 and back to s1";
}

TEST(BufferDependencies, OfClassesApartHaveNone) {
  const Topology ring = make_ring(3, {});
  const std::vector<std::vector<std::string>> routes{
      {"h1", "s1", "s2", "s3", "h3"}, {"h2", "s2", "s3", "s1", "h1"}, {"h3", "s3", "s1", "s2", "h2"}};
  BufferDependencies apart(ring, kOfThePacket);
  BufferDependencies together(ring, kOnePort);
  for (std::size_t i = 0; i < routes.size(); ++i) {
    apart.add_route(indices(ring, routes[i]), ClassId(i));
    together.add_route(indices(ring, routes[i]), ClassId(i));
  }
  EXPECT_THAT(apart.cycles(kMost), IsEmpty());
  EXPECT_THAT(together.cycles(kMost), SizeIs(1)) << "PAUSE stops all classes of a port";
}

// A route that leads round for ever ends where the TTL does; without one the last class closes a cycle.
TEST(BufferDependencies, OfARoutingLoopEndWithTheTtl) {
  const Topology ring = make_ring(3, {});
  const std::vector<std::size_t> round = indices(
      ring, {"h1", "s1", "s2", "s3", "s1", "s2", "s3", "s1", "s2", "s3", "s1", "s2", "s3", "s1", "s2", "s3", "h3"});
  BufferDependencies for_ever(ring, kByHop);
  for_ever.add_route(round, kClass);
  EXPECT_THAT(for_ever.shortest_cycles(), SizeIs(1));
  BufferDependencies dying(ring, kByHop, 7);
  dying.add_route(round, kClass);
  EXPECT_THAT(dying.shortest_cycles(), IsEmpty());
  EXPECT_EQ(dying.buffers(), 7U);
}

// A class for two hops: as many buffers as with a class for each, and no cycle either.
TEST(BufferDependencies, OfAClassForTwoHopsHaveNoCycle) {
  const Topology tree = make_fat_tree(4, {});
  BufferDependencies halved(tree, kByTwoHops, 5);
  add_all_pairs(halved, tree);
  BufferDependencies whole(tree, kByHop, 5);
  add_all_pairs(whole, tree);
  EXPECT_THAT(halved.shortest_cycles(), IsEmpty());
  EXPECT_EQ(halved.buffers(), whole.buffers());
  EXPECT_EQ(halved.dependencies(), whole.dependencies());
  const std::size_t edge = tree.find("se1");
  EXPECT_TRUE(halved.fills({edge, PortId(2), ClassId(3)}) || halved.fills({edge, PortId(0), ClassId(3)}));
}

// Of routes over three switches in a ring of three, with services from 0, 4 and 7 on.
struct OfServices {
  std::size_t cycles;
  std::size_t buffers;
  bool operator==(const OfServices&) const = default;
};

OfServices of_services(ClassRule rule, std::size_t last_hop, ClassId c) {
  const Topology ring = make_ring(3, {});
  BufferDependencies found(ring, rule, last_hop, 0x91);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto at = [&](const char* kind, std::size_t n) { return ring.find(kind + std::to_string((i + n) % 3 + 1)); };
    found.add_route({at("h", 0), at("s", 0), at("s", 1), at("s", 2), at("h", 2)}, c);
  }
  return {found.shortest_cycles().size(), found.buffers()};
}

// Services from 0 and 4 on have no cycle, the plain class 7 has one, and the second service's packets end where it has
// no class.
TEST(BufferDependencies, OfServicesStayInThem) {
  EXPECT_EQ(of_services(kByHop, 3, ClassId(0)), (OfServices{0, 9}));
  EXPECT_EQ(of_services(kByHop, 3, ClassId(4)), (OfServices{0, 6}));
  EXPECT_EQ(of_services(kByHop, 3, ClassId(7)), (OfServices{1, 6}));
}

// By label the first class is that of the first switch: three classes are enough for three.
TEST(BufferDependencies, ByLabelHaveAClassMore) {
  EXPECT_EQ(of_services(kByLabel, kClasses, ClassId(0)), (OfServices{0, 9}));
  EXPECT_EQ(of_services(kByLabel, kClasses, ClassId(4)), (OfServices{0, 9}));
  EXPECT_EQ(of_services(kByLabel, kClasses, ClassId(7)), (OfServices{1, 6}));
  const Topology ring = make_ring(3, {});
  BufferDependencies found(ring, kByLabel, kClasses, 0x91);
  found.add_route(indices(ring, {"h1", "s1", "s2", "s3", "h3"}), ClassId(4));
  EXPECT_TRUE(found.fills({ring.find("s1"), PortId(0), ClassId(4)}));
}

// Shortest paths of a long ring go both ways round.
TEST(BufferDependencies, OfAllPairsOfARing) {
  const Topology three = make_ring(3, {});
  BufferDependencies of_three(three, kOfThePacket);
  add_all_pairs(of_three, three);
  EXPECT_THAT(of_three.cycles(kMost), IsEmpty()) << "no path has two ring links";
  const Topology six = make_ring(6, {});
  BufferDependencies of_six(six, kOfThePacket);
  add_all_pairs(of_six, six);
  EXPECT_THAT(names_of(six, of_six.cycles(kMost)),
              ElementsAre("s1, s6, s5, s4, s3, s2, s1", "s1, s2, s3, s4, s5, s6, s1"));
  EXPECT_THAT(of_six.shortest_cycles(), SizeIs(2));
}

TEST(BufferDependencies, OfUpAndDownRoutesHaveNone) {
  for (const Topology& topology : {make_fat_tree(4, {}), make_fat_tree(8, {}), make_leaf_spine(4, 3, 2, {})}) {
    BufferDependencies dependencies(topology, kOfThePacket);
    add_all_pairs(dependencies, topology);
    EXPECT_GT(dependencies.dependencies(), 0U);
    EXPECT_THAT(dependencies.shortest_cycles(), IsEmpty());
  }
}

// GFC, SIGCOMM '19, figure 11: three links have failed, four flows, and a victim.
class FatTreeCase : public testing::Test {
 protected:
  FatTreeCase() : tree_(make_fat_tree(4, {})) {
    tree_.remove_cable(tree_.find("sc1"), tree_.find("sa5"));
    tree_.remove_cable(tree_.find("sc2"), tree_.find("sa1"));
    tree_.remove_cable(tree_.find("se1"), tree_.find("sa2"));
  }
  void add_flows(BufferDependencies& dependencies) const {
    for (const std::vector<std::string>& route :
         std::vector<std::vector<std::string>>{{"h0", "se1", "sa1", "sc1", "sa3", "sc2", "sa5", "se5", "h8"},
                                               {"h4", "se3", "sa3", "sc2", "sa7", "se7", "h12"},
                                               {"h9", "se5", "sa5", "sc2", "sa7", "sc1", "sa1", "se1", "h1"},
                                               {"h13", "se7", "sa7", "sc1", "sa3", "se3", "h5"},
                                               {"h4", "se3", "h5"}}) {
      dependencies.add_route(indices(tree_, route), kClass);
    }
  }
  Topology tree_;
};

TEST_F(FatTreeCase, HasTheCycleOfThePaper) {
  BufferDependencies dependencies(tree_, kOfThePacket);
  add_flows(dependencies);
  ASSERT_THAT(dependencies.cycles(kMost), SizeIs(1));
  // The paper names it from SC1 on.
  Cycle cycle = dependencies.cycles(kMost).front();
  const auto sc1 = std::find_if(cycle.begin(), cycle.end(),
                                [&](const Buffer& buffer) { return buffer.device == tree_.find("sc1"); });
  std::rotate(cycle.begin(), sc1, cycle.end());
  EXPECT_EQ(switches_of(tree_, cycle), "sc1, sa3, sc2, sa7, sc1");
}

TEST_F(FatTreeCase, HasNoneWhereTheClassCountsHops) {
  BufferDependencies dependencies(tree_, kByHop);
  add_flows(dependencies);
  EXPECT_GT(dependencies.dependencies(), 10U);
  EXPECT_THAT(dependencies.shortest_cycles(), IsEmpty());
}

// Routes that go round and round depend on themselves, but for the hop count: as far as there are classes.
TEST(BufferDependencies, OfARouteWithLoops) {
  const Topology ring = make_ring(3, {});
  const std::vector<std::size_t> twice = indices(ring, {"h1", "s1", "s2", "s3", "s1", "s2", "s3", "h3"});
  BufferDependencies plain(ring, kOfThePacket);
  plain.add_route(twice, kClass);
  EXPECT_THAT(names_of(ring, plain.cycles(kMost)), ElementsAre("s1, s2, s3, s1"));
  BufferDependencies by_hop(ring, kByHop);
  by_hop.add_route(twice, kClass);
  EXPECT_THAT(by_hop.cycles(kMost), IsEmpty());
  const std::vector<std::size_t> too_long =
      indices(ring, {"h1", "s1", "s2", "s3", "s1", "s2", "s3", "s1", "s2", "s3", "s1", "s2", "s3", "h3"});
  BufferDependencies out_of_classes(ring, kByHop);
  out_of_classes.add_route(too_long, kClass);
  EXPECT_THAT(out_of_classes.cycles(kMost), SizeIs(1)) << "the last class takes all further hops";
}

TEST(BufferDependencies, AreBounded) {
  const Topology six = make_ring(6, {});
  BufferDependencies dependencies(six, kOfThePacket);
  add_all_pairs(dependencies, six);
  EXPECT_THAT(dependencies.cycles(1), SizeIs(1));
  EXPECT_THAT(dependencies.cycles(0), IsEmpty());
}

// Cycles by the library against a plain search that tries every path.
void search(const std::map<std::string, std::set<std::string>>& after, const std::string& start,
            std::vector<std::string>& path, std::set<std::vector<std::string>>& found) {
  const auto next = after.find(path.back());
  if (next == after.end()) {
    return;
  }
  for (const std::string& to : next->second) {
    if (to == start) {
      found.insert(path);
    } else if (to > start && std::find(path.begin(), path.end(), to) == path.end()) {
      path.push_back(to);
      search(after, start, path, found);
      path.pop_back();
    }
  }
}

TEST(BufferDependencies, AgreeWithAPlainSearch) {
  std::size_t with_cycles = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomStream random(seed, "test");
    const Topology graph = make_random_regular(6, 3, 1, {}, random);
    const auto peers = peers_of(graph);
    BufferDependencies dependencies(graph, kOfThePacket);
    std::map<std::string, std::set<std::string>> after;
    for (std::uint64_t flow = 0; flow < seed / 4; ++flow) {
      std::vector<std::size_t> route{random.below(6)};  // hosts are devices 0..5
      route.push_back(peers[route[0]][0].device);
      std::vector<std::string> buffers{name_of(graph, {route[1], peers[route[0]][0].port, kClass})};
      for (int hop = 0; hop < 4; ++hop) {
        const std::vector<Peer>& ports = peers[route.back()];
        const Peer& peer = ports[1 + random.below(3)];
        route.push_back(peer.device);
        buffers.push_back(name_of(graph, {peer.device, peer.port, kClass}));
      }
      route.push_back(peers[route.back()][0].device);
      dependencies.add_route(route, kClass);
      for (std::size_t i = 0; i + 1 < buffers.size(); ++i) {
        after[buffers[i]].insert(buffers[i + 1]);
      }
    }
    std::set<std::vector<std::string>> expected;
    for (const auto& [start, next] : after) {
      std::vector<std::string> path{start};
      search(after, start, path, expected);
    }
    std::set<std::vector<std::string>> found;
    for (const Cycle& cycle : dependencies.cycles(kMost)) {
      std::vector<std::string> names;
      for (const Buffer& buffer : cycle) {
        names.push_back(name_of(graph, buffer));
      }
      std::rotate(names.begin(), std::min_element(names.begin(), names.end()), names.end());
      EXPECT_TRUE(found.insert(names).second) << "found twice";
    }
    EXPECT_EQ(found, expected) << "seed " << seed;
    with_cycles += expected.empty() ? 0 : 1;
    // The shortest of all is among the shortest of the components.
    std::size_t shortest = kMost;
    for (const std::vector<std::string>& cycle : expected) {
      shortest = std::min(shortest, cycle.size());
    }
    std::size_t of_components = kMost;
    for (const Cycle& cycle : dependencies.shortest_cycles()) {
      of_components = std::min(of_components, cycle.size());
    }
    EXPECT_EQ(of_components, shortest);
  }
  EXPECT_GT(with_cycles, 10U);
  EXPECT_LT(with_cycles, 36U);
}

}  // namespace weir::network::buffer_dependency_test

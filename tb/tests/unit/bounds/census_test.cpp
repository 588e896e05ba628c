// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Censuses of random networks, against the search of one network and against one that walks every single path.

#include "tb/bounds/census.h"

#include "tb/bounds/dependencies.h"
#include "tb/scenario/network_draw.h"
#include "tb/scenario/routes.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::census_test {

const std::string kNetworks = std::string(WEIR_SOURCE_DIR) + "/scenarios/gfc_networks/pfc.toml";

scenario::Overrides with_paths(const std::string& choice, const std::string& more = "topology.k=4") {
  return {{"switch.forwarding.paths=" + choice, more}, {}, {}};
}

// (switch, ingress port).
using Place = std::pair<std::size_t, std::size_t>;

// Every path of every pair of hosts, hop by hop; which buffers lead to which.
class EveryPath {
 public:
  EveryPath(const network::Topology& topology, const network::Routes& routes)
      : topology_(topology), routes_(routes), peers_(network::peers_of(topology)) {
    for (const std::size_t from : routes.hosts) {
      for (std::size_t to = 0; to < routes.hosts.size(); ++to) {
        bool arrived = routes.hosts[to] == from;
        if (!arrived) {
          const network::Peer& first = peers_[from].front();
          walk({first.device, first.port.index()}, to, 1, arrived);
        }
        cut_off_ += arrived ? 0 : 1;
      }
    }
  }

  // Buffers in a cycle: those from which a walk comes back.
  std::size_t cyclic() const {
    return static_cast<std::size_t>(
        std::count_if(after_.begin(), after_.end(), [&](const auto& entry) { return comes_back(entry.first); }));
  }
  std::size_t cut_off_hosts() const { return cut_off_; }
  std::size_t most_switches() const { return most_switches_; }
  std::size_t dependencies() const {
    std::size_t count = 0;
    for (const auto& [from, to] : after_) {
      count += to.size();
    }
    return count;
  }

 private:
  void walk(Place at, std::size_t to, std::size_t switches, bool& arrived) {
    after_[at];
    for (const PortId egress : routes_.switches[at.first].towards(to)) {
      const network::Peer& next = peers_[at.first][egress.index()];
      if (topology_.devices[next.device].kind == network::DeviceKind::kHost) {
        arrived = true;
        most_switches_ = std::max(most_switches_, switches);
      } else {
        after_[at].insert({next.device, next.port.index()});
        walk({next.device, next.port.index()}, to, switches + 1, arrived);
      }
    }
  }

  bool comes_back(const Place& start) const {
    std::set<Place> reached;
    std::vector<Place> open{start};
    while (!open.empty()) {
      const Place at = open.back();
      open.pop_back();
      for (const Place& next : after_.at(at)) {
        if (next == start) {
          return true;
        }
        if (reached.insert(next).second) {
          open.push_back(next);
        }
      }
    }
    return false;
  }

  const network::Topology& topology_;
  const network::Routes& routes_;
  std::vector<std::vector<network::Peer>> peers_;
  std::map<Place, std::set<Place>> after_;
  std::size_t cut_off_ = 0;
  std::size_t most_switches_ = 0;
};

TEST(Census, AgreesWithEveryPathOfEveryPair) {
  constexpr std::uint64_t kNumber = 60;
  std::size_t cyclic = 0;
  std::size_t cut_off = 0;
  for (const std::string choice : {"all", "lowest", "random"}) {
    // Twice as many failures as in the paper, for more cycles.
    const scenario::Overrides overrides = with_paths(choice, "topology.failure_probability=0.1");
    const std::vector<NetworkTraits> networks = census(kNetworks, overrides, kNumber, 2);
    const scenario::NetworkDraw draw(kNetworks, overrides);
    for (std::uint64_t i = 0; i < kNumber; ++i) {
      const scenario::Scenario scenario = draw.draw(i + 1);
      const network::Routes routes = scenario::routes_of(scenario);
      const EveryPath paths(scenario.topology, routes);
      const std::string which = choice + ", seed " + std::to_string(i + 1);
      EXPECT_EQ(networks[i].seed, i + 1);
      EXPECT_EQ(networks[i].cyclic_buffers, paths.cyclic()) << which;
      EXPECT_EQ(networks[i].most_switches, paths.most_switches()) << which;
      EXPECT_EQ(networks[i].cut_off > 0, paths.cut_off_hosts() > 0) << which;
      EXPECT_EQ(all_pairs_dependencies(scenario, routes).dependencies(), paths.dependencies()) << which;
      cyclic += networks[i].cyclic_buffers > 0 ? 1 : 0;
      cut_off += networks[i].cut_off > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(cyclic, 20U);
  EXPECT_LT(cyclic, 150U);
  EXPECT_GT(cut_off, 6U);
}

// A scenario that is loaded with its traffic has the same network, and weir cbd --all-pairs says the same of it.
TEST(Census, AgreesWithTheSearchOfOneScenario) {
  for (const std::string choice : {"all", "lowest", "random"}) {
    for (const NetworkTraits& network : census(kNetworks, with_paths(choice), 30, 1)) {
      if (network.cut_off > 0) {
        continue;  // its workload is refused
      }
      scenario::Overrides overrides = with_paths(choice);
      overrides.sets.push_back("topology.seed=" + std::to_string(network.seed));
      overrides.seed = 77;  // of the traffic only
      const scenario::Scenario one = scenario::load_file(kNetworks, overrides);
      EXPECT_EQ(traits_of(one), network);
      const network::BufferDependencies all = buffer_dependencies(one, Pairs::kAllHosts);
      EXPECT_EQ(all.cycles(1).empty(), network.cyclic_buffers == 0);
      EXPECT_EQ(all.shortest_cycles().empty(), network.cyclic_buffers == 0);
    }
  }
}

TEST(Census, DependsNeitherOnThreadsNorOnWhereItBegins) {
  const std::vector<NetworkTraits> all = census(kNetworks, with_paths("random"), 40, 1);
  EXPECT_EQ(census(kNetworks, with_paths("random"), 40, 3), all);
  scenario::Overrides later = with_paths("random");
  later.sets.emplace_back("topology.seed=31");
  const std::vector<NetworkTraits> rest = census(kNetworks, later, 10, 2);
  EXPECT_TRUE(std::equal(rest.begin(), rest.end(), all.begin() + 30));
}

// Without failures every path goes up and then down.
TEST(Census, FindsNoCycleWithoutFailures) {
  for (const NetworkTraits& network :
       census(kNetworks, with_paths("random", "topology.failure_probability=0"), 20, 1)) {
    EXPECT_EQ(network.cyclic_buffers, 0U);
    EXPECT_EQ(network.trunks, 32U);
    EXPECT_EQ(network.most_switches, 5U);
  }
}

TEST(Census, WantsANetworkThatIsDrawn) {
  EXPECT_THAT(error_of<scenario::ScenarioError>(
                  [&] { census(kNetworks, with_paths("all", "topology.failure_probability=0"), 1, 1); }),
              HasSubstr("key 'topology.failure_probability': wanted a network that the seed draws"));
}

}  // namespace weir::bounds::census_test

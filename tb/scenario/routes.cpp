// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/routes.h"

#include <algorithm>

namespace weir::scenario {
namespace {

constexpr unsigned kHostLength = 32;

bool matches(const TableRoute& route, const network::Topology& topology, std::size_t host) {
  if (route.kind == TableRoute::Kind::kMac) {
    return route.mac == host_mac(host) && route.vid == 0;
  }
  const std::uint32_t differ = route.ipv4.value() ^ topology.address(host).value();
  return route.kind == TableRoute::Kind::kIpv4 && (route.length == 0 || differ >> (kHostLength - route.length) == 0);
}

// The order in which the tables count, the least first; of two that are equal the later one.
std::vector<TableRoute> by_precedence(std::vector<TableRoute> routes) {
  const auto rank = [](const TableRoute& route) {
    return route.kind == TableRoute::Kind::kMac ? 0U : 1 + route.length;
  };
  std::stable_sort(routes.begin(), routes.end(),
                   [rank](const TableRoute& a, const TableRoute& b) { return rank(a) < rank(b); });
  return routes;
}

}  // namespace

network::Routes shortest_paths_of(const Scenario& scenario) {
  return network::shortest_paths(scenario.topology, scenario.paths, scenario.topology_seed);
}

network::Routes routes_of(const Scenario& scenario) {
  const bool is_listed = scenario.tables == TableFill::kListed;
  network::Routes routes = is_listed ? network::no_routes(scenario.topology) : shortest_paths_of(scenario);
  for (const TableRoute& route : by_precedence(scenario.table_routes)) {
    network::EgressSets& sets = routes.switches[route.device];
    const std::uint16_t set = sets.intern(route.ports);
    for (std::size_t number = 0; number < routes.hosts.size(); ++number) {
      // Shortest paths are host routes, which only another host route replaces.
      const bool is_covered = scenario.tables == TableFill::kShortestPaths && !sets.towards(number).empty() &&
                              (route.kind == TableRoute::Kind::kMac || route.length < kHostLength);
      if (matches(route, scenario.topology, routes.hosts[number]) && !is_covered) {
        sets.assign(number, set);
      }
    }
  }
  return routes;
}

}  // namespace weir::scenario

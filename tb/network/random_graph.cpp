// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/random_graph.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>

namespace weir::network {
namespace {

using Edges = std::set<std::pair<std::size_t, std::size_t>>;  // the smaller switch first

bool is_connected(std::size_t switches, const Edges& edges) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  const Graph graph(edges.begin(), edges.end(), switches);
  std::vector<std::size_t> component(switches);
  return boost::connected_components(graph, component.data()) == 1;
}

// One draw of a regular graph; nothing if the stubs that are left cannot be paired.
std::optional<Edges> draw_regular(std::size_t switches, std::size_t degree, RandomStream& random) {
  std::vector<std::size_t> stubs;
  for (std::size_t i = 0; i < switches * degree; ++i) {
    stubs.push_back(i % switches);
  }
  Edges edges;
  std::size_t refused = 0;  // in a row
  while (!stubs.empty()) {
    const std::size_t i = random.below(stubs.size());
    const std::size_t j = random.below(stubs.size());
    const auto edge = std::minmax(stubs[i], stubs[j]);
    if (edge.first == edge.second || !edges.emplace(edge.first, edge.second).second) {
      if (++refused > 4 * stubs.size() * stubs.size() + 100) {
        return std::nullopt;
      }
      continue;
    }
    refused = 0;
    for (const std::size_t taken : {std::max(i, j), std::min(i, j)}) {  // the later one first, it may be the last
      stubs[taken] = stubs.back();
      stubs.pop_back();
    }
  }
  return edges;
}

Edges draw_pairs(std::size_t switches, double probability, RandomStream& random) {
  Edges edges;
  for (std::size_t i = 0; i < switches; ++i) {
    for (std::size_t j = i + 1; j < switches; ++j) {
      if (random.unit() < probability) {
        edges.emplace(i, j);
      }
    }
  }
  return edges;
}

Topology cabled(std::size_t switches, std::size_t hosts_per_switch, const Edges& edges, const link::LinkConfig& link) {
  Topology topology;
  const std::size_t hosts = topology.add_devices("h", 1, switches * hosts_per_switch, DeviceKind::kHost);
  const std::size_t first = topology.add_devices("s", 1, switches, DeviceKind::kSwitch);
  for (std::size_t i = 0; i < switches * hosts_per_switch; ++i) {
    topology.add_cable(hosts + i, first + i / hosts_per_switch, link);
  }
  for (const auto& [a, b] : edges) {
    topology.add_cable(first + a, first + b, link);
  }
  return topology;
}

template <class Draw>
Edges draw_connected(std::size_t switches, Draw draw) {
  for (unsigned i = 0; i < kMostDraws; ++i) {
    const std::optional<Edges> edges = draw();
    if (edges && is_connected(switches, *edges)) {
      return *edges;
    }
  }
  throw DrawError("none of " + std::to_string(kMostDraws) + " random graphs is connected");
}

}  // namespace

Topology make_random_regular(std::size_t switches, std::size_t degree, std::size_t hosts_per_switch,
                             const link::LinkConfig& link, RandomStream& random) {
  const Edges edges = draw_connected(switches, [&] { return draw_regular(switches, degree, random); });
  return cabled(switches, hosts_per_switch, edges, link);
}

Topology make_random_graph(std::size_t switches, double probability, std::size_t hosts_per_switch,
                           const link::LinkConfig& link, RandomStream& random) {
  const Edges edges =
      draw_connected(switches, [&] { return std::optional(draw_pairs(switches, probability, random)); });
  return cabled(switches, hosts_per_switch, edges, link);
}

}  // namespace weir::network

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/routing.h"

#include <algorithm>
#include <queue>
#include <string>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>

#include "hw_model/base/random_stream.h"

namespace weir::network {
namespace {

using SwitchGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

constexpr unsigned kUnreached = std::numeric_limits<unsigned>::max();

bool is_switch(const Topology& topology, std::size_t device) {
  return topology.devices[device].kind == DeviceKind::kSwitch;
}

// Switches and the cables between them; hosts are vertices without an edge, because they do not forward.
SwitchGraph switch_graph(const Topology& topology) {
  SwitchGraph graph(topology.devices.size());
  for (const Cable& cable : topology.cables) {
    if (topology.joins_switches(cable)) {
      boost::add_edge(cable.a.device, cable.b.device, graph);
    }
  }
  return graph;
}

// Hops from every device to switch `root`.
std::vector<unsigned> distances_to(const SwitchGraph& graph, std::size_t root) {
  std::vector<unsigned> distance(boost::num_vertices(graph), kUnreached);
  distance[root] = 0;
  const auto record = boost::record_distances(distance.data(), boost::on_tree_edge());
  boost::breadth_first_search(graph, root, boost::visitor(boost::make_bfs_visitor(record)));
  return distance;
}

// Ports of a switch whose peer is one hop nearer to the root.
std::vector<PortId> nearer_ports(const std::vector<Peer>& peers, const std::vector<unsigned>& distance,
                                 std::size_t device) {
  std::vector<PortId> ports;
  for (std::size_t port = 0; port < peers.size(); ++port) {
    if (peers[port].device != kNoDevice && distance[peers[port].device] + 1 == distance[device]) {
      ports.emplace_back(port);
    }
  }
  return ports;
}

// Reduces the ports on shortest paths to those of the choice.
void narrow(std::vector<PortId>& ports, PathChoice choice, const std::vector<Peer>& peers, RandomStream& random) {
  if (choice == PathChoice::kAll || choice == PathChoice::kDModK || ports.size() < 2) {
    return;
  }
  const auto comes_first = [&](PortId a, PortId b) { return peers[a.index()].device < peers[b.index()].device; };
  const PortId one = choice == PathChoice::kLowest ? *std::min_element(ports.begin(), ports.end(), comes_first)
                                                   : ports[random.below(ports.size())];
  ports = {one};
}

// Links from each switch to the nearest that has hosts.
std::vector<unsigned> levels_of(const Topology& topology, const std::vector<std::vector<Peer>>& peers) {
  std::vector<unsigned> level(topology.devices.size(), kUnreached);
  std::queue<std::size_t> next;
  const auto reach = [&](std::size_t device, unsigned links) {
    if (is_switch(topology, device) && level[device] == kUnreached) {
      level[device] = links;
      next.push(device);
    }
  };
  for (const Cable& cable : topology.cables) {
    if (!topology.joins_switches(cable)) {
      reach(cable.a.device, 0);
      reach(cable.b.device, 0);
    }
  }
  for (; !next.empty(); next.pop()) {
    for (const Peer& peer : peers[next.front()]) {
      if (peer.device != kNoDevice) {
        reach(peer.device, level[next.front()] + 1);
      }
    }
  }
  return level;
}

// The port number d/m^level mod m among m ports.
PortId by_destination(const std::vector<PortId>& ports, std::size_t d, unsigned level) {
  for (; level > 0 && d > 0; --level) {
    d /= ports.size();
  }
  return ports[d % ports.size()];
}

}  // namespace

std::vector<std::vector<Peer>> peers_of(const Topology& topology) {
  std::vector<std::vector<Peer>> peers;
  for (const DeviceSpec& device : topology.devices) {
    peers.emplace_back(device.ports);
  }
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    const Cable& cable = topology.cables[i];
    peers.at(cable.a.device).at(cable.a.port.index()) = {cable.b.device, cable.b.port, i};
    peers.at(cable.b.device).at(cable.b.port.index()) = {cable.a.device, cable.a.port, i};
  }
  return peers;
}

std::uint16_t EgressSets::intern(const std::vector<PortId>& ports) {
  const auto found = std::find(sets_.begin(), sets_.end(), ports);
  const auto index = static_cast<std::uint16_t>(found - sets_.begin());
  if (found == sets_.end()) {
    sets_.push_back(ports);
  }
  return index;
}

Routes no_routes(const Topology& topology) {
  Routes routes;
  for (std::size_t i = 0; i < topology.devices.size(); ++i) {
    routes.host_number.push_back(is_switch(topology, i) ? kNoDevice : routes.hosts.size());
    if (!is_switch(topology, i)) {
      routes.hosts.push_back(i);
    }
  }
  for (std::size_t i = 0; i < topology.devices.size(); ++i) {
    routes.switches.emplace_back(is_switch(topology, i) ? routes.hosts.size() : 0);
  }
  return routes;
}

Routes shortest_paths(const Topology& topology, PathChoice choice, std::uint64_t seed) {
  Routes routes = no_routes(topology);
  RandomStream random(seed, "topology.paths");
  const SwitchGraph graph = switch_graph(topology);
  const std::vector<std::vector<Peer>> peers = peers_of(topology);
  const std::vector<unsigned> level = levels_of(topology, peers);
  for (std::size_t root = 0; root < topology.devices.size(); ++root) {
    // Hosts at one switch share their paths up to it, so one search serves them all.
    std::vector<std::size_t> attached;
    for (std::size_t port = 0; is_switch(topology, root) && port < peers[root].size(); ++port) {
      const std::size_t peer = peers[root][port].device;
      if (peer != kNoDevice && !is_switch(topology, peer)) {
        attached.push_back(routes.host_number[peer]);
        EgressSets& own = routes.switches[root];
        own.assign(attached.back(), own.intern({PortId(port)}));
      }
    }
    if (attached.empty()) {
      continue;
    }
    const std::vector<unsigned> distance = distances_to(graph, root);
    for (std::size_t device = 0; device < topology.devices.size(); ++device) {
      if (device == root || !is_switch(topology, device) || distance[device] == kUnreached) {
        continue;
      }
      EgressSets& sets = routes.switches[device];
      std::vector<PortId> ports = nearer_ports(peers[device], distance, device);
      narrow(ports, choice, peers[device], random);
      const std::uint16_t set = choice == PathChoice::kDModK ? 0 : sets.intern(ports);
      for (const std::size_t host : attached) {
        sets.assign(host,
                    choice == PathChoice::kDModK ? sets.intern({by_destination(ports, host, level[device])}) : set);
      }
    }
  }
  return routes;
}

std::vector<Hop> follow_route(const Topology& topology, const std::vector<std::vector<Peer>>& peers,
                              const std::vector<std::size_t>& route) {
  if (route.size() < 2) {
    throw RouteError("a route has at least its source and its destination");
  }
  const auto name = [&](std::size_t step) { return topology.devices[route[step]].name; };
  std::vector<Hop> hops;
  for (std::size_t step = 0; step + 1 < route.size(); ++step) {
    const std::string where = "step " + std::to_string(step + 1) + ", " + name(step) + " to " + name(step + 1);
    if (step > 0 && !is_switch(topology, route[step])) {
      throw RouteError(where + ": " + name(step) + " is a host and does not forward");
    }
    const std::vector<Peer>& ports = peers[route[step]];
    const auto found =
        std::find_if(ports.begin(), ports.end(), [&](const Peer& peer) { return peer.device == route[step + 1]; });
    if (found == ports.end()) {
      throw RouteError(where + ": there is no cable between them");
    }
    hops.push_back({route[step], PortId(static_cast<std::size_t>(found - ports.begin()))});
  }
  return hops;
}

}  // namespace weir::network

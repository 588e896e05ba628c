// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/division.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <utility>

#include "tb/network/routing.h"
#include "tb/ranks/kept_together.h"

namespace weir::ranks {
namespace {

constexpr unsigned kNoHost = std::numeric_limits<unsigned>::max();

// Calls visit(neighbour) for the device at the other end of each cable of a device.
template <class Visit>
void for_each_neighbour(const std::vector<std::vector<network::Peer>>& peers, std::size_t device, Visit visit) {
  for (const network::Peer& peer : peers[device]) {
    if (peer.device != network::kNoDevice) {
      visit(peer.device);
    }
  }
}

// Cables from each device to the next host.
std::vector<unsigned> distances(const network::Topology& topology,
                                const std::vector<std::vector<network::Peer>>& peers) {
  std::vector<unsigned> distance(topology.devices.size(), kNoHost);
  std::queue<std::size_t> next;
  for (std::size_t i = 0; i < topology.devices.size(); ++i) {
    if (topology.devices[i].kind == network::DeviceKind::kHost) {
      distance[i] = 0;
      next.push(i);
    }
  }
  for (; !next.empty(); next.pop()) {
    for_each_neighbour(peers, next.front(), [&](std::size_t neighbour) {
      if (distance[neighbour] == kNoHost) {
        distance[neighbour] = distance[next.front()] + 1;
        next.push(neighbour);
      }
    });
  }
  return distance;
}

unsigned farthest(const network::Topology& topology) {
  unsigned most = 0;
  for (const unsigned distance : distances(topology, network::peers_of(topology))) {
    most = distance == kNoHost ? most : std::max(most, distance);
  }
  return most;
}

// The same parts, with ranks in the order in which they occur.
std::vector<std::uint32_t> renumbered(std::vector<std::uint32_t> rank_of, std::uint32_t ranks) {
  std::vector<std::uint32_t> number(ranks, ranks);
  std::uint32_t next = 0;
  for (std::uint32_t& rank : rank_of) {
    if (number[rank] == ranks) {
      number[rank] = next++;
    }
    rank = number[rank];
  }
  return rank_of;
}

}  // namespace

std::vector<std::int32_t> groups_of(const network::Topology& topology, unsigned far) {
  const auto peers = network::peers_of(topology);
  const std::vector<unsigned> distance = distances(topology, peers);
  constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> group_of(topology.devices.size(), kNone);
  std::int32_t groups = 0;
  for (std::size_t first = 0; first < group_of.size(); ++first) {
    if (group_of[first] != kNone) {
      continue;
    }
    group_of[first] = groups++;
    std::vector<std::size_t> found;
    if (distance[first] < far) {
      found.push_back(first);
    }
    while (!found.empty()) {
      const std::size_t device = found.back();
      found.pop_back();
      for_each_neighbour(peers, device, [&](std::size_t neighbour) {
        if (distance[neighbour] < far && group_of[neighbour] == kNone) {
          group_of[neighbour] = group_of[first];
          found.push_back(neighbour);
        }
      });
    }
  }
  return group_of;
}

Graph grouped(const Graph& graph, const std::vector<std::int32_t>& group_of) {
  const auto groups = static_cast<std::size_t>(*std::ranges::max_element(group_of)) + 1;
  Graph of_groups;
  of_groups.load.resize(groups);
  std::vector<std::map<std::int32_t, std::int32_t>> edges(groups);
  for (std::size_t vertex = 0; vertex < group_of.size(); ++vertex) {
    const std::int32_t group = group_of[vertex];
    of_groups.load[group] += graph.load[vertex];
    for (std::int32_t edge = graph.first[vertex]; edge < graph.first[vertex + 1]; ++edge) {
      if (group_of[graph.to[edge]] != group) {
        edges[group][group_of[graph.to[edge]]] += graph.cost[edge];
      }
    }
  }
  add_edges(of_groups, edges);
  return of_groups;
}

Parts divided(const network::Topology& topology, const ExpectedLoad& load, std::uint32_t ranks,
              const std::vector<std::int32_t>& kept, const Plugin& (*metis)()) {
  const Graph graph = graph_of(topology, load);
  if (ranks == 1) {
    return parts_of(topology, load, 1, std::vector<std::uint32_t>(graph.load.size()));
  }
  std::vector<Parts> tried;
  for (unsigned far = farthest(topology); far > 0; --far) {  // the last keeps no group: all switches are so far away
    const std::vector<std::int32_t> group_of = joined(groups_of(topology, far), kept);
    const std::vector<std::uint32_t> rank_of_group = metis().divide(grouped(graph, group_of), ranks);
    std::vector<std::uint32_t> rank_of;
    for (const std::int32_t group : group_of) {
      rank_of.push_back(rank_of_group[group]);
    }
    tried.push_back(parts_of(topology, load, ranks, renumbered(std::move(rank_of), ranks)));
  }
  return *std::ranges::min_element(tried, {}, &Parts::busiest);
}

}  // namespace weir::ranks

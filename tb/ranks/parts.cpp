// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/parts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace weir::ranks {
namespace {

// Of all devices or of all cables together: METIS counts in 32 bits, and each edge from both ends.
constexpr double kMostWeight = 1e8;

// What a device does without frames, timers and samples, as frames a second.
constexpr double kIdleDevice = 1e5;

// A message from rank to rank takes as long as the work of so many frames.
constexpr double kFramesAMessage = 10;

// Whole numbers in the proportion of `weights`, each at least 1, with a sum of at most kMostWeight.
std::vector<std::int32_t> whole(const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double shared = kMostWeight - static_cast<double>(weights.size());
  std::vector<std::int32_t> numbers;
  for (const double weight : weights) {
    numbers.push_back(1 + static_cast<std::int32_t>(weight / sum * shared));
  }
  return numbers;
}

}  // namespace

void add_edges(Graph& graph, const std::vector<std::map<std::int32_t, std::int32_t>>& edges) {
  graph.first.push_back(0);
  for (const auto& of_vertex : edges) {
    for (const auto& [to, cost] : of_vertex) {
      graph.to.push_back(to);
      graph.cost.push_back(cost);
    }
    graph.first.push_back(static_cast<std::int32_t>(graph.to.size()));
  }
}

Graph graph_of(const network::Topology& topology, const ExpectedLoad& load) {
  std::vector<double> devices;
  for (const double frames : load.devices) {
    devices.push_back(frames + kIdleDevice);
  }
  std::vector<double> cables;
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    cables.push_back(load.cables[i] + kFramesAMessage / seconds(topology.cables[i].link.delay));
  }
  const std::vector<std::int32_t> costs = whole(cables);
  std::vector<std::map<std::int32_t, std::int32_t>> edges(devices.size());  // cables between two devices are one edge
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    const std::size_t a = topology.cables[i].a.device;
    const std::size_t b = topology.cables[i].b.device;
    edges[a][static_cast<std::int32_t>(b)] += costs[i];
    edges[b][static_cast<std::int32_t>(a)] += costs[i];
  }
  Graph graph;
  graph.load = whole(devices);
  add_edges(graph, edges);
  return graph;
}

Parts parts_of(const network::Topology& topology, const ExpectedLoad& load, std::uint32_t ranks,
               std::vector<std::uint32_t> rank_of) {
  Parts parts{.ranks = ranks, .rank_of = std::move(rank_of), .load = std::vector<double>(ranks), .pairs = {}};
  for (std::size_t d = 0; d < topology.devices.size(); ++d) {
    parts.load[parts.rank_of[d]] += load.devices[d] + kIdleDevice;
  }
  std::vector<double> work = parts.load;
  std::map<std::pair<std::uint32_t, std::uint32_t>, RankPair> pairs;
  double crossing = 0;
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    const network::Cable& cable = topology.cables[i];
    const auto [low, high] = std::minmax(parts.rank_of[cable.a.device], parts.rank_of[cable.b.device]);
    if (low == high) {
      continue;
    }
    RankPair& pair = pairs.try_emplace({low, high}, RankPair{low, high, 0, cable.link.delay}).first->second;
    ++pair.cables;
    pair.delay = std::min(pair.delay, cable.link.delay);
    ++parts.cables_cut;
    crossing += load.cables[i];
    work[low] += load.cables[i];
    work[high] += load.cables[i];
  }
  for (const auto& [ranks_of_pair, pair] : pairs) {
    parts.pairs.push_back(pair);
    work[pair.low] += kFramesAMessage / seconds(pair.delay);
    work[pair.high] += kFramesAMessage / seconds(pair.delay);
  }
  parts.busiest = *std::max_element(work.begin(), work.end());
  const double all = std::accumulate(parts.load.begin(), parts.load.end(), 0.0);
  for (double& part : parts.load) {
    part /= all;
  }
  const double frames = std::accumulate(load.cables.begin(), load.cables.end(), 0.0);
  parts.frames_cut = frames > 0 ? crossing / frames : 0;
  return parts;
}

}  // namespace weir::ranks

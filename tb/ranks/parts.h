// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The division of a network among ranks: each device belongs to one rank. Two ranks with cables between them are
// neighbours and meet at multiples of the least delay of those cables, so that a frame of one rank reaches the other
// before it arrives.

#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/network/topology.h"
#include "tb/ranks/expected_load.h"

namespace weir::ranks {

// A network as the graph that METIS divides: vertices with weights, edges with weights, by vertex.
struct Graph {
  std::vector<std::int32_t> first;  // of each vertex, its first entry in `to`; one more at the end
  std::vector<std::int32_t> to;     // the vertex at the other end
  std::vector<std::int32_t> cost;   // of cutting the edge, by entry of `to`
  std::vector<std::int32_t> load;   // by vertex
};

// Appends the edges of each vertex: the other vertex, and the cost.
void add_edges(Graph& graph, const std::vector<std::map<std::int32_t, std::int32_t>>& edges);

// Weights are the expected frames a second, each sum at most 10^8. A device costs something without frames, too. An
// edge costs more where its cable is short: ranks would have to meet more often.
Graph graph_of(const network::Topology& topology, const ExpectedLoad& load);

struct RankPair {
  std::uint32_t low = 0;  // the lower rank
  std::uint32_t high = 0;
  std::size_t cables = 0;
  Time delay;  // the least of these cables
};

struct Parts {
  std::uint32_t ranks = 1;
  std::vector<std::uint32_t> rank_of;  // by index in Topology::devices, each below `ranks`
  std::vector<double> load;            // of each rank, as a part of the whole; the sum is 1
  std::vector<RankPair> pairs;         // neighbours, by low and high
  std::size_t cables_cut = 0;
  double busiest = 0;     // work of the busiest rank in frames a second; crossing frames and messages are work, too
  double frames_cut = 0;  // of those that cross cables, the part that crosses from rank to rank
};

// What follows from the ranks of devices. `rank_of`: by device.
Parts parts_of(const network::Topology& topology, const ExpectedLoad& load, std::uint32_t ranks,
               std::vector<std::uint32_t> rank_of);

}  // namespace weir::ranks

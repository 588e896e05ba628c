// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/mpi/metis_division.h"

#include <array>
#include <metis.h>
#include <numeric>
#include <stdexcept>
#include <type_traits>

namespace weir::ranks {
namespace {

static_assert(std::is_same_v<idx_t, std::int32_t>, "METIS as Debian builds it counts in 32 bits");

using Vertices = std::vector<std::int32_t>;

constexpr idx_t kSeed = 1;
constexpr idx_t kTries = 8;  // of which METIS takes the best

// Some vertices of a graph, numbered by their places in the list, with the edges among them.
Graph part_of(const Graph& graph, const Vertices& vertices) {
  constexpr std::int32_t kElsewhere = -1;
  Vertices number(graph.load.size(), kElsewhere);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    number[vertices[i]] = static_cast<std::int32_t>(i);
  }
  Graph part;
  part.first.push_back(0);
  for (const std::int32_t vertex : vertices) {
    for (std::int32_t edge = graph.first[vertex]; edge < graph.first[vertex + 1]; ++edge) {
      if (number[graph.to[edge]] != kElsewhere) {
        part.to.push_back(number[graph.to[edge]]);
        part.cost.push_back(graph.cost[edge]);
      }
    }
    part.first.push_back(static_cast<std::int32_t>(part.to.size()));
    part.load.push_back(graph.load[vertex]);
  }
  return part;
}

// The side of each vertex, 0 or 1; side 0 gets this share of the load.
Vertices bisected(Graph graph, float share) {
  graph.to.reserve(1);  // METIS refuses null pointers, also where there are no edges
  graph.cost.reserve(1);
  idx_t vertices = static_cast<idx_t>(graph.load.size());
  idx_t weights = 1;  // of a vertex
  idx_t sides = 2;
  std::array<real_t, 2> shares{share, 1 - share};
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = kSeed;
  options[METIS_OPTION_NCUTS] = kTries;
  idx_t cut = 0;
  Vertices side(graph.load.size());
  const int status =
      METIS_PartGraphRecursive(&vertices, &weights, graph.first.data(), graph.to.data(), graph.load.data(), nullptr,
                               graph.cost.data(), &sides, shares.data(), nullptr, options.data(), &cut, side.data());
  if (status != METIS_OK) {
    throw std::runtime_error("METIS cannot divide the network: status " + std::to_string(status));
  }
  return side;
}

// METIS would bisect as often by itself, but it prints complaints where vertices are few.
void divide_part(const Graph& graph, const Vertices& vertices, std::uint32_t first_rank, std::uint32_t ranks,
                 std::vector<std::uint32_t>& rank_of) {
  if (ranks == 1 || vertices.size() <= ranks) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      rank_of[vertices[i]] = first_rank + (ranks == 1 ? 0 : static_cast<std::uint32_t>(i));
    }
    return;
  }
  const std::uint32_t half = ranks / 2;
  const Vertices side = bisected(part_of(graph, vertices), static_cast<float>(half) / static_cast<float>(ranks));
  std::array<Vertices, 2> halves;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    halves.at(side[i]).push_back(vertices[i]);
  }
  divide_part(graph, halves[0], first_rank, half, rank_of);
  divide_part(graph, halves[1], first_rank + half, ranks - half, rank_of);
}

}  // namespace

void divide_by_metis(const Graph& graph, std::uint32_t ranks, std::vector<std::uint32_t>& rank_of) {
  Vertices all(graph.load.size());
  std::iota(all.begin(), all.end(), 0);
  divide_part(graph, all, 0, ranks, rank_of);
}

}  // namespace weir::ranks

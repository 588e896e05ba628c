// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A division of a network that its user has chosen: a TOML file with one key,
//
//   rank = [["s1", "h1"], ["s2"]]
//
// the devices of each rank. Each switch is in one rank; a host that is in none belongs to the rank of its switch.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tb/network/topology.h"

namespace weir::ranks {

inline constexpr std::uint32_t kMostRanks = 64;

struct RankFile {
  std::uint32_t ranks = 0;             // 1 to kMostRanks
  std::vector<std::uint32_t> rank_of;  // by index in Topology::devices
};

// Both throw scenario::ScenarioError, one line with the place. `file` is for messages.
RankFile read_rank_file(const std::string& file, const network::Topology& topology);
RankFile parse_rank_file(std::string_view text, const std::string& file, const network::Topology& topology);

}  // namespace weir::ranks

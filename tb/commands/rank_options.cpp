// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/rank_options.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tb/plugin/plugins.h"
#include "tb/ranks/division.h"
#include "tb/ranks/expected_load.h"
#include "tb/ranks/kept_together.h"
#include "tb/ranks/rank_file.h"
#include "tb/run/on_ranks.h"

namespace weir {

void add_rank_options(CLI::App& command, RankOptions& options) {
  command.add_option("--ranks", options.ranks, "Processes among which the network is divided, by METIS; 1 to 64")
      ->type_name("N")
      ->check(CLI::Range(1U, ranks::kMostRanks));
  command
      .add_option("--rank-file", options.file, "The devices of each rank: rank = [[\"s1\", \"h1\"], [\"s2\"]] in TOML")
      ->type_name("FILE");
}

namespace {

// Throws std::invalid_argument if so many ranks cannot run the scenario.
void require_ranks_can(const scenario::Scenario& scenario, std::uint32_t ranks) {
  if (ranks == 1) {
    return;
  }
  const std::string where = "--ranks " + std::to_string(ranks) + ": ";
  if (!plugin::loaded().empty()) {
    throw std::invalid_argument(where + "mechanisms from outside are simulated by one rank; wanted no --plugin");
  }
  if (const auto refused = refused_on_ranks(scenario)) {
    throw std::invalid_argument(scenario.file + ": " + where + *refused);
  }
  if (std::ranges::max(ranks::kept_together(scenario)) == 0) {
    throw std::invalid_argument(scenario.file + ": " + where + "links that cannot lie between ranks, with " +
                                std::string(ranks::uncut_cables(scenario).begin()->second) +
                                ", join all devices; wanted one rank");
  }
}

// Throws std::invalid_argument if the file divides devices that have to be on one rank.
void require_together(const scenario::Scenario& scenario, const std::string& file,
                      const std::vector<std::uint32_t>& rank_of) {
  for (const auto& [index, what] : ranks::uncut_cables(scenario)) {
    const network::Cable& cable = scenario.topology.cables[index];
    if (rank_of[cable.a.device] != rank_of[cable.b.device]) {
      throw std::invalid_argument(fmt::format(
          "{}: {} and {} are on two ranks, but the link between them has {}; wanted "
          "both on one rank",
          file, scenario.topology.devices[cable.a.device].name, scenario.topology.devices[cable.b.device].name, what));
    }
  }
}

// The file of ranks, or without one only their number.
ranks::RankFile asked_for(const scenario::Scenario& scenario, const RankOptions& options) {
  ranks::RankFile asked{.ranks = options.ranks.value_or(1), .rank_of = {}};
  if (!options.file.empty()) {
    asked = ranks::read_rank_file(options.file, scenario.topology);
    if (options.ranks.value_or(asked.ranks) != asked.ranks) {
      throw std::invalid_argument(
          fmt::format("{}: {} ranks; wanted {}, as --ranks says", options.file, asked.ranks, *options.ranks));
    }
  }
  require_ranks_can(scenario, asked.ranks);
  if (!options.file.empty()) {
    require_together(scenario, options.file, asked.rank_of);
  }
  return asked;
}

}  // namespace

std::uint32_t number_of_ranks(const scenario::Scenario& scenario, const RankOptions& options) {
  return asked_for(scenario, options).ranks;
}

ranks::Parts parts_for(const scenario::Scenario& scenario, const RankOptions& options) {
  ranks::RankFile asked = asked_for(scenario, options);
  const ranks::ExpectedLoad load = ranks::expected_load(scenario);
  return options.file.empty() ? ranks::divided(scenario.topology, load, asked.ranks, ranks::kept_together(scenario))
                              : ranks::parts_of(scenario.topology, load, asked.ranks, std::move(asked.rank_of));
}

}  // namespace weir

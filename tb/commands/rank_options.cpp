// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/rank_options.h"

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tb/plugin/plugins.h"
#include "tb/ranks/division.h"
#include "tb/ranks/expected_load.h"
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
  return asked;
}

}  // namespace

std::uint32_t number_of_ranks(const scenario::Scenario& scenario, const RankOptions& options) {
  return asked_for(scenario, options).ranks;
}

ranks::Parts parts_for(const scenario::Scenario& scenario, const RankOptions& options) {
  ranks::RankFile asked = asked_for(scenario, options);
  const ranks::ExpectedLoad load = ranks::expected_load(scenario);
  return options.file.empty() ? ranks::divided(scenario.topology, load, asked.ranks)
                              : ranks::parts_of(scenario.topology, load, asked.ranks, std::move(asked.rank_of));
}

}  // namespace weir

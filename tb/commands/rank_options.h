// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Options of commands that divide a network among ranks: --ranks and --rank-file.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "tb/ranks/parts.h"
#include "tb/scenario/scenario.h"

namespace weir {

struct RankOptions {
  std::optional<std::uint32_t> ranks;
  std::string file;

  bool given() const { return ranks.has_value() || !file.empty(); }
};

void add_rank_options(CLI::App& command, RankOptions& options);

// The number of ranks that options ask for; 1 without options. Throws std::invalid_argument or ScenarioError, one line,
// also where so many ranks cannot run the scenario.
std::uint32_t number_of_ranks(const scenario::Scenario& scenario, const RankOptions& options);

// The division that options ask for; without a file, by METIS. Throws as number_of_ranks().
ranks::Parts parts_for(const scenario::Scenario& scenario, const RankOptions& options);

}  // namespace weir

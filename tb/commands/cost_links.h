// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// `weir cost --links`: what links ask of a switch.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tb/cost/link_costs.h"

namespace weir {

// As written; an empty one was not given.
struct LinkCostOptions {
  std::vector<std::string> links;  // rates
  std::vector<double> cables{300};
  std::uint32_t channels = 32;
  std::string against, spacing, processing, store;
};

void add_link_cost_options(CLI::App& command, LinkCostOptions& options);

// Refuses what makes no sense beside --links. Throws std::invalid_argument, one line that names the option.
void refuse_beside_links(const CLI::App& command);

// The report in that format.
std::string link_costs_of(const LinkCostOptions& options, const cost::SwitchRequest& request, const std::string& format,
                          const report::ConsoleStyle& style);

}  // namespace weir

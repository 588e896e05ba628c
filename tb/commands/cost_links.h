// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// `weir cost --links`: what links ask of a switch.

#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "tb/commands/retry_profile_options.h"
#include "tb/cost/link_costs.h"

namespace weir {

void add_link_cost_options(CLI::App& command, cost::LinkCostRequest& request);

// Refuses what makes no sense beside --links. Throws std::invalid_argument, one line that names the option.
void refuse_beside_links(const CLI::App& command);

// The report in that format.
std::string link_costs_of(const cost::LinkCostRequest& request, const RetryProfileOptions& profiles,
                          const std::string& format, const report::ConsoleStyle& style);

}  // namespace weir

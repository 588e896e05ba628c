// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whose cost a plan of many runs asks for (docs/reference/sweep_plan.md): settings "chip.OPTION=VALUE" in the words of
// `weir cost`, "chip.ports=64". They describe a switch; or with "chip.links" a link of such switches, as `weir cost
// --links`; or with "chip.device" alone a switch of the scenario. No settings: the scenario's switch with the most
// ports.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::cost {

// Begins such settings. "chip.mechanisms" names mechanisms, separated by commas; without it a switch has PFC, and
// without "chip.lossless" one lossless class.
inline constexpr std::string_view kChip = "chip.";

// The numbers of the cost by name (quantities.h). Throws std::invalid_argument, "--set KEY=VALUE: what was wanted", and
// as make_setup and link_costs.
std::map<std::string, double> quantities(const scenario::Scenario& scenario, const std::vector<std::string>& settings);

// Throws as quantities(), which takes longer.
void check_settings(const scenario::Scenario& scenario, const std::vector<std::string>& settings);

// The command for a shell that prints this cost; `scenario` is the scenario with its settings, as a shell has it.
std::string cost_command_of(const std::vector<std::string>& settings, const std::string& scenario);

}  // namespace weir::cost

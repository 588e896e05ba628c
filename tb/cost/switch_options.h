// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch from a few numbers: the options of `weir cost`, and the same as settings of a plan of many runs
// (docs/reference/sweep_plan.md), "chip.ports=64".

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cost/setup.h"

namespace weir::cost {

struct SwitchOption {
  const char* name;  // "ports": --ports, and chip.ports
  const char* type;  // of the value, as help has it
  const char* text;  // one line of help
  // Throws std::invalid_argument: what was wanted of the value.
  void (*set)(SwitchRequest& request, std::string_view value);
};

std::span<const SwitchOption> switch_options();

// Begins the settings of a plan that are such options. "chip.mechanisms" names mechanisms, separated by commas; without
// it the switch has PFC, and without "chip.lossless" one lossless class.
inline constexpr std::string_view kChip = "chip.";

// The switch of such settings, each KEY=VALUE. Throws std::invalid_argument, "--set KEY=VALUE: what was wanted", and as
// make_setup.
Setup make_setup(const std::vector<std::string>& settings);

// The command for a shell that prints the cost of this switch.
std::string cost_command_of(const std::vector<std::string>& settings);

}  // namespace weir::cost

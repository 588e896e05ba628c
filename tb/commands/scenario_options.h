// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Options of all commands that read a scenario: SCENARIO, --set and --seed.

#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "tb/scenario/loader.h"

namespace weir {

// Returns SCENARIO, which is required.
CLI::Option* add_scenario_options(CLI::App& command, std::string& scenario, scenario::Overrides& overrides);

// A loaded and judged scenario, ready to be run or checked. Throws ScenarioError.
scenario::Scenario load_judged(const std::string& file, const scenario::Overrides& overrides);

// Default of -j: one thread per core.
unsigned usual_threads();

// Of 64 bits. The library takes -1, and what is too large, as the largest number.
CLI::Validator whole_number();

// A decimal number in this range; the library's own range takes "nan", too.
CLI::Validator number_between(double lowest, double highest);

}  // namespace weir

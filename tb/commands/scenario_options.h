// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Options of all commands that read a scenario: SCENARIO, --set and --seed.

#pragma once

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "tb/scenario/loader.h"

namespace weir {

void add_scenario_options(CLI::App& command, std::string& scenario, scenario::Overrides& overrides);

// A loaded and judged scenario, ready to be run or checked. Throws ScenarioError.
scenario::Scenario load_judged(const std::string& file, const scenario::Overrides& overrides);

// The folder of the scenarios that come with weir: `scenarios` here, or beside a parent folder of the program, as in a
// work tree. Throws std::invalid_argument if there is none.
std::filesystem::path scenario_folder();

// Default of -j: one thread per core.
unsigned usual_threads();

// For options for which the library would take -1 as the largest number.
CLI::Validator not_negative();

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the commands that read a scenario have in common: SCENARIO, --set and --seed.

#pragma once

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "tb/scenario/loader.h"

namespace weir {

void add_scenario_options(CLI::App& command, std::string& scenario, scenario::Overrides& overrides);

// A scenario that is to run, or to be said whether it could: loaded and judged. Throws ScenarioError.
scenario::Scenario load_judged(const std::string& file, const scenario::Overrides& overrides);

// Of the scenarios that come with weir: `scenarios` here, or beside a folder that the program is in, as in a work tree.
// Throws std::invalid_argument where there is none.
std::filesystem::path scenario_folder();

// What -j is unless it is given: one a core that we may use.
unsigned usual_threads();

// The library takes -1 for the largest number there is.
CLI::Validator not_negative();

}  // namespace weir

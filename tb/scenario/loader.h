// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The loader: reads a scenario file, TOML, into a validated Scenario. docs/reference/scenario_file.md has every key.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/scenario.h"
#include "tb/scenario/scenario_error.h"

namespace weir::scenario {

// Settings of the command line, which override those of a file.
struct Overrides {
  std::vector<std::string> sets;  // KEY=VALUE, in order; a later one wins
  std::optional<std::uint64_t> seed;
  std::optional<std::string> until;  // a time with a unit, scenario.until
};

// Both throw ScenarioError, whose text is one line: "file:line:column: key 'a.b': what was wanted". tb/bounds judges
// whether the settings keep their safety bounds.
Scenario load_file(const std::string& path, const Overrides& overrides = {});
// `file` is the name in messages, and its stem the default of the scenario's name. Relative paths in the text start in
// `folder`; without `folder` a relative `base` is refused, and other files are looked up beside `file`.
Scenario load_text(std::string_view text, const std::string& file, const Overrides& overrides = {},
                   const std::optional<std::string>& folder = {});

}  // namespace weir::scenario

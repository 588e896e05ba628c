// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads a scenario file: TOML to a resolved, validated Scenario. docs/reference/scenario_file.md has every key.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/scenario.h"
#include "tb/scenario/scenario_error.h"

namespace weir::scenario {

// What the command line puts over a file.
struct Overrides {
  std::vector<std::string> sets;  // KEY=VALUE, in order; a later one wins
  std::optional<std::uint64_t> seed;
  std::optional<std::string> until;  // a time with a unit, scenario.until
};

// Both throw ScenarioError, whose text is one line: "file:line:column: key 'a.b': what was wanted". Whether the
// settings keep their safety bounds is not judged here (tb/bounds).
Scenario load_file(const std::string& path, const Overrides& overrides = {});
// `file` is the name in messages; the scenario's own name defaults to its stem. Relative paths in the text go from
// `folder`; without one a relative `base` is refused, and other files are looked for beside `file`.
Scenario load_text(std::string_view text, const std::string& file, const Overrides& overrides = {},
                   const std::optional<std::string>& folder = {});

}  // namespace weir::scenario

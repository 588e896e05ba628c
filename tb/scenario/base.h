// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scenario files that say what differs from another one, `base`: the file and its bases merged into one document, whose
// values know the file in which they stand. docs/reference/scenario_file.md has the rules.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::scenario {

// For messages about files that are none.
inline constexpr std::string_view kScenarioFile = "a scenario file";

// How many bases may stand above each other.
inline constexpr std::size_t kMostBases = 4;

// Relative bases, and files that the text names, go from `folder`; without it a relative base is refused, and files go
// from the folder of `file`. Throws ScenarioError.
Document document_with_bases(std::string_view text, const std::string& file, const std::optional<std::string>& folder);

}  // namespace weir::scenario

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scenario files that state their differences from another file, their `base`. The file and its bases are merged into
// one document, in which each value knows its file. docs/reference/scenario_file.md has the rules.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::scenario {

// Names a text without a file in messages.
inline constexpr std::string_view kScenarioFile = "a scenario file";

// The longest chain of bases.
inline constexpr std::size_t kMostBases = 4;

// Relative bases, and files named in the text, are looked up in `folder`; without `folder` a relative base is refused,
// and files are looked up beside `file`. Throws ScenarioError.
Document document_with_bases(std::string_view text, const std::string& file, const std::optional<std::string>& folder);

}  // namespace weir::scenario

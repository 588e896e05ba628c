// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::scenario {

// How deep tables and lists of a file may stand in each other: far beyond any key that there is.
inline constexpr std::size_t kDeepest = 32;
// For messages.
std::string wanted_depth();

// Where a TOML text first stands deeper than kDeepest, counted by the names of headings and keys and by open brackets;
// empty: nowhere. Needs no valid TOML and no memory that grows with the depth, so that a text of 30,000 nested tables
// is refused before anything follows them one by one.
std::optional<Place> too_deep(std::string_view text);

}  // namespace weir::scenario

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::scenario {

// Limit of the nesting of tables and lists in a file, far beyond any key that exists.
inline constexpr std::size_t kDeepest = 32;
// The text for messages.
std::string wanted_depth();

// Where the nesting of a TOML text first exceeds kDeepest, counted by the names of headings and keys and by open
// brackets; nullopt: nowhere. It works for any text, valid or not, in constant memory, so that a text with 30,000
// nested tables is refused before recursive code sees it.
std::optional<Place> too_deep(std::string_view text);

}  // namespace weir::scenario

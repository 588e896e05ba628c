// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The functions of expressions: most reduce a list to one number.

#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace weir::study {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

inline constexpr std::string_view kRuns = "runs";  // the list of the values of the cell's runs
inline constexpr std::string_view kAbsolute = "abs";
// Of the parts of a window: the time after its begin from which on something is true; that by which it is first.
inline constexpr std::string_view kSince = "since";
inline constexpr std::string_view kUntil = "until";
inline constexpr std::string_view kAt = "at";  // the value in another cell

bool is_function(std::string_view name);
// Whether the function's result for a list is, or may be, a list.
inline bool gives_list(std::string_view name) { return name == kRuns || name == kAbsolute; }
inline bool is_of_steps(std::string_view name) { return name == kSince || name == kUntil; }
std::vector<std::string> function_names();
std::string functions_text();  // "abs, count, ..."

// For functions with one number as result. `numbers` has no NaN; for an empty list NaN, except sum and count.
double of_list(std::string_view name, const std::vector<double>& numbers);

}  // namespace weir::study

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The functions of expressions: most make one number of a list.

#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace weir::study {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

inline constexpr std::string_view kRuns = "runs";  // the list of what each run of the cell has
inline constexpr std::string_view kAbsolute = "abs";

bool is_function(std::string_view name);
// Whether what it makes of a list is a list, or may be.
inline bool gives_list(std::string_view name) { return name == kRuns || name == kAbsolute; }
std::vector<std::string> function_names();
std::string functions_text();  // "abs, count, ..."

// Of a function that makes one number. Numbers are not NaN; of none NaN, but for sum and count.
double of_list(std::string_view name, const std::vector<double>& numbers);

}  // namespace weir::study

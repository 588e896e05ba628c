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
inline constexpr std::string_view kBy = "by";  // the list of values, one of the cell's runs with each value of an axis
inline constexpr std::string_view kAbsolute = "abs";
inline constexpr std::string_view kCeiling = "ceil";
inline constexpr std::string_view kLogarithm = "log";
// Of the steps of a window: the time after its begin from which on something is true; that by which it is first; the
// list of the values of all steps; the value in the step before.
inline constexpr std::string_view kSince = "since";
inline constexpr std::string_view kUntil = "until";
inline constexpr std::string_view kSteps = "steps";
inline constexpr std::string_view kBefore = "before";
inline constexpr std::string_view kAt = "at";          // the value in another cell
inline constexpr std::string_view kWarned = "warned";  // a number of a warning
inline constexpr std::string_view kValue = "value";    // the number of the cell's value of an axis

bool is_function(std::string_view name);
// Whether the function is of one number, and of a list number by number.
inline bool is_of_each(std::string_view name) { return name == kAbsolute || name == kCeiling || name == kLogarithm; }
// Whether the function's result for a list is, or may be, a list.
inline bool gives_list(std::string_view name) { return name == kRuns || is_of_each(name) || name == kSteps; }
// Whether the list is the same whichever run of the cell asks.
inline bool is_of_all_runs(std::string_view name) { return name == kRuns || name == kBy; }
// Whether it makes one number or list of all steps of a window.
inline bool is_of_steps(std::string_view name) { return name == kSince || name == kUntil || name == kSteps; }
// Whether it takes one number alone.
inline bool takes_one_number(std::string_view name) { return is_of_steps(name) || name == kBefore || name == kRuns; }
std::vector<std::string> function_names();
std::string functions_text();  // "abs, count, ..."

// Of a function that is of each number.
double of_number(std::string_view name, double number);

// For functions with one number as result. `numbers` has no NaN; for an empty list NaN, except sum and count.
double of_list(std::string_view name, const std::vector<double>& numbers);

}  // namespace weir::study

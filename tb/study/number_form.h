// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The written form of a cell's number: "Gbps.2", ",.0", "us.1 +-". docs/reference/study_plan.md has the words.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weir::study {

// The function of several runs' values that is written. kEach, kChanges: text_of() is of one name or time.
enum class Of { kMean, kInterval, kMinimum, kMaximum, kEach, kChanges };

struct NumberForm {
  double unit = 1;            // numbers are divided by this
  std::optional<int> digits;  // after the decimal point
  bool commas = false;        // separate thousands
  Of of = Of::kMean;
};

// Throws std::invalid_argument, one line.
NumberForm parse_form(std::string_view text);

// If some runs have no number, their count follows the mean of the others ("never with 2 seeds").
std::string text_of(std::span<const double> of_runs, const NumberForm& form);

// "1,234.50"
std::string fixed(double number, int digits, bool commas);

}  // namespace weir::study

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How a number of a cell is written: "Gbps.2", ",.0", "us.1 +-". docs/reference/study_plan.md has the words.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weir::study {

// What is written of the same number of several runs.
enum class Of { kMean, kInterval, kMinimum, kMaximum };

struct NumberForm {
  double unit = 1;            // numbers are divided by it
  std::optional<int> digits;  // behind the point
  bool commas = false;        // between thousands
  Of of = Of::kMean;
};

// Throws std::invalid_argument, one line.
NumberForm parse_form(std::string_view text);

// Runs that have no number are counted behind the mean of the others ("never with 2 seeds").
std::string text_of(std::span<const double> of_runs, const NumberForm& form);

// "1,234.50"
std::string fixed(double number, int digits, bool commas);

}  // namespace weir::study

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two runs, or two sweeps, beside each other: their settings, and their results by the names that [expect] has for
// them.

#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tb/weir/compared.h"

namespace weir {

// What of two numbers a and b is no difference: |a - b| <= relative x max(|a|, |b|), or |a - b| <= absolute of what
// they count. Booleans have no tolerance.
struct Tolerance {
  double relative = 0;
  std::array<double, 6> absolute{};  // by report::Measure, in its base unit
};

struct SettingDifference {
  std::string key;
  std::optional<std::string> a;  // as TOML; nothing: the scenario does not say it
  std::optional<std::string> b;
};

// One side of a result.
struct Side {
  bool there = false;           // there is such a flow, event, ...
  std::optional<double> value;  // null: nothing was measured
  bool operator==(const Side&) const = default;
};

struct ResultDifference {
  std::string key;  // "flow.f1.steady_rate"
  report::Measure measure = report::Measure::kCount;
  Side a;
  Side b;
  std::optional<double> relative() const;  // (b - a) / max(|a|, |b|)
};

struct Comparison {
  Origin a;
  Origin b;
  Tolerance tolerance;
  std::size_t settings_compared = 0;
  std::size_t results_compared = 0;
  std::size_t within = 0;                   // results that differ, but not beyond the tolerance
  std::vector<SettingDifference> settings;  // in the order of a, what only b has behind
  std::vector<ResultDifference> results;    // beyond the tolerance

  bool differs() const { return !settings.empty() || !results.empty(); }
};

// Two run directories, or two sweeps, each by its plan or its store. Throws what compared_run and compared_sweep throw.
Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, const Tolerance& tolerance);

std::string comparison_text(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);
std::string comparison_page(const Comparison& comparison);  // one HTML file that needs no network

}  // namespace weir

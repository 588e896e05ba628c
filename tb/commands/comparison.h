// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The comparison of two runs, or two sweeps: their settings, and their results by the names of [expect].

#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tb/commands/compared.h"

namespace weir {

// Numbers a and b count as equal if |a - b| <= relative x max(|a|, |b|), or |a - b| <= absolute for their measure.
// Booleans have no tolerance.
struct Tolerance {
  double relative = 0;
  std::array<double, 6> absolute{};  // by report::Measure, in its base unit
};

struct SettingDifference {
  std::string key;
  std::optional<std::string> a;  // as TOML; nullopt: the scenario does not set it
  std::optional<std::string> b;
};

// One side of a result.
struct Side {
  bool there = false;           // the flow, event, ... exists
  std::optional<double> value;  // nullopt: nothing was measured
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
  std::vector<SettingDifference> settings;  // in the order of a, followed by those that only b has
  std::vector<ResultDifference> results;    // differences beyond the tolerance

  bool differs() const { return !settings.empty() || !results.empty(); }
};

// Two run directories, or two sweeps, each given by its plan or its store. Throws as compared_run and compared_sweep
// do.
Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, const Tolerance& tolerance);

std::string comparison_text(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);
std::string comparison_page(const Comparison& comparison);  // one HTML file that loads nothing from a network

}  // namespace weir

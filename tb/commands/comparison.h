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

// Numbers a of A and b of B count as equal if |b - a| <= relative x |a|, or |b - a| <= absolute for their measure.
// Booleans have no tolerance.
struct Tolerance {
  // In the numerator's and denominator's whole numbers as written, 29 and 100 of "29%": 0.29 is no binary number, and
  // 29 of 100 would be more than 0.29 x 100.
  struct Part {
    double numerator = 0;
    double denominator = 1;
    double value() const { return numerator / denominator; }
  };
  Part relative;
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
  std::optional<double> relative() const;  // (b - a) / |a|; nullopt if a is 0, or a or b is not measured
};

// A run of a sweep that the other sweep does not have.
struct LoneRun {
  std::string name;  // "flow_control.pfc.xoff=800KB, scenario.seed=1"
  bool of_a = false;
  std::size_t results = 0;
};

struct Comparison {
  Origin a;
  Origin b;
  Tolerance tolerance;
  std::size_t settings_compared = 0;
  std::size_t results_compared = 0;
  std::size_t within = 0;                   // results that differ, but not beyond the tolerance
  std::vector<SettingDifference> settings;  // in the order of a, followed by those that only b has
  std::vector<LoneRun> lone;                // in the order of a, followed by those that only b has
  std::vector<ResultDifference> results;    // differences beyond the tolerance, except results of lone runs

  bool differs() const { return !settings.empty() || !results.empty() || !lone.empty(); }
};

// Two run directories, or two sweeps, each given by its plan or its store. Throws as compared_run and compared_sweep
// do.
Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, const Tolerance& tolerance);

std::string comparison_text(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);
std::string comparison_page(const Comparison& comparison);  // one HTML file that loads nothing from a network

}  // namespace weir

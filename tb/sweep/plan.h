// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A sweep as in its plan: base scenarios, axes with all their values, kept and measured items of each run, and limits.
// docs/reference/sweep_plan.md has every key. combinations.h makes runs of a plan.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/scenario/document.h"

namespace weir::sweep {

// Runs whose directories are kept.
enum class Keep : std::uint8_t { kNone, kFailures, kAll };

// The key of the axis of base scenarios.
inline constexpr const char* kScenarioAxis = "scenario";

struct AxisValue {
  std::string text;              // as in tables and rows
  std::string setting;           // VALUE of --set KEY=VALUE
  std::optional<double> number;  // in s, bit/s, B, or without a unit
  std::string unit;              // "s", "bit/s", "B"; empty: none
  scenario::Place place;
  std::vector<std::string> sets = {};  // of a case: KEY=VALUE, instead of `setting`
};

struct Axis {
  std::string key = {};  // key of --set, kScenarioAxis, or a name of cases
  std::string zip = {};  // axes of one group advance together; empty: no group
  bool seeds = false;
  bool cases = false;
  scenario::Place place = {};
  std::vector<AxisValue> values = {};
};

// The KEY=VALUE that --set takes for a value of the axis.
inline std::vector<std::string> assignments(const Axis& axis, const AxisValue& value) {
  return axis.cases ? value.sets : std::vector{axis.key + "=" + value.setting};
}

// The condition of a rule of [[where.allow]] or [[where.forbid]] about one axis; all given members must hold.
struct Condition {
  std::size_t axis = 0;
  std::vector<std::string> one_of;  // texts of values; empty: any
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<std::size_t> below;  // less than the value of this other axis; `above`: greater
  std::optional<std::size_t> above;
};
using Rule = std::vector<Condition>;

enum class Aggregate : std::uint8_t { kEach, kMinimum, kMaximum, kMean, kSum };

// A span: the samples of a time series' column after `from` and up to `to`, and the function of them that is stored. A
// sample describes the time since the sample before.
enum class Over : std::uint8_t { kMean, kMinimum, kMaximum };
struct Span {
  Time from;
  Time to;
  Over over = Over::kMean;
};

// A wanted result: a quantity of [expect], for each name that its '*' matches or aggregated over all; with a span,
// columns of the time series.
struct Wanted {
  std::string text;  // "mean flow.*.steady_rate"
  Aggregate aggregate = Aggregate::kEach;
  std::string key;
  scenario::Place place;
  std::optional<Span> span = {};
  std::string path = "sweep.results";  // path of the key that wants it
};

struct Plan {
  std::string name;  // stem of the file
  scenario::Document document;
  std::filesystem::path folder;  // start of relative paths
  std::vector<std::string> scenarios;
  std::vector<std::string> sets;                                        // for each scenario, before those of the axes
  std::vector<std::pair<std::string, std::vector<std::string>>> named;  // by name
  std::optional<std::string> until;
  bool run = true;  // false: scenarios are checked and not run
  Keep keep = Keep::kFailures;
  std::vector<Wanted> results;
  std::optional<Time> time_limit;  // of wall-clock time per run
  std::optional<Bytes> memory_limit;
  std::vector<Axis> axes;
  std::vector<Rule> allow;  // a combination must fit one of these, unless empty
  std::vector<Rule> forbid;
};

// Both throw scenario::ScenarioError, one line: "file:line:column: key 'axis': what was wanted".
Plan load_plan(const std::string& file);
Plan parse_plan(std::string_view text, const std::string& file);

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A sweep as its plan has it: base scenarios, axes with all their values, what is kept and measured of each run, and
// limits. docs/reference/sweep_plan.md has every key. Combinations are made of it in combinations.h.

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

// Whose run directories stay.
enum class Keep : std::uint8_t { kNone, kFailures, kAll };

// The key of the axis of base scenarios.
inline constexpr const char* kScenarioAxis = "scenario";

struct AxisValue {
  std::string text;              // as people read it, and as rows have it
  std::string setting;           // what stands behind '=' of a --set
  std::optional<double> number;  // in s, bit/s, B, or without a unit
  std::string unit;              // "s", "bit/s", "B"; empty where it has none
  scenario::Place place;
  std::vector<std::string> sets = {};  // of a case: KEY=VALUE, in the place of `setting`
};

struct Axis {
  std::string key = {};  // that --set takes, or kScenarioAxis, or a name of cases
  std::string zip = {};  // axes of one group go together; empty: of none
  bool seeds = false;
  bool cases = false;
  scenario::Place place = {};
  std::vector<AxisValue> values = {};
};

// What --set takes for a value of the axis.
inline std::vector<std::string> assignments(const Axis& axis, const AxisValue& value) {
  return axis.cases ? value.sets : std::vector{axis.key + "=" + value.setting};
}

// What a rule of [[where.allow]] or [[where.forbid]] wants of one axis; all of what is given must be so.
struct Condition {
  std::size_t axis = 0;
  std::vector<std::string> one_of;  // texts of values; empty: any
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<std::size_t> below;  // the value of this other axis
  std::optional<std::size_t> above;
};
using Rule = std::vector<Condition>;

enum class Aggregate : std::uint8_t { kEach, kMinimum, kMaximum, kMean, kSum };

// What is stored of a column of the time series over a part of the run: of its samples behind `from`, up to `to`. A
// sample says what has been since the sample before.
enum class Over : std::uint8_t { kMean, kMinimum, kMaximum };
struct Span {
  Time from;
  Time to;
  Over over = Over::kMean;
};

// A quantity of [expect], of each that its '*' means or of all of them together; with a span, columns of the time
// series.
struct Wanted {
  std::string text;  // "mean flow.*.steady_rate"
  Aggregate aggregate = Aggregate::kEach;
  std::string key;
  scenario::Place place;
  std::optional<Span> span = {};
  std::string path = "sweep.results";  // of the key that wants it
};

struct Plan {
  std::string name;  // stem of the file
  scenario::Document document;
  std::filesystem::path folder;  // that its paths are relative to
  std::vector<std::string> scenarios;
  std::vector<std::string> sets;                                        // over each scenario, before the axes
  std::vector<std::pair<std::string, std::vector<std::string>>> named;  // settings under a name
  std::optional<std::string> until;
  Keep keep = Keep::kFailures;
  std::vector<Wanted> results;
  std::optional<Time> time_limit;  // of the wall clock, a run
  std::optional<Bytes> memory_limit;
  std::vector<Axis> axes;
  std::vector<Rule> allow;  // a combination wants one of these, where there are any
  std::vector<Rule> forbid;
};

// Both throw scenario::ScenarioError, one line: "file:line:column: key 'axis': what was wanted".
Plan load_plan(const std::string& file);
Plan parse_plan(std::string_view text, const std::string& file);

}  // namespace weir::sweep

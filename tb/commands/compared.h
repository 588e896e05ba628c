// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One side of a comparison, a run or a sweep: its settings and its results by key, in order.

#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/report/field.h"
#include "tb/scenario/document.h"

namespace weir {

// Values by key, in order of insertion; the first value of a key stays.
template <class T>
struct Listed {
  std::vector<std::string> keys;
  std::map<std::string, T> values;

  void add(const std::string& key, T value) {
    if (values.emplace(key, std::move(value)).second) {
      keys.push_back(key);
    }
  }
  const T* find(const std::string& key) const {
    const auto found = values.find(key);
    return found == values.end() ? nullptr : &found->second;
  }
};

struct MeasuredResult {
  report::Measure measure = report::Measure::kCount;
  std::optional<double> value;
  bool absent_is_zero = false;  // counts as 0 if only the other side lists it
  std::string run = {};         // of a sweep: the run that has the result; empty in a run
};

struct Origin {
  std::filesystem::path path;
  std::string name;             // of the scenario or plan
  std::string program;          // "weir 0.1.0, commit 0123..."
  std::string resolved_sha256;  // of a run; empty for a sweep
};

struct Compared {
  Origin origin;
  Listed<std::string> settings;  // as TOML
  Listed<MeasuredResult> results;
  Listed<std::size_t> runs;  // of a sweep: number of results by run
};

// Adds the values of a table under their dotted keys; an element of a list of tables goes by its name or number.
void add_settings(const scenario::Value& table, const std::string& prefix, Listed<std::string>& settings);

// Reads a run directory. Throws BadOutputDirectory, BadRunFile or ScenarioError if it does not hold a complete run.
Compared compared_run(const std::filesystem::path& path);

// Reads a sweep: its plan beside its store, or the store. Settings are those of the plan as last run; results are keyed
// by point, "flow_control.pfc.xoff=800KB, scenario.seed=1: drops". Throws BadOutputDirectory, OutputError.
Compared compared_sweep(const std::filesystem::path& path);

}  // namespace weir

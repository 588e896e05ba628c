// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One side of a comparison, whatever it was: its settings and its results by key, in their order.

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

// Values in the order in which they were added, each by its key; the first of a key counts.
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
  bool absent_is_zero = false;  // where the other side does not list it
};

struct Origin {
  std::filesystem::path path;
  std::string name;             // of the scenario, or of the plan
  std::string program;          // "weir 0.1.0, commit 0123..."
  std::string resolved_sha256;  // of a run
};

struct Compared {
  Origin origin;
  Listed<std::string> settings;  // as TOML
  Listed<MeasuredResult> results;
};

// The values of a table under their dotted keys; elements of a list of tables by their name, or their number.
void add_settings(const scenario::Value& table, const std::string& prefix, Listed<std::string>& settings);

// A run directory. Throws BadOutputDirectory, BadRunFile, ScenarioError where it is none of a complete run.
Compared compared_run(const std::filesystem::path& path);

// A sweep: its plan beside its store, or the store. Settings are those of the plan as last run; results stand under
// their point, "flow_control.pfc.xoff=800KB, scenario.seed=1: drops". Throws BadOutputDirectory, OutputError.
Compared compared_sweep(const std::filesystem::path& path);

}  // namespace weir

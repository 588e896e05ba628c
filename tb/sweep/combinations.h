// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The runs of a plan: the product of its axes, those of a zip group going together, less what [where] rules out. The
// last axis turns fastest.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tb/scenario/loader.h"
#include "tb/sweep/plan.h"

namespace weir::sweep {

// More are a mistake in the plan.
inline constexpr std::size_t kMostRuns = 1'000'000;

// Of an id, enough to tell runs apart.
inline constexpr std::size_t kShownDigits = 16;

struct Combination {
  std::size_t number = 0;           // from 1
  std::vector<std::size_t> values;  // of each axis, the index of its value
};

struct Job {
  Combination combination;
  std::string scenario;            // path of the base scenario
  scenario::Overrides overrides;   // what the plan and the axes put over it
  std::string resolved_sha256;     // of the resolved scenario
  std::string id;                  // of that and of the program
  std::vector<std::string> files;  // that it is made of, where it has been loaded
};

// Throws ScenarioError where there is none, or where there are too many.
std::vector<Combination> combine(const Plan& plan);

// "flow_control.scheme=pfc, scenario.seed=3", with the axes' texts.
std::string describe(const Plan& plan, const Combination& combination);

// All runs of the plan, without what only loading them tells: hash, id and files. Throws as `combine`.
std::vector<Job> planned_jobs(const Plan& plan);

// Of all that is asked for, and of the program that names the version: with the files of the runs as they were, their
// ids are as they were, too.
std::string fingerprint_of(const Plan& plan, const std::vector<Job>& jobs, const std::string& program);

// Loads and judges a scenario, and throws ScenarioError where it does not please.
using Check = std::function<scenario::Scenario(const std::string& file, const scenario::Overrides& overrides)>;

// All runs of the plan, each of them checked. `program` names the version. Throws ScenarioError at the place of the
// plan where the first is refused, or where a result that is wanted is none.
std::vector<Job> checked_jobs(const Plan& plan, const std::string& program, const Check& check);

// "weir run scenarios/ring/pfc.toml --set scenario.seed=3 --until 5ms", for a shell.
std::string command_of(const Job& job);

}  // namespace weir::sweep

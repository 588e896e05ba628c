// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The runs of a plan: the product of its axes (axes of one zip group advance together) without the combinations ruled
// out by [where]. The last axis turns fastest.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tb/scenario/loader.h"
#include "tb/sweep/plan.h"

namespace weir::sweep {

// Limit of runs; more are a mistake in the plan.
inline constexpr std::size_t kMostRuns = 1'000'000;

// Digits of an id that are shown, enough to tell runs apart.
inline constexpr std::size_t kShownDigits = 16;

struct Combination {
  std::size_t number = 0;           // from 1
  std::vector<std::size_t> values;  // for each axis: index of its value
};

struct Job {
  Combination combination;
  std::string scenario;            // path of the base scenario
  scenario::Overrides overrides;   // settings of the plan and the axes
  std::vector<std::string> chip;   // those of a switch whose cost is asked instead of the scenario's (chip.h)
  bool run = true;                 // false: the scenario is checked and not run
  std::string resolved_sha256;     // of the resolved scenario
  std::string id;                  // hash of the program's version and of all that decides the results
  std::vector<std::string> files;  // the files of the scenario; empty: not loaded
};

// Throws ScenarioError if there is no combination, or if there are too many.
std::vector<Combination> combine(const Plan& plan);

// "flow_control.scheme=pfc, scenario.seed=3", with the axes' texts.
std::string describe(const Plan& plan, const Combination& combination);

// All runs of the plan, without the members that need loading: hash, id and files. Throws as combine() does.
std::vector<Job> planned_jobs(const Plan& plan);

// A digest of all that the plan asks for and of the program's version. While the digest and the files of the runs stay
// the same, the ids of the runs stay the same.
std::string fingerprint_of(const Plan& plan, const std::vector<Job>& jobs, const std::string& program);

// Loads and judges a scenario; throws ScenarioError if the scenario is refused.
using Check = std::function<scenario::Scenario(const std::string& file, const scenario::Overrides& overrides)>;

// All runs of the plan, each checked. `program`: name and version. Throws ScenarioError at the place in the plan of the
// first refused run, or of a wanted result that no run has.
std::vector<Job> checked_jobs(const Plan& plan, const std::string& program, const Check& check);

// The command of a run for a shell: "weir run scenarios/ring/pfc.toml --set scenario.seed=3 --until 5ms"; with a chip
// behind it " && weir cost --ports 64". "weir check" where nothing is run.
std::string command_of(const Job& job);

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/weir/sweep_run.h"

#include <stdexcept>
#include <string>

#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/report/summary.h"
#include "tb/weir/commit.h"
#include "tb/weir/provenance.h"
#include "tb/weir/scenario_options.h"
#include "tb/weir/simulation.h"
#include "tb/weir/write_outcome.h"

namespace weir {
namespace {

// What an earlier process left of it when it was killed goes.
std::string keep(const scenario::Scenario& scenario, const Outcome& outcome, const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::remove_all(path, error);
  const report::RunDirectory directory = report::RunDirectory::create(path);
  report::RunLog log(directory);
  const Provenance provenance(directory, scenario.resolved);
  write_outcome(directory, log, scenario, outcome);
  return path.string();
}

}  // namespace

sweep::Record run_job(const sweep::Plan& plan, const sweep::Job& job, const std::filesystem::path& folder) {
  const scenario::Scenario scenario = load_judged(job.scenario, job.overrides);
  if (scenario.resolved.sha256 != job.resolved_sha256) {
    throw std::runtime_error(job.scenario + ": it, or a file that it refers to, has changed since the sweep began");
  }
  Observation observation;
  observation.commit = program_commit();
  const Outcome outcome = simulate(scenario, observation);

  sweep::Record record;
  record.done = true;
  record.held = report::all_held(outcome.results);
  record.simulated_seconds = outcome.results.simulated_seconds;
  record.wall_seconds = outcome.results.wall_seconds;
  record.expectations = outcome.results.expectations;
  record.results = sweep::result_rows(plan.results, outcome.results);
  if (plan.keep == sweep::Keep::kAll || (plan.keep == sweep::Keep::kFailures && !record.held)) {
    record.directory = keep(scenario, outcome, folder / job.id.substr(0, sweep::kShownDigits));
  }
  return record;
}

}  // namespace weir

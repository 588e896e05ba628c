// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/sweep_run.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tb/commands/commit.h"
#include "tb/commands/provenance.h"
#include "tb/commands/scenario_options.h"
#include "tb/commands/write_outcome.h"
#include "tb/report/human.h"
#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/report/summary.h"
#include "tb/run/resources.h"
#include "tb/run/simulation.h"
#include "tb/sweep/census_rows.h"
#include "tb/sweep/chip.h"
#include "tb/sweep/owner.h"
#include "tb/sweep/series.h"
#include "tb/text/quantity.h"

namespace weir {
namespace {

// "ID.HOST.PROCESS.START", while a process writes the directory ID.
std::string partial_name(const std::filesystem::path& path) {
  const sweep::Owner self = sweep::this_process();
  std::string process = self.process;
  std::replace(process.begin(), process.end(), '/', '.');
  return path.string() + "." + self.host + "." + process;
}

// A directory gets its place when it is whole: what was there of an earlier process goes, and two that do one run at
// once, on two nodes, do not write into each other's.
template <class Fill>
std::string keep(const std::filesystem::path& path, Fill fill) {
  const std::string name = partial_name(path);
  std::error_code error;
  std::filesystem::remove_all(name, error);
  try {
    fill(report::RunDirectory::create(name));
  } catch (...) {
    std::filesystem::remove_all(name, error);
    throw;
  }
  std::filesystem::remove_all(path, error);
  std::filesystem::rename(name, path, error);
  if (error) {
    std::filesystem::remove_all(name, error);
  }
  return path.string();
}

std::filesystem::path place_of(const sweep::Job& job, const std::filesystem::path& folder) {
  return folder / job.id.substr(0, sweep::kShownDigits);
}

scenario::Scenario load(const sweep::Job& job) {
  scenario::Scenario scenario = load_judged(job.scenario, job.overrides);
  if (scenario.resolved.sha256 != job.resolved_sha256) {
    throw std::runtime_error(job.scenario + ": it, or a file that it refers to, has changed since the sweep began");
  }
  return scenario;
}

// Before minutes are spent on a run that the kernel would then end.
void require_room(const sweep::Plan& plan, const scenario::Scenario& scenario, const std::filesystem::path& folder) {
  const double needed = needed_by(scenario).memory_bytes;
  if (plan.memory_limit && needed > static_cast<double>(plan.memory_limit->count())) {
    throw std::runtime_error("memory: wanted at most the plan's " + text::to_text(*plan.memory_limit) +
                             "; it needs about " + report::human_bytes(needed));
  }
  Resources has = available(folder);
  if (plan.keep == sweep::Keep::kNone) {
    has.disk_bytes = std::numeric_limits<double>::infinity();
  }
  require_resources(scenario, has);
}

// Of a job that is not run: its warnings, the cost of its chip, and what is counted of the networks that it draws.
sweep::Record checked_record(const sweep::Plan& plan, const sweep::Job& job, const scenario::Scenario& scenario) {
  sweep::Record record;
  record.done = true;
  record.held = true;
  record.warnings = scenario.warnings;
  record.results = sweep::cost_rows(plan.results, scenario, job.chip);
  std::ranges::move(sweep::census_rows(plan.results, job), std::back_inserter(record.results));
  return record;
}

}  // namespace

sweep::Record run_job(const sweep::Plan& plan, const sweep::Job& job, const std::filesystem::path& folder) {
  const scenario::Scenario scenario = load(job);
  if (!job.run) {
    return checked_record(plan, job, scenario);
  }
  require_room(plan, scenario, folder);
  Observation observation;
  observation.commit = built_from();
  observation.story = plan.keep != sweep::Keep::kNone;
  const Outcome outcome = simulate(scenario, observation);

  sweep::Record record;
  record.done = outcome.results.partial_reason.empty();
  record.message = outcome.results.partial_reason;
  record.held = record.done && report::all_held(outcome.results);
  record.simulated_seconds = outcome.results.simulated_seconds;
  record.wall_seconds = outcome.results.wall_seconds;
  record.expectations = outcome.results.expectations;
  record.warnings = outcome.results.warnings;
  record.results = sweep::result_rows(plan.results, outcome.results);
  const auto add = [&](const std::vector<sweep::ResultRow>& rows) {
    record.results.insert(record.results.end(), rows.begin(), rows.end());
  };
  add(sweep::series_rows(plan.results, outcome.series));
  add(sweep::cost_rows(plan.results, scenario, job.chip));
  add(sweep::census_rows(plan.results, job));
  if (plan.keep == sweep::Keep::kAll || (plan.keep == sweep::Keep::kFailures && !record.held)) {
    record.directory = keep(place_of(job, folder), [&](const report::RunDirectory& directory) {
      report::RunLog log(directory);
      const Provenance provenance(directory, scenario.resolved);
      write_outcome(directory, log, scenario, outcome);
    });
  }
  return record;
}

std::string keep_failed(const sweep::Plan& plan, const sweep::Job& job, const sweep::Record& record,
                        const std::filesystem::path& folder) {
  if (plan.keep == sweep::Keep::kNone) {
    return "";
  }
  try {
    const scenario::Scenario scenario = load(job);
    return keep(place_of(job, folder), [&](const report::RunDirectory& directory) {
      report::RunLog log(directory);
      const Provenance provenance(directory, scenario.resolved);
      directory.write_file("console.log", record.log);
      log_scenario(log, scenario, built_from());
      log.error(Time(0), "failed: " + record.message);
      log.close();
    });
  } catch (const std::exception&) {
    return "";  // what failed is in the store; why no more is kept of it is the same, or a full disk
  }
}

void remove_partial(const std::filesystem::path& folder) {
  const std::string here = "." + sweep::this_process().host + ".";
  std::error_code error;
  std::vector<std::filesystem::path> dead;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t start = name.rfind('.');
    const bool ours = name.size() > sweep::kShownDigits && name.compare(sweep::kShownDigits, here.size(), here) == 0;
    const std::string process = ours ? name.substr(sweep::kShownDigits + here.size()) : "";
    if (ours && !sweep::is_alive_here(process.substr(0, process.find('.')) + "/" + name.substr(start + 1))) {
      dead.push_back(entry->path());
    }
  }
  for (const std::filesystem::path& path : dead) {
    std::filesystem::remove_all(path, error);
  }
}

}  // namespace weir

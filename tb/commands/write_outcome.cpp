// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/write_outcome.h"

#include <string>

#include <fmt/core.h>

#include "tb/report/deadlock_text.h"
#include "tb/report/run_files.h"
#include "tb/report/version.h"

namespace weir {

void log_scenario(report::RunLog& log, const scenario::Scenario& scenario, std::string_view commit) {
  log.info(Time(0), "scenario " + scenario.name + " from " + scenario.file + ", seed " + std::to_string(scenario.seed) +
                        ", resolved SHA-256 " + scenario.resolved.sha256 + ", " + report::program_text(commit));
}

namespace {

void log_outcome(report::RunLog& log, const scenario::Scenario& scenario, const report::Results& results) {
  log_scenario(log, scenario, results.commit);
  for (const std::string& warning : results.warnings) {
    log.warning(Time(0), warning);
  }
  for (const std::string& note : results.notes) {
    log.info(Time(0), note);
  }
  const auto time_of = [](double at) { return Time(static_cast<std::int64_t>(at * kPicosecondsPerSecond + 0.5)); };
  const Time end = time_of(results.simulated_seconds);
  for (const report::EventResult& event : results.events) {
    const std::string what = "event " + event.name + " (" + event.when + "): " + event.what;
    event.at_seconds ? log.info(time_of(*event.at_seconds), what) : log.warning(end, what + ": has not taken place");
  }
  for (const std::string& fault : results.faults) {
    log.error(end, fault);
  }
  if (results.deadlock) {
    std::string cycle;
    for (const std::string& queue : results.deadlock->cycle) {
      cycle += (cycle.empty() ? "" : " -> ") + queue;
    }
    log.warning(end, fmt::format("deadlock formed at {} s{}: {}", results.deadlock->formed_at_seconds,
                                 report::how_it_ended(*results.deadlock), cycle));
  }
  for (const report::ExpectationResult& expectation : results.expectations) {
    if (!expectation.held) {
      log.warning(end, "not judged: " + expectation.text);
    } else {
      *expectation.held ? log.info(end, "held: " + expectation.text) : log.error(end, "NOT held: " + expectation.text);
    }
  }
  if (!results.partial_reason.empty()) {
    log.error(end, results.partial_reason);
  }
  log.info(end, results.partial ? "ended early" : "ended");
}

}  // namespace

void write_outcome(const report::RunDirectory& directory, report::RunLog& log, const scenario::Scenario& scenario,
                   const Outcome& outcome) {
  write_run_files(directory, outcome.results, outcome.series, outcome.network, outcome.story);
  for (const auto& [name, text] : outcome.tables) {
    directory.write_file(name, text);
  }
  log_outcome(log, scenario, outcome.results);
  log.close();
}

}  // namespace weir

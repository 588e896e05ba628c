// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/write_outcome.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/report/deadlock_text.h"
#include "tb/report/loss_text.h"
#include "tb/report/run_files.h"
#include "tb/report/version.h"

namespace weir {

void log_scenario(report::RunLog& log, const scenario::Scenario& scenario, std::string_view commit) {
  log.info(Time(0), "scenario " + scenario.name + " from " + scenario.file + ", seed " + std::to_string(scenario.seed) +
                        ", resolved SHA-256 " + scenario.resolved.sha256 + ", " + report::program_text(commit));
}

namespace {

Time time_of(double at_seconds) { return Time(static_cast<std::int64_t>(at_seconds * kPicosecondsPerSecond + 0.5)); }

// The lines of what happened during the run, in the order of time; lines of one time as they were added.
class Happened {
 public:
  using Level = void (report::RunLog::*)(Time, std::string_view);

  void add(Level level, Time at, std::string text) { lines_.push_back({at, level, std::move(text)}); }

  void write(report::RunLog& log) {
    std::ranges::stable_sort(lines_, {}, &Line::at);
    for (const Line& line : lines_) {
      (log.*line.level)(line.at, line.text);
    }
  }

 private:
  struct Line {
    Time at;
    Level level;
    std::string text;
  };
  std::vector<Line> lines_;
};

void add_events(Happened& happened, const report::Results& results, Time end) {
  for (const report::EventResult& event : results.events) {
    const std::string what = "event " + event.name + " (" + event.when + "): " + event.what;
    if (event.at_seconds) {
      happened.add(&report::RunLog::info, time_of(*event.at_seconds), what);
    } else {
      happened.add(&report::RunLog::warning, end, what + ": has not taken place");
    }
  }
}

void add_losses(Happened& happened, const Outcome& outcome) {
  for (const report::LossResult& loss : outcome.results.losses) {
    happened.add(&report::RunLog::error, time_of(loss.first_seconds), report::loss_text(loss));
  }
  for (std::size_t i = 0; i < outcome.results.faults.size(); ++i) {
    happened.add(&report::RunLog::error, outcome.fault_times.at(i), outcome.results.faults[i]);
  }
}

void add_deadlock(Happened& happened, const report::Deadlock& deadlock) {
  happened.add(&report::RunLog::warning, time_of(deadlock.formed_at_seconds),
               fmt::format("deadlock formed at {} s{}: {}", deadlock.formed_at_seconds, report::how_it_ended(deadlock),
                           fmt::join(deadlock.cycle, " -> ")));
}

void log_outcome(report::RunLog& log, const scenario::Scenario& scenario, const Outcome& outcome) {
  const report::Results& results = outcome.results;
  log_scenario(log, scenario, results.commit);
  for (const std::string& warning : results.warnings) {
    log.warning(Time(0), warning);
  }
  for (const std::string& note : results.notes) {
    log.info(Time(0), note);
  }
  const Time end = time_of(results.simulated_seconds);
  Happened happened;
  add_events(happened, results, end);
  add_losses(happened, outcome);
  if (results.deadlock) {
    add_deadlock(happened, *results.deadlock);
  }
  happened.write(log);
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
  log_outcome(log, scenario, outcome);
  log.close();
}

}  // namespace weir

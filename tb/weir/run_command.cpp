// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir run: simulate a scenario, print what was found, write the run directory.

#include <csignal>
#include <exception>
#include <memory>
#include <unistd.h>

#include <fmt/core.h>
#include <systemc>

#include "tb/report/console_table.h"
#include "tb/report/progress_bar.h"
#include "tb/report/run_directory.h"
#include "tb/report/run_files.h"
#include "tb/report/run_log.h"
#include "tb/report/summary.h"
#include "tb/scenario/loader.h"
#include "tb/weir/commands.h"
#include "tb/weir/simulation.h"

namespace weir {

namespace {

volatile std::sig_atomic_t interrupt_requested = 0;

// The second time it ends the program at once, as if nobody had caught it.
extern "C" void request_interrupt(int number) {
  interrupt_requested = 1;
  std::signal(number, SIG_DFL);
}

struct RunOptions {
  std::string scenario;
  scenario::Overrides overrides;
  std::string out;
  std::string waves = "off";
  std::vector<std::string> captures;
};

report::RunDirectory directory_of(const RunOptions& options, const scenario::Scenario& scenario) {
  return options.out.empty() ? report::RunDirectory::create_numbered(scenario.name)
                             : report::RunDirectory::create(options.out);
}

void log_outcome(report::RunLog& log, const scenario::Scenario& scenario, const report::Results& results) {
  log.info(Time(0), "scenario " + scenario.name + " from " + scenario.file + ", seed " + std::to_string(scenario.seed));
  for (const std::string& warning : results.warnings) {
    log.warning(Time(0), warning);
  }
  const Time end(static_cast<std::int64_t>(results.simulated_seconds * kPicosecondsPerSecond + 0.5));
  for (const std::string& fault : results.faults) {
    log.error(end, fault);
  }
  if (results.deadlock) {
    std::string cycle;
    for (const std::string& queue : results.deadlock->cycle) {
      cycle += (cycle.empty() ? "" : " -> ") + queue;
    }
    log.warning(end, fmt::format("deadlock formed at {} s: {}", results.deadlock->formed_at_seconds, cycle));
  }
  for (const report::ExpectationResult& expectation : results.expectations) {
    expectation.held ? log.info(end, "held: " + expectation.text) : log.error(end, "NOT held: " + expectation.text);
  }
  log.info(end, results.partial ? "ended early" : "ended");
}

// What ends a run before its time is in run.log, too.
Outcome simulate_logged(const scenario::Scenario& scenario, const Observation& observation, report::RunLog& log) {
  try {
    return simulate(scenario, observation);
  } catch (const std::exception& error) {
    log.error(Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value())), error.what());
    log.close();
    throw;
  }
}

int run(const RunOptions& options) {
  const scenario::Scenario scenario = scenario::load_file(options.scenario, options.overrides);
  interrupt_requested = 0;
  std::signal(SIGINT, request_interrupt);
  std::signal(SIGTERM, request_interrupt);
  const report::RunDirectory directory = directory_of(options, scenario);
  report::RunLog log(directory);
  report::ProgressBar progress(scenario.duration);

  Observation observation;
  observation.directory = &directory;
  observation.captures = options.captures;
  observation.progress = [&](Time now) { progress.update(now); };
  observation.interrupted = [] { return interrupt_requested != 0; };
  if (options.waves != "off") {
    observation.waves = options.waves == "vcd" ? report::WaveFormat::kVcd : report::WaveFormat::kFst;
  }
  const Outcome outcome = simulate_logged(scenario, observation, log);
  progress.finish();

  write_run_files(directory, outcome.results, outcome.series, outcome.network);
  log_outcome(log, scenario, outcome.results);
  log.close();
  fmt::print("{}", report::console_table(outcome.results, report::may_use_colours(STDOUT_FILENO)));
  fmt::print("results: {}\n", directory.path().string());
  return report::all_held(outcome.results) ? kHeld : kNotHeld;
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a scenario and write its results");
  command->footer("Example: weir run scenarios/ring/pfc.toml --set switch.crossbar.strategy=output_queued --waves fst");
  command->add_option("SCENARIO", options->scenario, "Scenario file (TOML)")->required();
  command->add_option("--set", options->overrides.sets, "KEY=VALUE over a value of the file; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--out", options->out, "Directory for the results (default: out/NAME-N)");
  command->add_option("--seed", options->overrides.seed, "Seed of all random streams");
  command->add_option("--until", options->overrides.until,
                      "End of the run, e.g. 5ms (default: the scenario's duration)");
  command->add_option("--waves", options->waves, "Waveforms: fst, vcd or off")
      ->check(CLI::IsMember({"fst", "vcd", "off"}))
      ->capture_default_str();
  command->add_option("--pcap", options->captures, "Capture what enters and leaves a port, e.g. s1.p0; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace weir

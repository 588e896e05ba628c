// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir run: simulate a scenario, print what was found, write the run directory.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unistd.h>

#include <fmt/core.h>
#include <systemc>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/commands/commands.h"
#include "tb/commands/commit.h"
#include "tb/commands/print_coverage.h"
#include "tb/commands/provenance.h"
#include "tb/commands/rank_run.h"
#include "tb/commands/scenario_options.h"
#include "tb/commands/stop_signal.h"
#include "tb/commands/wave_options.h"
#include "tb/commands/write_outcome.h"
#include "tb/report/console_table.h"
#include "tb/report/human.h"
#include "tb/report/progress_bar.h"
#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/report/summary.h"
#include "tb/report/version.h"
#include "tb/run/capture.h"
#include "tb/run/large_pages.h"
#include "tb/run/resources.h"
#include "tb/run/simulation.h"
#include "tb/run/wave_run.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/loader.h"

namespace weir {

namespace {

struct RunOptions {
  std::string scenario;
  scenario::Overrides overrides;
  std::string out;
  WaveOptions waves;
  std::vector<std::string> captures;
  std::string links = "all";  // what captures have beside frames
  std::string record;         // BLOCK or BLOCK=INSTANCE
  RankOptions ranks;
  bool force = false;  // do not ask whether memory and disk suffice
  bool quiet = false;  // print only the verdict and where the results are
  bool json = false;   // print summary.json and nothing else
};

report::RunDirectory directory_of(const RunOptions& options, const scenario::Scenario& scenario) {
  return options.out.empty() ? report::RunDirectory::create_numbered(scenario.name)
                             : report::RunDirectory::create(options.out);
}

// An error that ends a run before its time is also written to run.log. But bad input leaves no directory behind, and if
// a file could not be written the log could not be written either.
Outcome simulate_logged(const scenario::Scenario& scenario, const Observation& observation, report::RunLog& log) {
  const Provenance provenance(*observation.directory, scenario.resolved);
  try {
    return simulate(scenario, observation);
  } catch (const std::invalid_argument&) {
    provenance.discard();
    throw;
  } catch (const scenario::BuildStopped&) {
    provenance.discard();
    throw;
  } catch (const report::OutputError&) {
    throw;
  } catch (const std::exception& error) {
    log.error(link::kernel_time(), error.what());
    log.close();
    throw;
  }
}

// A recording under way: recording.csv, and who writes it.
struct Recording {
  report::OutputFile file;
  cosim::Recorder recorder;

  Recording(const report::RunDirectory& directory, const std::string& block, const std::string& instance,
            const scenario::Scenario& scenario)
      : file(directory.file("recording.csv")),
        recorder(block, instance,
                 {{"scenario", scenario.name},
                  {"seed", std::to_string(scenario.seed)},
                  {"model_version", std::string(report::program_version())}},
                 [this](std::string_view text) { file.write(text); }) {}
};

// Block and instance of --record; both empty where nothing is to be recorded.
std::pair<std::string, std::string> record_of(const std::string& option) {
  const std::size_t equals = option.find('=');
  const std::string block = option.substr(0, equals);
  if (!option.empty()) {
    cosim::block_named(block, "--record", [](const cosim::Block& known) { return known.record != nullptr; });
  }
  return {block, equals == std::string::npos ? "" : option.substr(equals + 1)};
}

// Prints the coverage of the blocks that ran in lock-step, a summary each; a file for each block has all of it.
void print_lockstep(const std::vector<cosim::BlockCoverage>& blocks) {
  for (const cosim::BlockCoverage& block : blocks) {
    const std::string passed_over =
        block.cycles.passed_over == 0 ? ""
                                      : fmt::format(" ({} passed over)", report::human_count(block.cycles.passed_over));
    fmt::print("lock-step {}: {}, no difference in {}{}; met, all in {}:\n", block.block,
               report::counted(block.instances, "instance"), report::counted(block.cycles.clocked, "cycle"),
               passed_over, block.file);
    print_coverage(block.groups, false);
  }
}

// What happened, as `weir explain` tells it.
void print_story(const std::optional<report::Story>& story, const report::ConsoleStyle& style) {
  constexpr std::size_t kMostLines = 12;
  if (!story || story->sentences.empty()) {
    return;
  }
  fmt::print("\nstory:\n");
  for (const std::string& line : report::story_lines(*story, kMostLines)) {
    fmt::print("{}", report::console_line("  " + line, style));
  }
}

// Prints what the options want of the results, except the last line.
void print_results(const RunOptions& options, const report::RunDirectory& directory, const scenario::Scenario& scenario,
                   const Outcome& outcome) {
  const report::ConsoleStyle style = report::console_style(STDOUT_FILENO);
  if (options.json) {
    fmt::print("{}", report::read_file(directory.file("summary.json").string()));
  } else if (options.quiet) {
    fmt::print("{}", report::console_verdict(outcome.results, style));
  } else {
    if (const std::string note = scenario::word_note(scenario); !note.empty()) {
      fmt::print("note: {}\n", note);
    }
    fmt::print("{}", report::console_table(outcome.results, style));
    print_lockstep(outcome.lockstep);
    print_story(outcome.story, style);
  }
}

// Prints the last line to `to`, and returns the exit status.
int conclude(const report::RunDirectory& directory, const scenario::Scenario& scenario, const report::Results& results,
             std::FILE* to) {
  fmt::print(to, "results: {}", directory.path().string());
  if (!results.partial) {
    fmt::print(to, "\n");
    return report::all_held(results) ? kHeld : kNotHeld;
  }
  const bool refused = !results.partial_reason.empty();
  fmt::print(to, ", partial: {} at {} of {}\n", refused ? "ended" : how_stopped(),
             report::human_seconds(results.simulated_seconds), report::human_seconds(seconds(scenario.duration)));
  if (refused) {
    std::fflush(stdout);
    fmt::print(stderr, "weir: {}\n", results.partial_reason);
    return kBadInput;
  }
  return status_of_stop();
}

// Records the waveform around the story of a run; what is missing of the waveform joins what is unwritten.
void record_waves(WaveRun& wave_run, Outcome& outcome) {
  if (const std::string why = WaveRun::why_nothing(outcome); !why.empty()) {
    fmt::print(stderr, "no waveform: {}\n", why);
    return;
  }
  std::fflush(stdout);
  if (std::string fault = wave_run.record(outcome); !fault.empty()) {
    outcome.unwritten.push_back(std::move(fault));
  }
}

// Prints the outcome, and records the waveform of the second run where there is one; returns the exit status.
int present(const RunOptions& options, const report::RunDirectory& directory, const scenario::Scenario& scenario,
            Outcome& outcome, WaveRun* wave_run) {
  print_results(options, directory, scenario, outcome);
  if (wave_run != nullptr) {
    record_waves(*wave_run, outcome);
  }
  const int status = conclude(directory, scenario, outcome.results, options.json ? stderr : stdout);
  for (const std::string& fault : outcome.unwritten) {
    fmt::print(stderr, "weir: {}\n", fault);
  }
  if (outcome.unwritten.empty()) {
    return status;
  }
  return is_stopped() ? status_of_stop() : kBadInput;
}

// A rank that is not the one with the results.
int run_beside(const scenario::Scenario& scenario, const RankOfRun& rank, const Observation& observation) {
  rank.simulate([&] { return simulate(scenario, observation); });
  rank.costs(scenario);
  return kHeld;
}

void refuse_beside_ranks(const RunOptions& options, const Observation& observation) {
  const bool twice = observation.waves && observation.waves->by_second_run;
  const char* const other = twice ? "--waves-around" : !options.record.empty() ? "--record" : nullptr;
  if (options.ranks.given() && options.ranks.ranks != 1U && other != nullptr) {
    throw std::invalid_argument(fmt::format("--ranks: wanted no {}, which one rank makes", other));
  }
}

// With --ranks, outside of the ranks: starts them. Nullopt: this process is to simulate.
std::optional<int> start(const RunOptions& options, const scenario::Scenario& scenario) {
  if (!options.force) {
    require_resources(scenario, available(options.out.empty() ? "out" : options.out));
  }
  require_taps(scenario.topology, options.captures);
  return is_rank(options.ranks) ? std::nullopt : start_ranks(scenario, options.ranks);
}

int run(const RunOptions& options) {
  const auto [block, instance] = record_of(options.record);
  const scenario::Scenario scenario = load_judged(options.scenario, options.overrides);
  Observation observation;
  observation.waves = waves_wanted(options.waves, scenario);
  cosim::require_blocks(scenario::blocks_of(scenario));
  refuse_beside_ranks(options, observation);
  if (const std::optional<int> status = start(options, scenario)) {
    return *status;
  }
  const auto rank = is_rank(options.ranks) ? std::make_unique<RankOfRun>(scenario, options.ranks) : nullptr;
  observation.rank = rank ? &rank->rank() : nullptr;
  observation.captures = options.captures;
  observation.links =
      std::ranges::find(capture::kLinkCaptures, options.links, &Named<capture::LinkCapture>::name)->value;
  observation.story = true;
  if (rank && !rank->tells()) {
    return run_beside(scenario, *rank, observation);
  }
  const std::atomic<bool>& stop = catch_stop_signals();
  const report::RunDirectory directory = directory_of(options, scenario);
  report::RunLog log(directory);
  report::ProgressBar progress(scenario.duration);

  observation.directory = &directory;
  observation.commit = built_from();
  observation.progress = [&](Time now) { progress.update(now); };
  observation.stop = &stop;
  std::unique_ptr<Recording> recording;
  if (!block.empty()) {
    recording = std::make_unique<Recording>(directory, block, instance, scenario);
    observation.recorder = &recording->recorder;
  }
  const auto wave_run = observation.waves && observation.waves->by_second_run
                            ? std::make_unique<WaveRun>(scenario, observation)
                            : nullptr;
  Outcome outcome;
  try {
    const auto work = [&] { return simulate_logged(scenario, observation, log); };
    outcome = rank ? rank->simulate(work) : work();
  } catch (const scenario::BuildStopped&) {
    fmt::print("no results, partial: {} before the run began\n", how_stopped());
    return status_of_stop();
  }
  progress.finish();
  if (recording) {
    recording->file.commit();
  }

  if (rank) {
    give_back_freed_heap();  // a rank has less memory than the files of all take beside its network
    for (const std::string& line : rank->costs(scenario)) {
      log.info(Time(0), line);
    }
  }
  write_outcome(directory, log, scenario, outcome);
  return present(options, directory, scenario, outcome, wave_run.get());
}

bool takes_blocks(const RunOptions& options) {
  return !options.record.empty() ||
         std::ranges::any_of(scenario::blocks_of(scenario::load_file(options.scenario, options.overrides)),
                             &cosim::BlockChoice::takes_block);
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a scenario and write its results");
  command->footer("Example: weir run scenarios/ring/pfc.toml --set switch.crossbar.strategy=output_queued --waves fst");
  add_scenario_options(*command, options->scenario, options->overrides);
  command->add_option("--out", options->out, "Directory for the results (default: out/NAME-N)")
      ->check(CLI::Validator([](const std::string& text) { return text.empty() ? "wanted a directory" : ""; }, ""));
  command->add_option("--until", options->overrides.until,
                      "End of the run, e.g. 5ms (default: the scenario's duration)");
  add_wave_options(*command, options->waves);
  add_rank_options(*command, options->ranks);
  CLI::Option* const pcap =
      command
          ->add_option("--pcap", options->captures,
                       "Capture what enters and leaves ports, e.g. s1.p0 or 's1.*'; may be repeated")
          ->take_all()
          ->allow_extra_args(false);
  command
      ->add_option("--pcap-link", options->links,
                   "Ordered sets and preambles in captures: all, news (no ACKs without news) or off (frames alone)")
      ->check(CLI::IsMember({"all", "news", "off"}))
      ->capture_default_str()
      ->needs(pcap);
  command->add_option("--record", options->record,
                      "BLOCK or BLOCK=INSTANCE: write the inputs of the block, e.g. rate_limiter_stage=s1.p0.c0");
  command->add_flag("--force", options->force, "Run even where memory or disk may not suffice");
  CLI::Option* const quiet =
      command->add_flag("--quiet", options->quiet, "Print only the verdict and the directory of the results");
  command
      ->add_flag("--json", options->json,
                 "Print summary.json on standard output, and the directory of the results on standard error")
      ->excludes(quiet);
  command->callback([options, &action] {
    action = {[options] { return run(*options); }, [options] { return takes_blocks(*options); }};
  });
}

}  // namespace weir

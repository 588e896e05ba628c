// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir sweep: many runs after one plan.

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/commit.h"
#include "tb/commands/scenario_options.h"
#include "tb/commands/stop_signal.h"
#include "tb/commands/sweep_drive.h"
#include "tb/commands/sweep_run.h"
#include "tb/commands/sweep_slurm.h"
#include "tb/report/human.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/sweep/combinations.h"
#include "tb/sweep/drive.h"
#include "tb/sweep/report.h"
#include "tb/sweep/slurm/drive.h"
#include "tb/sweep/store.h"
#include "tb/sweep/warned.h"

namespace weir {

namespace {

struct SweepOptions {
  std::string plan;
  std::string out;
  std::string engine = "local";
  std::size_t processes = 0;  // 0: as many as there are cores
  bool dry_run = false;
  bool retry_failed = false;
  bool no_wait = false;
  bool verify = false;
  std::size_t runs_per_task = 0;
  std::vector<std::string> sbatch = {};
  std::size_t task = 0;
};

// A plan with its runs and where what is known of them is. Runs are checked before any is begun; who only looks at a
// sweep that has not changed since is spared that.
struct Sweep {
  sweep::Plan plan;
  std::vector<sweep::Job> jobs;
  std::filesystem::path folder;
  bool verify = false;

  explicit Sweep(const SweepOptions& options)
      : plan(sweep::load_plan(options.plan)),
        folder(options.out.empty() ? plan.folder : std::filesystem::path(options.out)),
        verify(options.verify) {}

  void check() { jobs = sweep::checked_jobs(plan, program_identity(), load_judged); }

  sweep::Store open() {
    sweep::Store store = sweep::Store::open(file(".sqlite"), verify);
    if (const std::int64_t unverified = store.unverified(); unverified > 0) {
      fmt::print(
          stderr,
          "weir: {}: {} runs have no checksum, because an earlier weir wrote them; the next weir sweep run makes "
          "their checksums\n",
          file(".sqlite").string(), unverified);
    }
    jobs = sweep::planned_jobs(plan);
    if (!store.identify(plan, jobs, program_identity())) {
      check();
    }
    return store;
  }

  std::filesystem::path file(const char* suffix) const { return folder / (plan.name + suffix); }
};

// The store, and what Slurm has done for it meanwhile.
struct Books {
  sweep::Store store;
  sweep::SlurmBatches batches;

  Books(const Sweep& sweep, sweep::Store kept) : store(std::move(kept)), batches(sweep.file(".slurm")) {
    store.ask_slurm([this](const std::string& task) { return batches.has(task); });
  }
  Books(const Books&) = delete;
  Books& operator=(const Books&) = delete;
};

// The counts, and each run that failed.
int print_status(const Sweep& sweep, Books& books) {
  sweep::Store& store = books.store;
  constexpr std::size_t kMostFailures = 20;
  const std::vector<const sweep::Job*> jobs = sweep::in_order(sweep.plan, sweep.jobs);
  std::vector<sweep::Known> known;
  std::ranges::transform(jobs, std::back_inserter(known),
                         [&](const sweep::Job* job) { return store.look(sweep.plan, *job); });
  const sweep::Counts counts = sweep::count(known);
  fmt::print("{}: {} runs: {} done, {} failed, {} in flight, {} missing\n", sweep.plan.name, counts.runs, counts.done,
             counts.failed, counts.running, counts.missing);
  fmt::print("all expectations held in {} of {} done; {} of wall clock a run\n", counts.held, counts.done,
             report::human_seconds(counts.mean_wall_seconds));
  if (const std::string slurm = books.batches.text(); !slurm.empty()) {
    fmt::print("{}\n", slurm);
  }
  for (const std::string& line : sweep::warned_lines(sweep::warned(known))) {
    fmt::print("{}\n", line);
  }
  std::size_t failures = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (known[i].state == sweep::State::kFailed && ++failures <= kMostFailures) {
      fmt::print("failed: {}: {}\n  {}\n", sweep::describe(sweep.plan, jobs[i]->combination), known[i].message,
                 sweep::command_of(*jobs[i]));
    }
  }
  return counts.held == counts.runs ? kHeld : kNotHeld;
}

// As `weir run` would be asked for each.
int list_runs(const Sweep& sweep) {
  for (const sweep::Job& job : sweep.jobs) {
    fmt::print("{}\t{}\t{}\n", job.combination.number, job.id.substr(0, sweep::kShownDigits), sweep::command_of(job));
  }
  return kHeld;
}

void drive(const Sweep& sweep, Books& books, const SweepOptions& options) {
  books.batches.refresh(books.store);
  drive_here(
      sweep.plan, sweep::in_order(sweep.plan, sweep.jobs), books.store,
      {.runs = sweep.file(".runs"), .processes = options.processes, .retry_failed = options.retry_failed, .beat = [&] {
         books.batches.refresh(books.store);
       }});
}

sweep::SlurmEnd drive_by_slurm(const Sweep& sweep, Books& books, const SweepOptions& options) {
  SweepProgress progress;
  const std::atomic<bool>& stop = catch_stop_signals();
  const sweep::SlurmEnd end =
      sweep::drive_by_slurm(sweep.plan, sweep::in_order(sweep.plan, sweep.jobs), books.store, books.batches,
                            {.submit = {.program = program_identity(),
                                        .runs = sweep.file(".runs"),
                                        .binary = own_binary(),
                                        .options = options_of_plugins(),
                                        .sbatch = options.sbatch,
                                        .runs_per_task = options.runs_per_task,
                                        .at_a_time = options.processes,
                                        .retry_failed = options.retry_failed},
                             .wait = !options.no_wait,
                             .stop = &stop,
                             .progress = [&](std::size_t ended, std::size_t failed, std::size_t of,
                                             const std::string& text) { progress.update(ended, failed, of, text); }});
  progress.finish();
  return end;
}

void check_engine_options(const SweepOptions& options) {
  const bool by_slurm = options.engine == "slurm";
  if (!by_slurm && (options.no_wait || options.runs_per_task != 0 || !options.sbatch.empty())) {
    throw std::invalid_argument("--no-wait, --runs-per-task and what follows -- are for --engine slurm");
  }
  if (!options.sbatch.empty() && !options.sbatch.front().starts_with('-')) {
    throw std::invalid_argument("wanted options of sbatch behind the plan and --; got " + options.sbatch.front());
  }
  if (by_slurm) {
    sweep::check_sbatch_options(options.sbatch);
    sweep::require_slurm();
  }
}

int do_sweep(const SweepOptions& options) {
  check_engine_options(options);
  Sweep sweep(options);
  sweep.check();
  if (options.dry_run) {
    return list_runs(sweep);
  }
  std::error_code error;
  std::filesystem::create_directories(sweep.folder.empty() ? "." : sweep.folder, error);
  Books books(sweep, sweep::Store::create(sweep.file(".sqlite"), options.verify));
  books.store.describe(sweep.plan, sweep.jobs, program_identity());
  remove_partial(sweep.file(".runs"));
  sweep::SlurmEnd end;
  if (options.engine == "slurm") {
    end = drive_by_slurm(sweep, books, options);
  } else {
    drive(sweep, books, options);
  }
  const int status = print_status(sweep, books);
  if (end.cancelled > 0) {
    fmt::print("{} runs were cancelled; asked again, they are submitted again\n", end.cancelled);
  }
  fmt::print("results: {}", sweep.file(".sqlite").string());
  if (!is_stopped()) {
    fmt::print("\n");
    return options.no_wait ? kHeld : status;
  }
  fmt::print(", partial: {}\n", how_stopped());
  return status_of_stop();
}

int sweep_status(const SweepOptions& options) {
  Sweep sweep(options);
  Books books(sweep, sweep.open());
  books.batches.refresh(books.store);
  return print_status(sweep, books);
}

// The page, CSV and JSON beside the store.
int sweep_report(const SweepOptions& options) {
  Sweep sweep(options);
  Books books(sweep, sweep.open());
  books.batches.refresh(books.store);
  const sweep::Gathered gathered = sweep::gather(sweep.plan, sweep.jobs, books.store);
  for (const auto& [suffix, text] :
       {std::pair(".csv", sweep::sweep_csv(gathered)), std::pair(".json", sweep::sweep_json(gathered)),
        std::pair(".html", sweep::sweep_page(gathered))}) {
    report::OutputFile file(sweep.file(suffix));
    file.write(text);
    file.commit();
    fmt::print("{}\n", sweep.file(suffix).string());
  }
  return kHeld;
}

CLI::App* add_subcommand(CLI::App& sweep, const char* name, const char* what,
                         const std::shared_ptr<SweepOptions>& options) {
  CLI::App* command = sweep.add_subcommand(name, what);
  command->footer(fmt::format("Example: weir sweep {} sweeps/ring_thresholds.toml", name));
  command->add_option("PLAN", options->plan, "Plan of the sweep (TOML)")->required();
  command->add_option("--out", options->out, "Directory of the results (default: beside the plan)");
  command->add_flag("--verify", options->verify, "Check the store's rows, also where it has more than 100,000 runs");
  return command;
}

}  // namespace

void add_sweep_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<SweepOptions>();
  CLI::App* command = app.add_subcommand("sweep", "Run a scenario many times, with the settings of a plan");
  command->footer("Example: weir sweep run sweeps/ring_thresholds.toml");
  command->require_subcommand(1);
  CLI::App* run = add_subcommand(*command, "run", "Check every run of a plan and do the missing runs", options);
  run->add_option("--engine", options->engine,
                  "Where runs are done: local, processes of this machine, or slurm, tasks of an array job")
      ->check(CLI::IsMember({"local", "slurm"}))
      ->capture_default_str();
  run->add_option("-j", options->processes,
                  "Runs at a time (default: one for each core); with slurm: tasks at a time (default: no limit)")
      ->check(CLI::Range(1, 4096));
  run->add_flag("--no-wait", options->no_wait, "With slurm: submit the missing runs, and end");
  run->add_option("--runs-per-task", options->runs_per_task,
                  "With slurm: runs of a task, one after another (default: enough to be worth the start of a task)")
      ->check(CLI::Range(1, 1'000'000));
  run->add_option("SBATCH_OPTION", options->sbatch, "With slurm: options of sbatch, behind --");
  run->add_flag("--retry-failed", options->retry_failed, "Do failed runs again");
  run->add_flag("--dry-run", options->dry_run, "Only list the runs, once all have been checked");
  run->callback([options, &action] { action.run = [options] { return do_sweep(*options); }; });
  CLI::App* status = add_subcommand(*command, "status",
                                    "Count the runs that are done, have failed, are in flight, are missing", options);
  status->callback([options, &action] { action.run = [options] { return sweep_status(*options); }; });
  CLI::App* task = command->add_subcommand("task", "Do the runs of one task; the script of --engine slurm calls this");
  task->add_option("BATCH", options->plan, "Folder of the array job")->required();
  task->add_option("TASK", options->task, "Number of the task")->required()->check(whole_number());
  task->callback(
      [options, &action] { action.run = [options] { return run_slurm_task(options->plan, options->task); }; });
  CLI::App* report = add_subcommand(*command, "report", "Write a page that opens offline, CSV and JSON", options);
  report->callback([options, &action] { action.run = [options] { return sweep_report(*options); }; });
}

}  // namespace weir

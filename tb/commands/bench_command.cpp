// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir bench: speed and memory of the model on the bench scenarios, as ratios to the kernel yardstick of the same
// minute, and the price of what a row has on. How a row is measured is in tb/bench.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <regex>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/bench/measured.h"
#include "tb/bench/row.h"
#include "tb/commands/commands.h"
#include "tb/commands/commit.h"
#include "tb/commands/installed.h"
#include "tb/commands/scenario_options.h"
#include "tb/ranks/plugin.h"
#include "tb/report/run_directory.h"
#include "tb/scenario/file_text.h"

namespace weir {

namespace {

struct BenchOptions {
  std::string row;
  unsigned runs = 3;
  std::string quantum = "both";
  std::string json;
  std::string compare;
  std::vector<std::string> beside;  // NAME=COMMAND
  double tolerance = 0.05;
};

std::filesystem::path bench_folder() { return scenario_folder() / "bench"; }

std::vector<bench::Row> all_rows() {
  std::vector<std::string> workloads;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(bench_folder(), none)) {
    if (entry.path().extension() == ".toml") {
      workloads.push_back(entry.path().stem().string());
    }
  }
  std::sort(workloads.begin(), workloads.end());
  return bench::rows_of(workloads);
}

// "ft4_perm": this row; "ft4_perm.*": what is measured on it; "ft4_perm*": both; "": all.
std::vector<bench::Row> rows(const std::string& asked) {
  const bool family = !asked.empty() && asked.back() == '*';
  std::vector<bench::Row> chosen = all_rows();
  std::erase_if(chosen, [&](const bench::Row& row) {
    return !asked.empty() && (family ? !row.name.starts_with(asked.substr(0, asked.size() - 1)) : row.name != asked);
  });
  if (chosen.empty()) {
    throw std::invalid_argument("bench: no row '" + asked + "'; wanted a workload of " +
                                bench_folder().generic_string() + ", WORKLOAD.WHAT, or the beginning of rows and *");
  }
  return chosen;
}

// Behind each workload, a row of each program beside it.
void add_programs(std::vector<bench::Row>& rows, const std::vector<std::string>& beside) {
  std::vector<bench::Row> all;
  for (const bench::Row& row : rows) {
    all.push_back(row);
    for (const std::string& one : beside) {
      if (const std::size_t name = one.find('='); !row.has_other_side()) {
        all.push_back({.name = row.workload + "." + one.substr(0, name),
                       .workload = row.workload,
                       .program = one.substr(name + 1)});
      }
    }
  }
  if (!beside.empty() && all.size() == rows.size()) {
    throw std::invalid_argument("--beside: wanted a row that is a workload alone, such as ft4_perm");
  }
  rows = std::move(all);
}

std::string why_no_program(const std::string& text) {
  static const std::regex wanted("[a-z][a-z0-9_]*=.+");
  return std::regex_match(text, wanted) ? "" : "'" + text + "': wanted NAME=COMMAND, NAME of a-z, 0-9 and _";
}

// Without libweir_mpi.so there are no rows of ranks, unless only these are asked for.
void leave_out_ranks(std::vector<bench::Row>& rows) {
  const auto on_ranks = [](const bench::Row& row) { return row.ranks > 1; };
  if (std::ranges::none_of(rows, on_ranks)) {
    return;
  }
  try {
    ranks::plugin();
  } catch (const std::invalid_argument& missing) {
    if (std::ranges::all_of(rows, on_ranks)) {
      throw;
    }
    fmt::print("note: without rows of ranks: {}\n", missing.what());
    std::erase_if(rows, on_ranks);
  }
}

scenario::Scenario load(const std::string& file, const std::vector<std::string>& settings) {
  scenario::Overrides overrides;
  overrides.sets = settings;
  return load_judged(file, overrides);
}

// A row with something on is measured with quantum on, unless asked otherwise.
bool wanted(const BenchOptions& options, const bench::Row& row, bool quantum) {
  return options.quantum == (quantum ? "on" : "off") ||
         (options.quantum == "both" && (quantum || !row.has_other_side()));
}

std::vector<bench::Measured> measure_all(const BenchOptions& options, const std::vector<bench::Row>& rows) {
  fmt::print("{}", bench::table_head());
  std::vector<bench::Measured> measured;
  for (const bench::Row& row : rows) {
    const std::string file = (bench_folder() / (row.workload + ".toml")).generic_string();
    for (const bool quantum : {true, false}) {
      if (wanted(options, row, quantum)) {
        measured.push_back(bench::measure(row, file, quantum, options.runs, load));
        fmt::print("{}", bench::table_row(measured.back()));
        static_cast<void>(std::fflush(stdout));
      }
    }
  }
  return measured;
}

int run_bench(const BenchOptions& options) {
  std::vector<bench::Row> chosen = rows(options.row);
  leave_out_ranks(chosen);
  add_programs(chosen, options.beside);
  const std::vector<bench::Measured> before =
      options.compare.empty()
          ? std::vector<bench::Measured>()
          : bench::from_json(scenario::read_text_file(options.compare, "a file of weir bench --json"), options.compare);
  std::unique_ptr<report::OutputFile> file;  // made first, so that a path of no use costs no measurement
  if (!options.json.empty()) {
    file = std::make_unique<report::OutputFile>(options.json);
  }
  const std::vector<bench::Measured> measured = measure_all(options, chosen);
  if (file) {
    file->write(bench::json_of(measured, program_identity()));
    file->commit();
  }
  if (options.compare.empty()) {
    return kHeld;
  }
  const std::vector<bench::Change> changes = bench::changes(before, measured);
  if (changes.empty()) {
    throw std::invalid_argument("--compare: " + options.compare + " has none of the measured rows");
  }
  fmt::print("\n{}", bench::text_of(changes, options.tolerance));
  return std::any_of(changes.begin(), changes.end(),
                     [&](const bench::Change& one) { return one.slower(options.tolerance); })
             ? kNotHeld
             : kHeld;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Speed on the bench scenarios, beside the kernel yardstick");
  command->footer("Example: weir bench ft4_perm");
  command->add_option("ROW", options->row,
                      "A workload of scenarios/bench, WORKLOAD.WHAT, or the beginning of rows and * (default: all)");
  command->add_option("--runs", options->runs, "Rounds of each row; medians are shown")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  command->add_option("--quantum", options->quantum, "on, off or both; both: off for workloads alone")
      ->check(CLI::IsMember({"on", "off", "both"}))
      ->capture_default_str();
  command->add_option("--json", options->json, "Write the figures of each round to this file");
  command->add_option("--compare", options->compare,
                      "A file of --json: print how the speed has changed; exit status 1 where a row is slower by more "
                      "than --tolerance, beyond its 95 % interval");
  command->add_option("--tolerance", options->tolerance, "--compare: part of the earlier speed")
      ->check(number_between(0, 1))
      ->capture_default_str();
  command
      ->add_option("--beside", options->beside,
                   "NAME=COMMAND: run another simulator's shell command in turn with each workload; its last line is "
                   "'hops N'; repeatable")
      ->check(why_no_program);
  command->callback([options, &action] { action.run = [options] { return run_bench(*options); }; });
}

}  // namespace weir

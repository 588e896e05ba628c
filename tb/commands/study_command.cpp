// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir study: a plan of runs, and the page that is made of them.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/commands/commands.h"
#include "tb/commands/commit.h"
#include "tb/commands/scenario_options.h"
#include "tb/commands/stop_signal.h"
#include "tb/commands/sweep_drive.h"
#include "tb/commands/sweep_run.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/study/claims.h"
#include "tb/study/curve.h"
#include "tb/study/page.h"
#include "tb/study/study.h"
#include "tb/sweep/drive.h"
#include "tb/sweep/report.h"
#include "tb/sweep/store.h"
#include "tb/sweep/warned.h"

namespace weir {

namespace {

struct StudyOptions {
  std::string plan;
  std::string store;
  std::vector<std::string> sets = {};
  std::size_t processes = 0;
  bool tenth = false;
  bool retry_failed = false;
  bool write = false;
  bool check = false;
  bool json = false;
};

// As program_identity(), for a line of a page: eight digits of the commit.
std::string short_program() {
  constexpr std::size_t kDigits = 8;
  const std::string commit(program_commit());
  return fmt::format("weir {}, commit {}{}{}", report::program_version(), commit.substr(0, kDigits),
                     commit.find('+') == std::string::npos ? "" : " and changes", plugin::loaded_text());
}

// A study with its runs, and what the store has of them.
struct Work {
  study::Study study;
  std::vector<sweep::Job> jobs;
  std::vector<bool> drawn;  // by job
  std::filesystem::path file;

  explicit Work(const StudyOptions& options)
      : study(study::load_study(options.plan, options.sets)),
        jobs(sweep::checked_jobs(study.plan, program_identity(), load_judged)),
        drawn(options.tenth ? study::draw_tenth(study, jobs) : std::vector<bool>(jobs.size(), true)),
        file(options.store.empty() ? study.plan.folder / (study.plan.name + ".sqlite")
                                   : std::filesystem::path(options.store)) {}

  std::vector<sweep::Job> drawn_jobs() const {
    std::vector<sweep::Job> some;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (drawn[i]) {
        some.push_back(jobs[i]);
      }
    }
    return some;
  }

  // Throws BadOutputDirectory where a run is not done.
  study::Runs runs(sweep::Store& store) const {
    study::Runs runs{study, jobs, {}};
    std::size_t missing = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      runs.rows.emplace_back();
      if (!drawn[i]) {
        continue;
      }
      const sweep::Known known = store.look(study.plan, jobs[i]);
      if (known.state == sweep::State::kFailed) {
        throw report::BadOutputDirectory(fmt::format("{}: run {} has failed: {}; weir study run --retry-failed",
                                                     file.string(), jobs[i].combination.number, known.message));
      }
      missing += known.state == sweep::State::kDone ? 0 : 1;
      runs.rows.back() = study::rows_of(store.results(jobs[i]), known.warnings.value_or(std::vector<std::string>()));
    }
    if (missing > 0) {
      throw report::BadOutputDirectory(fmt::format("{}: {} of {} runs are not done; weir study run does them",
                                                   file.string(), missing,
                                                   std::count(drawn.begin(), drawn.end(), true)));
    }
    study::require_series(runs);
    return runs;
  }
};

// One line a claim that does not hold, and each cell where it does not; the exit status.
int print_claims(const study::Runs& runs) {
  int status = kHeld;
  std::size_t cells = 0;
  std::size_t claims = 0;
  std::size_t held = 0;
  const std::vector<study::Judged> all = study::judge(runs);
  for (const study::Judged& judged : all) {
    cells += judged.cells;
    claims += judged.cells > 0 ? 1 : 0;
    held += judged.cells > 0 && judged.broken.empty() ? 1 : 0;
    for (const std::string& line : judged.broken) {
      status = kNotHeld;
      fmt::print("does not hold: {}: {}\n", judged.claim->says, line);
    }
  }
  fmt::print("{} of {} claims hold, judged in {} cells\n", held, claims, cells);
  return status;
}

void write_file(const std::string& file, const std::string& text) {
  report::OutputFile out(file);
  out.write(text);
  out.commit();
  fmt::print("{}\n", file);
}

// Curves beside the store.
void draw(const study::Runs& runs, const std::filesystem::path& store) {
  for (const study::CurveFile& curve : study::curve_files(runs)) {
    write_file((store.parent_path() / std::filesystem::path(curve.file).filename()).string(), curve.svg);
  }
}

int run_study(const StudyOptions& options) {
  const Work work(options);
  std::error_code error;
  std::filesystem::create_directories(work.file.parent_path().empty() ? "." : work.file.parent_path(), error);
  sweep::Store store = sweep::Store::create(work.file);
  store.describe(work.study.plan, work.jobs, program_identity());
  std::filesystem::path runs = work.file;
  runs.replace_extension(".runs");
  remove_partial(runs);
  const std::vector<sweep::Job> drawn = work.drawn_jobs();
  drive_here(work.study.plan, sweep::in_order(work.study.plan, drawn), store,
             {.runs = runs, .processes = options.processes, .retry_failed = options.retry_failed});
  std::vector<sweep::Known> known;
  for (const sweep::Job* job : sweep::in_order(work.study.plan, drawn)) {
    known.push_back(store.look(work.study.plan, *job));
  }
  for (const std::string& line : sweep::warned_lines(sweep::warned(known))) {
    fmt::print("{}\n", line);
  }
  fmt::print("results: {}{}{}\n", work.file.string(), is_stopped() ? ", partial: " : "",
             is_stopped() ? how_stopped() : std::string_view());
  if (is_stopped()) {
    return status_of_stop();
  }
  const study::Runs done = work.runs(store);
  draw(done, work.file);
  return print_claims(done);
}

int judge_study(const StudyOptions& options) {
  const Work work(options);
  sweep::Store store = sweep::Store::open(work.file);
  return print_claims(work.runs(store));
}

// Tables and claims as they are printed, and all runs as in the JSON of a sweep.
nlohmann::ordered_json json_of(const Work& work, const study::Runs& runs, const std::vector<study::Marked>& tables,
                               sweep::Store& store) {
  using Json = nlohmann::ordered_json;
  Json json = {{"schema", "weir-study-1"}, {"tables", Json::array()}, {"claims", Json::array()}};
  for (const study::Marked& table : tables) {
    const auto columns = table.grid.header.begin() + static_cast<std::ptrdiff_t>(table.grid.corners);
    Json rows = Json::array();
    for (const study::Grid::Row& row : table.grid.rows) {
      Json cells = Json::array();
      for (const std::optional<std::string>& cell : row.cells) {
        cells.push_back(cell ? Json(*cell) : Json(nullptr));
      }
      rows.push_back({{"labels", row.full_labels}, {"cells", cells}});
    }
    json["tables"].push_back({{"name", table.mark},
                              {"index", std::vector(table.grid.header.begin(), columns)},
                              {"columns", std::vector(columns, table.grid.header.end())},
                              {"rows", rows}});
  }
  for (const study::Judged& judged : study::judge(runs)) {
    json["claims"].push_back({{"says", judged.claim->says},
                              {"cells", judged.cells},
                              {"held", judged.broken.empty()},
                              {"broken", judged.broken}});
  }
  json["runs"] = Json::parse(sweep::sweep_json(sweep::gather(work.study.plan, work.jobs, store)));
  return json;
}

void check_page_options(const StudyOptions& options, const study::Study& study) {
  const bool of_file = options.write || options.check;
  if (options.write && options.check) {
    throw std::invalid_argument("wanted --write or --check; got both");
  }
  if (options.write && options.tenth) {
    throw std::invalid_argument("--tenth goes with --check, not with --write");
  }
  if (of_file && options.json) {
    throw std::invalid_argument("--json goes with neither --write nor --check");
  }
  if (of_file && !options.sets.empty()) {
    throw std::invalid_argument(
        "the page of the plan is of the plan's own settings; without --write and --check the "
        "tables with --set are printed");
  }
  if (of_file && study.page.file.empty()) {
    scenario::fail(study.plan.document, study.plan.document.root.find("page")->place, "page.file",
                   "is missing; wanted the page that has the tables");
  }
}

// Tables on standard output, as Markdown or JSON, or in the page.
int page_of_study(const StudyOptions& options) {
  const Work work(options);
  check_page_options(options, work.study);
  sweep::Store store = sweep::Store::open(work.file);
  const study::Runs runs = work.runs(store);
  std::vector<study::Marked> tables;
  for (const study::Table& table : work.study.page.tables) {
    tables.push_back({table.mark, study::grid_of(runs, table)});
  }
  const std::string& file = work.study.page.file;
  if (options.json) {
    fmt::print(
        "{}\n",
        json_of(work, runs, tables, store).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return kHeld;
  }
  if (!options.write && !options.check) {
    for (const study::Marked& one : tables) {
      fmt::print("{}{}:\n\n{}", &one == tables.data() ? "" : "\n", one.mark, study::markdown_of(one.grid));
    }
    return kHeld;
  }
  const std::string page = report::read_file(file);
  const std::vector<study::CurveFile> curves = study::curve_files(runs);
  if (options.write) {
    const std::string plan = work.study.plan.name + ".toml";
    const std::string made = study::with_foot_line(study::with_tables(page, file, tables), plan,
                                                   study::foot_line(plan, work.jobs, short_program()));
    for (const study::CurveFile& curve : curves) {
      write_file(curve.file, curve.svg);
    }
    write_file(file, made);
    return kHeld;
  }
  std::vector<std::string> wrong = study::differences(page, file, tables);
  std::ranges::move(study::stale_curves(curves), std::back_inserter(wrong));
  for (const std::string& line : wrong) {
    fmt::print("{}\n", line);
  }
  return wrong.empty() ? kHeld : kNotHeld;
}

CLI::App* add_subcommand(CLI::App& study, const char* name, const char* what,
                         const std::shared_ptr<StudyOptions>& options) {
  CLI::App* command = study.add_subcommand(name, what);
  command->footer(fmt::format("Example: weir study {} sweeps/tcd_fairness.toml", name));
  command->add_option("PLAN", options->plan, "Plan of the study (TOML)")->required();
  command
      ->add_option("--set", options->sets, "KEY=VALUE over each scenario of the plan, before its axes; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--store", options->store, "The store of the runs (default: beside the plan, PLAN.sqlite)");
  command->add_flag("--tenth", options->tenth, "Only a drawn tenth of the cells, the same each time");
  return command;
}

}  // namespace

void add_study_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<StudyOptions>();
  CLI::App* command = app.add_subcommand("study", "Make a page of many runs: tables, curves, claims");
  command->footer("Example: weir study run sweeps/tcd_fairness.toml");
  command->require_subcommand(1);
  CLI::App* run =
      add_subcommand(*command, "run", "Do the missing runs, draw the curves, and judge the claims", options);
  run->add_option("-j,--jobs", options->processes, "Runs at a time (default: as many as there are cores)")
      ->check(CLI::Range(1, 4096));
  run->add_flag("--retry-failed", options->retry_failed, "Do failed runs again");
  run->callback([options, &action] { action.run = [options] { return run_study(*options); }; });
  CLI::App* claims = add_subcommand(*command, "claims", "Judge the claims of runs that are done", options);
  claims->callback([options, &action] { action.run = [options] { return judge_study(*options); }; });
  CLI::App* page = add_subcommand(*command, "page", "Print the tables, or put them into the plan's page", options);
  page->add_flag("--write", options->write, "Put the tables into the page, and draw its curves");
  page->add_flag("--check", options->check, "Compare the page's tables and curves; exit status 1 where they differ");
  page->add_flag("--json", options->json, "Print tables, claims and runs as JSON");
  page->callback([options, &action] { action.run = [options] { return page_of_study(*options); }; });
}

}  // namespace weir

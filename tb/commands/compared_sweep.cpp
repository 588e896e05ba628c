// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>

#include "tb/commands/compared.h"
#include "tb/report/run_directory.h"
#include "tb/scenario/expectation.h"
#include "tb/sweep/report.h"
#include "tb/sweep/sqlite.h"
#include "tb/text/sha256.h"

namespace weir {
namespace {

using sweep::Database;
using sweep::Statement;

std::string about(Database& store, const std::string& key) {
  Statement row = store.prepare("SELECT value FROM about WHERE key = ?");
  row.bind(key);
  return row.step() ? row.text(0) : "";
}

Listed<std::string> settings_of(Database& store) {
  Listed<std::string> settings;
  const scenario::Document document = scenario::parse_document("plan = " + about(store, "plan"), "plan");
  add_settings(*document.root.find("plan"), "", settings);
  return settings;
}

// "flow_control.pfc.xoff=800KB, scenario.seed=1", in the order of the axes.
std::string name_of(Database& store, std::int64_t point) {
  Statement row = store.prepare(
      "SELECT axis.key, axis_value.text FROM axis JOIN axis_value ON axis_value.axis = axis.key WHERE point = ? ORDER "
      "BY axis.position");
  row.bind(point);
  std::string name;
  while (row.step()) {
    name += (name.empty() ? "" : ", ") + row.text(0) + "=" + row.text(1);
  }
  return name;
}

void add_results(Database& store, const std::string& run, const std::string& point, Listed<MeasuredResult>& results) {
  Statement result = store.prepare("SELECT quantity, value FROM result WHERE run = ? ORDER BY quantity");
  result.bind(run);
  while (result.step()) {
    const scenario::QuantitySpec* spec = sweep::quantity_of(result.text(0));
    results.add(
        point + ": " + result.text(0),
        {.measure = spec == nullptr ? report::Measure::kCount : spec->measure, .value = result.real(1), .run = point});
  }
  Statement expectation = store.prepare("SELECT text, held FROM expectation WHERE run = ? ORDER BY number");
  expectation.bind(run);
  while (expectation.step()) {
    results.add(point + ": held: " + expectation.text(0),
                {.measure = report::Measure::kBoolean, .value = expectation.real(1), .run = point});
  }
}

}  // namespace

Compared compared_sweep(const std::filesystem::path& path) {
  const std::filesystem::path file = std::filesystem::path(path).replace_extension(".sqlite");
  if (!std::filesystem::exists(file)) {
    throw report::BadOutputDirectory(file.string() +
                                     ": there is no such store; wanted a sweep that weir sweep run has "
                                     "begun, or the directory of a run");
  }
  Database store(file, true);
  if (about(store, "plan").empty()) {
    throw report::BadOutputDirectory(file.string() + ": does not name its plan; weir sweep run writes it");
  }
  Compared sweep;
  sweep.settings = settings_of(store);
  std::string scenarios;
  Statement point = store.prepare(
      "SELECT number, run, resolved_sha256, program, state FROM point LEFT JOIN run ON run.id = run ORDER BY number");
  while (point.step()) {
    const std::string name = name_of(store, point.integer(0));
    const std::string state = point.text(4);
    scenarios += name + " " + point.text(2) + "\n";
    if (!point.text(3).empty() && sweep.origin.program.find(point.text(3)) == std::string::npos) {
      sweep.origin.program += (sweep.origin.program.empty() ? "" : "; ") + point.text(3);
    }
    const std::size_t before = sweep.results.keys.size();
    sweep.results.add(name + ": done",
                      {.measure = report::Measure::kBoolean, .value = state == "done" ? 1 : 0, .run = name});
    add_results(store, point.text(1), name, sweep.results);
    sweep.runs.add(name, sweep.results.keys.size() - before);
  }
  sweep.settings.add("SHA-256 of all resolved scenarios", text::sha256_of(scenarios));
  sweep.origin.path = path;
  sweep.origin.name = "sweep " + path.stem().string();
  return sweep;
}

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/checksums.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/report/run_directory.h"
#include "tb/sweep/combinations.h"
#include "tb/text/sha256.h"

namespace weir::sweep {
namespace {

// Its order is part of the checksum. Without `checksum` itself.
constexpr std::string_view kRun =
    "SELECT id, state, resolved_sha256, program, command, wanted, held, message, log, simulated_seconds, wall_seconds, "
    "cpu_seconds, memory_bytes, directory, host, process FROM run";
constexpr std::string_view kResult = "SELECT run, quantity, value FROM result";
constexpr std::string_view kExpectation = "SELECT run, number, text, held, value FROM expectation";
// Only of runs that have them: the checksums of earlier versions, which stored none, stay.
constexpr std::string_view kWarnings = "SELECT id, warnings FROM run WHERE warnings IS NOT NULL";
constexpr std::string_view kKey = "plan_checksum";

// What describes the plan: with the text of tables and views, without programs at work and this checksum itself.
constexpr std::array<std::string_view, 6> kPlan = {
    "SELECT type, name, sql FROM sqlite_schema WHERE name <> 'run' ORDER BY name",
    "SELECT key, value FROM about WHERE key <> 'plan_checksum' ORDER BY key",
    "SELECT position, key, unit, seeds FROM axis ORDER BY position",
    "SELECT number, run FROM point ORDER BY number",
    "SELECT point, axis, text, number FROM axis_value ORDER BY point, axis",
    "SELECT path, sha256 FROM file ORDER BY path"};

std::string with(std::string_view query, std::string_view rest) { return std::string(query).append(rest); }

// The rows of `run` in a statement that is ordered by runs and stands at the first that is not yet taken.
class RowsOfRuns {
 public:
  RowsOfRuns(Database& database, const std::string& query)
      : statement_(database.prepare(query)), more_(statement_.step()) {}

  std::string take(const std::string& run) {
    std::string rows;
    while (more_ && statement_.text(0) <= run) {
      rows += statement_.text(0) == run ? statement_.row() : "";
      more_ = statement_.step();
    }
    return rows;
  }

 private:
  Statement statement_;
  bool more_;
};

}  // namespace

Checksums::Checksums(Database& database) : database_(database) {}

bool Checksums::has_column() { return database_.has_column("run", "checksum"); }

void Checksums::damaged(const std::string& what) const {
  throw report::BadOutputDirectory(database_.path().string() + ": is damaged: " + in_plain_ascii(what) +
                                   kDamagedAdvice);
}

std::string Checksums::of_plan() {
  std::string rows;
  for (const std::string_view query : kPlan) {
    Statement statement = database_.prepare(std::string(query));
    while (statement.step()) {
      rows += statement.row();
    }
    rows += '\n';
  }
  return text::sha256_of(rows);
}

void Checksums::verify(bool always) {
  Transaction no_writer_between(database_);
  {
    Statement number = database_.prepare("SELECT count(*) FROM run");
    if (!always && number.step() && number.integer(0) > kMostAtOpening) {
      return;
    }
  }
  Statement check = database_.prepare("PRAGMA quick_check(1)");
  if (check.step() && check.text(0) != "ok") {
    damaged(check.text(0));
  }
  if (!has_column()) {
    return;
  }
  Statement plan = database_.prepare(with("SELECT value FROM about WHERE key = '", kKey).append("'"));
  if (plan.step() && plan.text(0) != of_plan()) {
    damaged("what it says of the plan is not what was written");
  }
  Statement sums = database_.prepare("SELECT checksum FROM run ORDER BY id");
  Statement runs = database_.prepare(with(kRun, " ORDER BY id"));
  RowsOfRuns results(database_, with(kResult, " ORDER BY run, quantity"));
  RowsOfRuns expectations(database_, with(kExpectation, " ORDER BY run, number"));
  RowsOfRuns warnings(database_, with(kWarnings, " ORDER BY id"));
  while (runs.step() && sums.step()) {
    const std::string id = runs.text(0);
    const std::string rows = runs.row() + results.take(id) + expectations.take(id) + warnings.take(id);
    if (const std::string sum = sums.text(0); !sum.empty() && sum != text::sha256_of(rows)) {
      damaged("the rows of run " + id.substr(0, kShownDigits) + " are not what was written");
    }
  }
}

std::int64_t Checksums::unverified() {
  Statement number =
      database_.prepare(has_column() ? "SELECT count(*) FROM run WHERE checksum IS NULL" : "SELECT count(*) FROM run");
  return number.step() ? number.integer(0) : 0;
}

void Checksums::seal_run(const std::string& run) {
  std::string rows;
  for (const auto& [query, rest] :
       {std::pair(kRun, " WHERE id = ?"), std::pair(kResult, " WHERE run = ? ORDER BY quantity"),
        std::pair(kExpectation, " WHERE run = ? ORDER BY number"), std::pair(kWarnings, " AND id = ?")}) {
    Statement statement = database_.prepare(with(query, rest));
    statement.bind(run);
    while (statement.step()) {
      rows += statement.row();
    }
  }
  database_.prepare("UPDATE run SET checksum = ? WHERE id = ?").bind(text::sha256_of(rows)).bind(run).run();
}

void Checksums::seal_plan() {
  if (!has_column()) {
    database_.run("ALTER TABLE run ADD COLUMN checksum TEXT");
  }
  std::vector<std::string> unsealed;
  for (Statement run = database_.prepare("SELECT id FROM run WHERE checksum IS NULL"); run.step();) {
    unsealed.push_back(run.text(0));
  }
  for (const std::string& run : unsealed) {
    seal_run(run);
  }
  database_.prepare("INSERT OR REPLACE INTO about VALUES (?, ?)").bind(kKey).bind(of_plan()).run();
}

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/store.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "tb/report/run_directory.h"
#include "tb/scenario/toml_text.h"
#include "tb/text/sha256.h"

namespace weir::sweep {
namespace {

constexpr std::string_view kSchema = "weir-sweep-1";

constexpr std::array kTables = {
    "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS axis (position INTEGER PRIMARY KEY, key TEXT, unit TEXT, seeds INTEGER)",
    "CREATE TABLE IF NOT EXISTS point (number INTEGER PRIMARY KEY, run TEXT)",
    "CREATE TABLE IF NOT EXISTS axis_value (point INTEGER, axis TEXT, text TEXT, number REAL, PRIMARY KEY (point, "
    "axis)) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS run (id TEXT PRIMARY KEY, state TEXT, resolved_sha256 TEXT, program TEXT, command "
    "TEXT, "
    "wanted TEXT, held INTEGER, message TEXT, log TEXT, simulated_seconds REAL, wall_seconds REAL, cpu_seconds REAL, "
    "memory_bytes REAL, directory TEXT, host TEXT, process TEXT, checksum TEXT, warnings TEXT)",
    "CREATE TABLE IF NOT EXISTS file (path TEXT PRIMARY KEY, sha256 TEXT) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS result (run TEXT, quantity TEXT, value REAL, PRIMARY KEY (run, quantity)) WITHOUT "
    "ROWID",
    "CREATE TABLE IF NOT EXISTS expectation (run TEXT, number INTEGER, text TEXT, held INTEGER, value REAL, PRIMARY "
    "KEY "
    "(run, number)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS sweep (host TEXT, process TEXT, heartbeat INTEGER, PRIMARY KEY (host, process)) "
    "WITHOUT "
    "ROWID"};

std::string quoted(const std::string& name, char quote) {
  std::string made(1, quote);
  for (const char c : name) {
    made += c == quote ? std::string(2, c) : std::string(1, c);
  }
  return made + quote;
}

// A row a run and quantity, the axes as columns: what people load into tables.
std::string view_of(const Plan& plan) {
  std::string columns;
  std::string joins;
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const std::string name = "a" + std::to_string(i);
    columns += "coalesce(" + name + ".number, " + name + ".text) AS " + quoted(plan.axes[i].key, '"') + ", ";
    joins += " JOIN axis_value " + name + " ON " + name + ".point = point.number AND " + name +
             ".axis = " + quoted(plan.axes[i].key, '\'');
  }
  return "CREATE VIEW measured AS SELECT point.number AS point, " + columns +
         "run.state, run.held, result.quantity, result.value FROM point" + joins +
         " JOIN run ON run.id = point.run LEFT JOIN result ON result.run = run.id";
}

std::string wanted_text(const Plan& plan) {
  std::string text;
  for (const Wanted& wanted : plan.results) {
    text += wanted.text + "\n";
  }
  return text;
}

// Empty where it cannot be read.
std::string digest_of(const std::string& file) {
  try {
    return text::sha256_of_file(file);
  } catch (const std::runtime_error&) {
    return "";
  }
}

// Warnings are lines.
std::string joined(const std::vector<std::string>& lines) { return fmt::to_string(fmt::join(lines, "\n")); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    lines.push_back(line);
  }
  return lines;
}

bool has_all(const std::string& measured, const Plan& plan) {
  std::unordered_set<std::string_view> lines;
  for (std::size_t begin = 0; begin < measured.size();) {
    const std::size_t end = std::min(measured.find('\n', begin), measured.size());
    lines.insert(std::string_view(measured).substr(begin, end - begin));
    begin = end + 1;
  }
  return std::ranges::all_of(plan.results, [&](const Wanted& wanted) { return lines.contains(wanted.text); });
}

}  // namespace

Store::Store(const std::filesystem::path& path, bool must_exist, bool verify)
    : database_(path, must_exist), owner_(this_process()) {
  database_.use_write_ahead_log();
  database_.run("PRAGMA synchronous = NORMAL");
  Transaction transaction(database_);
  for (const char* table : kTables) {
    database_.run(table);
  }
  if (!database_.has_column("run", "warnings")) {
    database_.run("ALTER TABLE run ADD COLUMN warnings TEXT");  // to a store of 0.2.0
  }
  Statement known = database_.prepare("SELECT value FROM about WHERE key = 'schema'");
  if (known.step() && known.text(0) != kSchema) {
    throw report::BadOutputDirectory(path.string() + ": is a store of schema " + known.text(0) + "; wanted " +
                                     std::string(kSchema));
  }
  database_.prepare("INSERT OR REPLACE INTO about VALUES ('schema', ?)").bind(kSchema).run();
  transaction.commit();
  Checksums(database_).verify(verify);
}

void Store::describe(const Plan& plan, const std::vector<Job>& jobs, const std::string& program) {
  std::set<std::string> files;
  for (const Job& job : jobs) {
    files.insert(job.files.begin(), job.files.end());
  }
  Transaction transaction(database_);
  for (const char* table : {"axis", "point", "axis_value", "file"}) {
    database_.run(std::string("DELETE FROM ") + table);
  }
  database_.prepare("INSERT OR REPLACE INTO about VALUES ('plan', ?)")
      .bind(scenario::toml_text(plan.document.root))
      .run();
  database_.prepare("INSERT OR REPLACE INTO about VALUES ('fingerprint', ?)")
      .bind(fingerprint_of(plan, jobs, program))
      .run();
  for (const std::string& file : files) {
    database_.prepare("INSERT INTO file VALUES (?, ?)").bind(file).bind(digest_of(file)).run();
  }
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const Axis& axis = plan.axes[i];
    database_.prepare("INSERT INTO axis VALUES (?, ?, ?, ?)")
        .bind(static_cast<std::int64_t>(i))
        .bind(axis.key)
        .bind(axis.values.front().unit)
        .bind(std::int64_t{axis.seeds})
        .run();
  }
  for (const Job& job : jobs) {
    const auto number = static_cast<std::int64_t>(job.combination.number);
    database_.prepare("INSERT INTO point VALUES (?, ?)").bind(number).bind(job.id).run();
    for (std::size_t i = 0; i < plan.axes.size(); ++i) {
      const AxisValue& value = plan.axes[i].values[job.combination.values[i]];
      database_.prepare("INSERT INTO axis_value VALUES (?, ?, ?, ?)")
          .bind(number)
          .bind(plan.axes[i].key)
          .bind(value.text)
          .bind(value.number)
          .run();
    }
  }
  database_.run("DROP VIEW IF EXISTS measured");
  database_.run(view_of(plan));
  Checksums(database_).seal_plan();
  transaction.commit();
}

bool Store::identify(const Plan& plan, std::vector<Job>& jobs, const std::string& program) {
  Statement known = database_.prepare("SELECT value FROM about WHERE key = 'fingerprint'");
  if (!known.step() || known.text(0) != fingerprint_of(plan, jobs, program)) {
    return false;
  }
  Statement file = database_.prepare("SELECT path, sha256 FROM file");
  while (file.step()) {
    if (file.text(1).empty() || file.text(1) != digest_of(file.text(0))) {
      return false;
    }
  }
  Statement point = database_.prepare("SELECT number, run FROM point ORDER BY number");
  for (Job& job : jobs) {
    if (!point.step() || point.integer(0) != static_cast<std::int64_t>(job.combination.number)) {
      return false;
    }
    job.id = point.text(1);
  }
  return true;
}

bool Store::is_in_hand(const std::string& host, const std::string& process) {
  if (host == kSlurmHost) {
    return !slurm_has_ || slurm_has_(process);
  }
  if (host == owner_.host) {
    return is_alive_here(process);
  }
  Statement statement = database_.prepare("SELECT heartbeat FROM sweep WHERE host = ? AND process = ?");
  statement.bind(host).bind(process);
  return statement.step() && statement.integer(0) + kSilenceSeconds > std::time(nullptr);
}

Known Store::look(const Plan& plan, const Job& job) {
  Statement row = database_.prepare(
      "SELECT state, wanted, held, wall_seconds, message, directory, host, process, warnings FROM run WHERE id = ?");
  row.bind(job.id);
  if (!row.step()) {
    return {};
  }
  Known known{
      State::kMissing, row.integer(2) != 0, row.real(3).value_or(0),
      row.text(4),     row.text(5),         row.is_null(8) ? std::nullopt : std::optional(lines_of(row.text(8)))};
  const std::string state = row.text(0);
  if (state == "running") {
    known.state = is_in_hand(row.text(6), row.text(7)) ? State::kRunning : State::kMissing;
  } else if (state == "failed") {
    known.state = State::kFailed;
  } else {
    known.state = has_all(row.text(1), plan) ? State::kDone : State::kMissing;
  }
  return known;
}

std::vector<ResultRow> Store::results(const Job& job) {
  Statement row = database_.prepare("SELECT quantity, value FROM result WHERE run = ? ORDER BY quantity");
  row.bind(job.id);
  std::vector<ResultRow> rows;
  while (row.step()) {
    rows.push_back({row.text(0), row.real(1)});
  }
  return rows;
}

bool Store::take(const Plan& plan, const Job& job, const std::string& program, bool retry_failed) {
  const State state = look(plan, job).state;
  if (state != State::kMissing && !(state == State::kFailed && retry_failed)) {
    return false;
  }
  database_
      .prepare(
          "INSERT OR REPLACE INTO run (id, state, resolved_sha256, program, command, wanted, host, process) VALUES "
          "(?, 'running', ?, ?, ?, ?, ?, ?)")
      .bind(job.id)
      .bind(job.resolved_sha256)
      .bind(program)
      .bind(command_of(job))
      .bind(wanted_text(plan))
      .bind(owner_.host)
      .bind(owner_.process)
      .run();
  Checksums(database_).seal_run(job.id);
  return true;
}

bool Store::claim(const Plan& plan, const Job& job, const std::string& program, bool retry_failed) {
  Transaction transaction(database_);
  const bool ours = take(plan, job, program, retry_failed);
  if (ours) {
    transaction.commit();
  }
  return ours;
}

std::vector<const Job*> Store::claim_all(const Plan& plan, const std::vector<const Job*>& jobs,
                                         const std::string& program, bool retry_failed) {
  Transaction transaction(database_);
  std::vector<const Job*> ours;
  for (const Job* job : jobs) {
    if (take(plan, *job, program, retry_failed)) {
      ours.push_back(job);
    }
  }
  transaction.commit();
  return ours;
}

void Store::hand_over(const std::vector<const Job*>& jobs, const std::string& task) {
  Transaction transaction(database_);
  for (const Job* job : jobs) {
    database_
        .prepare("UPDATE run SET host = ?, process = ? WHERE id = ? AND state = 'running' AND host = ? AND process = ?")
        .bind(kSlurmHost)
        .bind(task)
        .bind(job->id)
        .bind(owner_.host)
        .bind(owner_.process)
        .run();
    Checksums(database_).seal_run(job->id);
  }
  transaction.commit();
}

std::vector<Store::SlurmClaim> Store::slurm_claims() {
  Statement row = database_.prepare("SELECT id, process FROM run WHERE state = 'running' AND host = ? ORDER BY id");
  row.bind(kSlurmHost);
  std::vector<SlurmClaim> claims;
  while (row.step()) {
    claims.push_back({row.text(0), row.text(1)});
  }
  return claims;
}

void Store::finish(const std::string& run, const Record& record) {
  Transaction transaction(database_);
  database_
      .prepare(
          "UPDATE run SET state = ?, held = ?, message = ?, log = ?, simulated_seconds = ?, wall_seconds = ?, "
          "cpu_seconds = ?, memory_bytes = ?, directory = ?, host = coalesce(nullif(?, ''), host), process = "
          "coalesce(nullif(?, ''), process), warnings = ? WHERE id = ?")
      .bind(record.done ? "done" : "failed")
      .bind(std::int64_t{record.held})
      .bind(record.message)
      .bind(record.log)
      .bind(std::optional(record.simulated_seconds))
      .bind(std::optional(record.wall_seconds))
      .bind(std::optional(record.cpu_seconds))
      .bind(std::optional(record.memory_bytes))
      .bind(record.directory)
      .bind(record.host)
      .bind(record.process)
      .bind(joined(record.warnings))
      .bind(run)
      .run();
  database_.prepare("DELETE FROM result WHERE run = ?").bind(run).run();
  database_.prepare("DELETE FROM expectation WHERE run = ?").bind(run).run();
  for (const ResultRow& row : record.results) {
    database_.prepare("INSERT OR REPLACE INTO result VALUES (?, ?, ?)")
        .bind(run)
        .bind(row.quantity)
        .bind(row.value)
        .run();
  }
  for (std::size_t i = 0; i < record.expectations.size(); ++i) {
    const report::ExpectationResult& one = record.expectations[i];
    Statement row = database_.prepare("INSERT INTO expectation VALUES (?, ?, ?, ?, ?)");
    row.bind(run).bind(static_cast<std::int64_t>(i + 1)).bind(one.text);
    one.held ? row.bind(std::int64_t{*one.held}) : row.bind_null();
    row.bind(one.value).run();
  }
  Checksums(database_).seal_run(run);
  transaction.commit();
}

void Store::release(const Job& job, const Owner& owner) {
  database_.prepare("DELETE FROM run WHERE id = ? AND state = 'running' AND host = ? AND process = ?")
      .bind(job.id)
      .bind(owner.host)
      .bind(owner.process)
      .run();
}

void Store::release_batch(const std::string& batch) {
  const std::string before = batch + "/";
  database_.prepare("DELETE FROM run WHERE state = 'running' AND host = ? AND substr(process, 1, ?) = ?")
      .bind(kSlurmHost)
      .bind(static_cast<std::int64_t>(before.size()))
      .bind(before)
      .run();
}

void Store::beat() {
  database_.prepare("DELETE FROM sweep WHERE heartbeat < ?")
      .bind(std::int64_t{std::time(nullptr)} - kSilenceSeconds)
      .run();
  database_.prepare("INSERT OR REPLACE INTO sweep VALUES (?, ?, ?)")
      .bind(owner_.host)
      .bind(owner_.process)
      .bind(std::int64_t{std::time(nullptr)})
      .run();
}

Counts count(const std::vector<Known>& known) {
  Counts counts;
  double wall = 0;
  for (const Known& run : known) {
    const bool done = run.state == State::kDone;
    ++counts.runs;
    counts.done += done ? 1 : 0;
    counts.failed += run.state == State::kFailed ? 1 : 0;
    counts.running += run.state == State::kRunning ? 1 : 0;
    counts.missing += run.state == State::kMissing ? 1 : 0;
    counts.held += done && run.held ? 1 : 0;
    wall += done ? run.wall_seconds : 0;
  }
  counts.mean_wall_seconds = counts.done == 0 ? 0 : wall / static_cast<double>(counts.done);
  return counts;
}

}  // namespace weir::sweep

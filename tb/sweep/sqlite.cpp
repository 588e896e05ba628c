// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/sqlite.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "tb/report/run_directory.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

constexpr std::chrono::milliseconds kPatience{60'000};  // with another writer

}  // namespace

std::string in_plain_ascii(std::string_view text) {
  std::string plain = text::one_line(text);
  std::ranges::replace_if(
      plain, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return plain;
}

Statement& Statement::bind(std::string_view text) {
  sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  sqlite3_bind_int64(statement_, ++bound_, number);
  return *this;
}

Statement& Statement::bind(std::optional<double> number) {
  if (!number) {
    return bind_null();
  }
  sqlite3_bind_double(statement_, ++bound_, *number);
  return *this;
}

Statement& Statement::bind_null() {
  sqlite3_bind_null(statement_, ++bound_);
  return *this;
}

bool Statement::step() {
  const int result = sqlite3_step(statement_);
  if (result != SQLITE_ROW && result != SQLITE_DONE) {
    database_.fail();
  }
  if (result == SQLITE_DONE) {
    sqlite3_reset(statement_);
  }
  return result == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const unsigned char* found = sqlite3_column_text(statement_, column);
  return found == nullptr ? "" : reinterpret_cast<const char*>(found);
}

std::optional<double> Statement::real(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL
             ? std::nullopt
             : std::optional(sqlite3_column_double(statement_, column));
}

std::string Statement::row() const {
  std::string row;
  for (int column = 0; column < sqlite3_column_count(statement_); ++column) {
    const int type = sqlite3_column_type(statement_, column);
    std::string value = text(column);
    if (type == SQLITE_FLOAT) {
      const double exact = sqlite3_column_double(statement_, column);
      value.assign(reinterpret_cast<const char*>(&exact), sizeof exact);
    }
    row += std::to_string(type) + ":" + std::to_string(value.size()) + ":" + value;
  }
  return row + "\n";
}

Database::Database(std::filesystem::path path, bool must_exist) : path_(std::move(path)) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (must_exist ? 0 : SQLITE_OPEN_CREATE);
  const int result = sqlite3_open_v2(path_.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK) {
    throw report::BadOutputDirectory(path_.string() + ": " + sqlite3_errmsg(handle));
  }
  sqlite3_busy_timeout(handle, static_cast<int>(kPatience.count()));
}

bool Database::has_column(const std::string& table, const std::string& column) {
  Statement found = prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
  found.bind(table).bind(column);
  return found.step();
}

void Database::use_write_ahead_log() {
  constexpr std::chrono::milliseconds kPause{10};
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int result = SQLITE_BUSY;
  while (result == SQLITE_BUSY && std::chrono::steady_clock::now() < until) {
    result = sqlite3_exec(handle_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if (result == SQLITE_BUSY) {
      std::this_thread::sleep_for(kPause);
    }
  }
  if (result != SQLITE_OK) {
    fail();
  }
}

Statement Database::prepare(const std::string& sql) {
  auto& known = statements_[sql];
  if (!known) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &made, nullptr) != SQLITE_OK) {
      fail();
    }
    known.reset(made);
  }
  sqlite3_reset(known.get());
  sqlite3_clear_bindings(known.get());
  return {*this, known.get()};
}

void Database::fail() const {
  const std::string what = path_.string() + ": " + in_plain_ascii(sqlite3_errmsg(handle_.get()));
  const int code = sqlite3_errcode(handle_.get());
  if (code == SQLITE_READONLY) {
    throw report::BadOutputDirectory(what);
  }
  if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR) {
    throw report::BadOutputDirectory(what + kDamagedAdvice);
  }
  throw report::OutputError(what);
}

Transaction::~Transaction() {
  if (!open_) {
    return;
  }
  try {
    database_.run("ROLLBACK");
  } catch (const report::OutputError&) {
    // the database has taken it back itself
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace weir::sweep

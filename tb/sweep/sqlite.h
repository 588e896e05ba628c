// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A thin wrapper of an SQLite connection and its statements. Every failure throws OutputError, which names the file.

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <string_view>

namespace weir::sweep {

class Database;

// End of messages about a damaged store.
inline constexpr const char* kDamagedAdvice =
    "; move the file away and run the sweep again, or put a copy in its place";

// Text from a store that may be damaged, for a message: on one line, with '?' for characters that are not ASCII.
std::string in_plain_ascii(std::string_view text);

// A prepared statement, to be bound and stepped. The destructor resets the statement: an open row would keep an old
// view of the database, and block later writing.
class Statement {
 public:
  Statement(Database& database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  ~Statement() { sqlite3_reset(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  Statement& bind(std::optional<double> number);  // nullopt: NULL
  Statement& bind_null();

  bool step();  // true: there is a row
  void run() {
    while (step()) {
    }
  }

  std::string text(int column) const;
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  std::optional<double> real(int column) const;
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  // All columns of the row with type and length: equal texts only for equal rows.
  std::string row() const;

 private:
  Database& database_;
  sqlite3_stmt* statement_;
  int bound_ = 0;
};

class Database {
 public:
  // Opens the file; makes it if missing, unless `must_exist`.
  Database(std::filesystem::path path, bool must_exist);

  Statement prepare(const std::string& sql);
  void run(const std::string& sql) { prepare(sql).run(); }
  // Uses a write-ahead log instead of a journal, permanently. If two programs switch at once, SQLite rejects one
  // without waiting, so this function retries.
  void use_write_ahead_log();
  bool has_column(const std::string& table, const std::string& column);
  const std::filesystem::path& path() const { return path_; }
  int changes() const { return sqlite3_changes(handle_.get()); }
  [[noreturn]] void fail() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  std::filesystem::path path_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::map<std::string, std::unique_ptr<sqlite3_stmt, Close>> statements_;
};

// A transaction: all or nothing, rolled back unless committed. Waits for another writer.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database.run("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace weir::sweep

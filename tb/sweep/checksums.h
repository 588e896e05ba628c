// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checksums of a store: one per run, over the run's row with its warnings and its rows of results and expectations, and
// one over the store's copy of the plan. They reveal a changed bit before a row is believed.

#pragma once

#include <cstdint>
#include <string>

#include "tb/sweep/sqlite.h"

namespace weir::sweep {

class Checksums {
 public:
  // `database` has its tables, and `run` its column of warnings. A store of 0.1.0 has no checksums.
  explicit Checksums(Database& database);

  // Checks the file and all rows; with more than kMostAtOpening runs, which take longer than a second, only if
  // `always`. Throws BadOutputDirectory, one line that says what to do.
  void verify(bool always);
  // The number of runs without a checksum, because an earlier weir wrote them.
  std::int64_t unverified();

  // Within the writing transaction: seals one run; seals the plan and all runs without a checksum.
  void seal_run(const std::string& run);
  void seal_plan();

  static constexpr std::int64_t kMostAtOpening = 100'000;

 private:
  bool has_column();
  [[noreturn]] void damaged(const std::string& what) const;
  std::string of_plan();

  Database& database_;
};

}  // namespace weir::sweep

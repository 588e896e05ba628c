// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checksums of a store: one of each run, over its row and the rows of its results and expectations, and one of what the
// store says of the plan. A bit that a disk or a copy has changed is thus seen before a row is believed.

#pragma once

#include <cstdint>
#include <string>

#include "tb/sweep/sqlite.h"

namespace weir::sweep {

class Checksums {
 public:
  // Of a store whose tables are there. A store of 0.1.0 has no checksums.
  explicit Checksums(Database& database);

  // Checks the file and all rows; `always`: also beyond kMostAtOpening runs, which take longer than a second. Throws
  // BadOutputDirectory, one line that says what to do.
  void verify(bool always);
  // Of the runs, how many have no checksum, because an earlier weir wrote them.
  std::int64_t unverified();

  // Within the transaction that writes: of one run; of the plan, after which each run has one.
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

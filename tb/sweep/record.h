// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is left of one run, as it goes from the process that simulates to the one that keeps the store, through a pipe
// or as a file: one JSON text.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/results.h"
#include "tb/sweep/plan.h"

namespace weir::sweep {

struct ResultRow {
  std::string quantity;
  std::optional<double> value;
};

struct Record {
  bool done = false;    // false: failed, and `message` says why
  std::string message;  // one line
  std::string log;      // what a failed run wrote to its console
  bool held = false;    // all expectations, and no fault of the model
  double simulated_seconds = 0;
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double memory_bytes = 0;  // most at once
  std::string directory;    // that was kept; empty: none
  std::string host;         // that did it, and which process there; empty: who has claimed it
  std::string process;
  std::vector<ResultRow> results;
  std::vector<report::ExpectationResult> expectations;
};

// The rows of what the plan wants of the results of a run; those of its time series: series.h.
std::vector<ResultRow> result_rows(const std::vector<Wanted>& wanted, const report::Results& results);

std::string to_json(const Record& record);
// Nothing where the text is not whole.
std::optional<Record> record_from_json(std::string_view text);

}  // namespace weir::sweep

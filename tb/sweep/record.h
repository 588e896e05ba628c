// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The record of one run, one JSON text: passed through a pipe, or as a file, from the simulating process to the process
// with the store.

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
  std::string log;      // console output of a failed run
  bool held = false;    // all expectations held, without a fault of the model
  double simulated_seconds = 0;
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double memory_bytes = 0;  // peak
  std::string directory;    // kept run directory; empty: none
  std::string host;         // host and process that did the run; empty: those that claimed it
  std::string process;
  std::vector<ResultRow> results;
  std::vector<report::ExpectationResult> expectations;
  std::vector<std::string> warnings;  // as of report::Results
};

// The rows of a run's results that the plan wants; series.h makes those from time series.
std::vector<ResultRow> result_rows(const std::vector<Wanted>& wanted, const report::Results& results);

std::string to_json(const Record& record);
// nullopt: the text is not a whole record.
std::optional<Record> record_from_json(std::string_view text);

}  // namespace weir::sweep

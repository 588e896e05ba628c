// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rows of `weir bench`: the workloads of scenarios/bench, and workloads with one thing on, each of which is
// measured in turn with the same workload without that thing.

#pragma once

#include <string>
#include <vector>

namespace weir::bench {

struct Row {
  std::string name;                    // "ft4_perm", "ft4_perm.cells"
  std::string workload;                // a file of scenarios/bench, without .toml
  std::vector<std::string> load = {};  // KEY=VALUE of both sides
  std::vector<std::string> on = {};    // KEY=VALUE of this row alone
  bool waves = false;                  // the row alone writes waves
  bool sweep = false;                  // the row is a sweep of short runs, against the runs alone
  bool foreign = false;                // the row is a weir::Switch among foreign stations, against a run with hosts
  unsigned ranks = 1;                  // the row is a run on so many ranks, against a run of one process
  std::string program = {};            // the row is this shell command (sample.h), against the workload

  bool has_other_side() const { return !on.empty() || waves || sweep || foreign || ranks > 1 || !program.empty(); }
};

// Both lists of settings, one after the other.
std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& more);

// Those of `workloads`, in their order: each workload, then what is measured on it.
std::vector<Row> rows_of(const std::vector<std::string>& workloads);

}  // namespace weir::bench

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Slurm's queue: array jobs that go into it, and what it says of those that are there. Jobs are known by their names,
// which are given before they are submitted, so that whoever asks after a crash finds what was submitted just before
// it.

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weir::sweep {

struct QueuedTask {
  std::string state;   // "PENDING"
  std::string reason;  // "Resources", "None"
  bool ended = false;  // Slurm still remembers it, and will not run it again
};

// By "NAME/INDEX"; by "NAME/" all tasks of that name that have ended before they began.
using QueueView = std::map<std::string, QueuedTask>;

// "NAME/INDEX", who has runs in hand as the store has it.
inline std::string task_name(const std::string& batch, std::size_t index) {
  return batch + "/" + std::to_string(index);
}

// Nullptr where it is not known.
const QueuedTask* find_task(const QueueView& view, const std::string& task);

// Of what squeue prints; skips what it does not understand.
QueueView parse_queue(const std::string& text);

// The tasks of the jobs of these names. Nothing where Slurm does not answer.
std::optional<QueueView> look_at_queue(const std::vector<std::string>& names);

// Throws std::invalid_argument, in one line, where Slurm's programs are missing.
void require_slurm();

// How many tasks an array may have.
std::size_t most_tasks();

struct ArrayJob {
  std::string name;
  std::size_t tasks = 1;
  std::size_t at_a_time = 0;         // 0: as Slurm likes
  std::vector<std::string> options;  // the user's, as sbatch has them
  std::filesystem::path script;
  std::filesystem::path logs;  // folder
};

// Its job id. Throws std::invalid_argument with what sbatch says.
std::string submit_array(const ArrayJob& job);

// Throws std::invalid_argument where an option is one that is not the user's to set.
void check_sbatch_options(const std::vector<std::string>& options);

}  // namespace weir::sweep

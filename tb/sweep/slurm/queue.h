// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Slurm's queue: submission of array jobs, and their states. Jobs are identified by names that are chosen before the
// submission, so that after a crash a job submitted just before is found.

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
  bool ended = false;  // known to Slurm, but will not run again
};

// By "NAME/INDEX"; "NAME/": all tasks of that name that ended before they began.
using QueueView = std::map<std::string, QueuedTask>;

// "NAME/INDEX", the owner of claimed runs in the store.
inline std::string task_name(const std::string& batch, std::size_t index) {
  return batch + "/" + std::to_string(index);
}

// nullptr: unknown.
const QueuedTask* find_task(const QueueView& view, const std::string& task);

// Parses the output of squeue; skips lines of another form.
QueueView parse_queue(const std::string& text);

// The tasks of the jobs with these names; nullopt: Slurm does not answer.
std::optional<QueueView> look_at_queue(const std::vector<std::string>& names);

// Throws std::invalid_argument, in one line, if Slurm's programs are missing.
void require_slurm();

// The largest number of tasks of an array.
std::size_t most_tasks();

struct ArrayJob {
  std::string name;
  std::size_t tasks = 1;
  std::size_t at_a_time = 0;         // 0: Slurm's choice
  std::vector<std::string> options;  // the user's, for sbatch
  std::filesystem::path script;
  std::filesystem::path logs;  // folder
};

// Submits the job and returns its id. Throws std::invalid_argument with sbatch's message.
std::string submit_array(const ArrayJob& job);

// Throws std::invalid_argument for an option that users must not set.
void check_sbatch_options(const std::vector<std::string>& options);

}  // namespace weir::sweep

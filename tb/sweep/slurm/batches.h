// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The Slurm batches of a sweep: array jobs, each with a folder of its own in PLAN.slurm, on a file system shared by
// Slurm's nodes.
//   PLAN.slurm/NAME/owner, job          the submitting process; the job id, once submitted
//   PLAN.slurm/NAME/task_N.json, .log   the runs of a task, and its console output
//   PLAN.slurm/NAME/records/ID.json     the record of a run
// Tasks write records and never the store: SQLite's write-ahead log is for processes of one host. A program that looks
// at the sweep moves the records into the store. A submission is made in this order, so that a program may be killed at
// any point of it and another can go on: runs claimed, folder written, claims handed to the batch, sbatch called under
// the batch's name.

#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tb/sweep/slurm/queue.h"
#include "tb/sweep/slurm/task.h"
#include "tb/sweep/store.h"

namespace weir::sweep {

struct SubmitOptions {
  std::string program = {};               // version
  std::filesystem::path runs = {};        // for kept run directories
  std::filesystem::path binary = {};      // the program that tasks call
  std::vector<std::string> options = {};  // of the program, before its command
  std::vector<std::string> sbatch = {};
  std::size_t runs_per_task = 0;  // 0: chosen by the number of runs and their mean duration
  double mean_wall_seconds = 0;   // of a run; 0: unknown
  std::size_t at_a_time = 0;      // most tasks at a time; 0: Slurm's choice
  bool retry_failed = false;
};

class SlurmBatches {
 public:
  explicit SlurmBatches(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Asks the queue, moves records into the store, and removes batches that are over. Returns the number of ended runs.
  std::size_t refresh(Store& store);

  // Whether a task with a claim may still do its runs, as of the last refresh.
  bool has(const std::string& task) const { return !lost_.contains(task); }
  bool is_cancelled(const std::string& task) const;
  // Why a task is lost, and the end of its log.
  std::string cause_of(const std::string& task) const;
  std::string log_of(const std::string& task) const;

  // Claims the free runs among `jobs` and submits them. Returns their number; throws std::invalid_argument if Slurm
  // refuses, and then nothing is claimed.
  std::size_t submit(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, const SubmitOptions& options);

  // "12 tasks running, 40 pending (Resources)"; empty: no tasks.
  std::string text() const;

 private:
  std::vector<std::string> names() const;
  bool is_being_submitted(const std::string& name) const;
  std::size_t collect(Store& store, const std::vector<std::string>& batches) const;
  std::set<std::string> lost_of(Store& store) const;
  void remove_ended(Store& store, const std::vector<std::string>& batches) const;
  std::size_t write_batch(const std::string& name, const Plan& plan, const std::vector<const Job*>& jobs,
                          std::size_t runs_per_task, Store& store, const SubmitOptions& options) const;

  std::filesystem::path folder_;
  QueueView view_;
  bool answers_ = true;
  std::set<std::string> lost_;
};

// Runs per Slurm task, from the number of runs, their mean duration (0: unknown) and the array limit.
std::size_t runs_per_task(std::size_t runs, double mean_wall_seconds, std::size_t most_tasks);

}  // namespace weir::sweep

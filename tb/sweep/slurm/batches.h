// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What Slurm has in hand of a sweep: array jobs, each with a folder of its own in PLAN.slurm, on a file system that its
// nodes share.
//   PLAN.slurm/NAME/owner, job          who submits it; its job id, once it is submitted
//   PLAN.slurm/NAME/task_N.json, .log   what a task is to run, and what it wrote to its console
//   PLAN.slurm/NAME/records/ID.json     what is left of a run
// Tasks write records and never the store: SQLite's write-ahead log is for processes of one host. Whoever asks after
// the sweep takes the records into the store. In this order a submission is made, so that a program may be killed at
// any point of it and another knows what there is: runs claimed as ours, folder written, claims handed to the batch,
// sbatch called under the batch's name.

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
  std::string program = {};           // version
  std::filesystem::path runs = {};    // for directories that are kept
  std::filesystem::path binary = {};  // that tasks call
  std::vector<std::string> sbatch = {};
  std::size_t runs_per_task = 0;  // 0: chosen by how many there are and how long they take
  double mean_wall_seconds = 0;   // of a run; 0: not known
  std::size_t at_a_time = 0;      // tasks; 0: as Slurm likes
  bool retry_failed = false;
};

class SlurmBatches {
 public:
  explicit SlurmBatches(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Asks the queue, takes what is recorded into the store, and removes batches that are over. How many runs have ended.
  std::size_t refresh(Store& store);

  // Of a task that has a claim: whether it may still do its runs. As of the last refresh.
  bool has(const std::string& task) const { return !lost_.contains(task); }
  bool is_cancelled(const std::string& task) const;
  // Why it is lost, and the end of what it wrote.
  std::string cause_of(const std::string& task) const;
  std::string log_of(const std::string& task) const;

  // Claims what is free of the jobs and puts it into the queue. How many runs; throws std::invalid_argument where Slurm
  // refuses, and then nothing is claimed.
  std::size_t submit(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, const SubmitOptions& options);

  // "12 tasks running, 40 pending (Resources)"; empty where there is nothing.
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

// How many runs a task gets, of so many that take about so long, where an array has at most so many tasks.
std::size_t runs_per_task(std::size_t runs, double mean_wall_seconds, std::size_t most_tasks);

}  // namespace weir::sweep

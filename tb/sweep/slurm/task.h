// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A task of an array job: a file with some runs of a sweep, read by the task's process wherever Slurm starts it, and a
// file with the record of each run. It needs neither plan nor store. A record gets its name when complete, and a
// restarted task skips runs with a record, so a task may be killed, run again, or run twice at once.

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tb/sweep/engine.h"
#include "tb/sweep/owner.h"

namespace weir::sweep {

struct SlurmTask {
  std::string program;         // the version that must run it
  std::filesystem::path runs;  // folder of kept run directories
  Plan plan;                   // only its results, kept items and limits
  std::vector<Job> jobs;       // without their combinations
};

std::string to_json(const SlurmTask& task);
// Throws report::BadRunFile.
SlurmTask read_task(const std::filesystem::path& batch, std::size_t index);
void write_task(const std::filesystem::path& batch, std::size_t index, const SlurmTask& task);

// nullopt: there is no complete record.
std::optional<Record> read_record(const std::filesystem::path& batch, const std::string& run);
// Does nothing if there is a record. Throws OutputError.
void write_record(const std::filesystem::path& batch, const std::string& run, const Record& record);

// Runs with a record, complete or not.
std::vector<std::string> recorded_runs(const std::filesystem::path& batch);

// Executes the runs without a record. `by`: the executing process, noted in each record.
void do_task(const SlurmTask& task, const std::filesystem::path& batch, Engine& engine, const Owner& by);

}  // namespace weir::sweep

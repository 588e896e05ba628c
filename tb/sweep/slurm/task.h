// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A task of an array job: some runs of a sweep, as a file that its process reads wherever Slurm starts it, and a record
// of each as a file that it leaves. It needs neither plan nor store. A record gets its name when it is whole, and a
// task that is begun again passes over runs that have one, so a task may be killed, run again, or run twice at once.

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
  std::string program;         // version that is to run it
  std::filesystem::path runs;  // where run directories are kept
  Plan plan;                   // its results, what it keeps and its limits; nothing else of it
  std::vector<Job> jobs;       // without their place in the plan
};

std::string to_json(const SlurmTask& task);
// Throws report::BadRunFile.
SlurmTask read_task(const std::filesystem::path& batch, std::size_t index);
void write_task(const std::filesystem::path& batch, std::size_t index, const SlurmTask& task);

// Nothing where there is none that is whole.
std::optional<Record> read_record(const std::filesystem::path& batch, const std::string& run);
// Does nothing where there is one. Throws OutputError.
void write_record(const std::filesystem::path& batch, const std::string& run, const Record& record);

// Those of which something is there, whole or not.
std::vector<std::string> recorded_runs(const std::filesystem::path& batch);

// Does what has no record. `by` is who does it, noted in each.
void do_task(const SlurmTask& task, const std::filesystem::path& batch, Engine& engine, const Owner& by);

}  // namespace weir::sweep

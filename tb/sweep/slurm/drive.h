// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Does what is missing of a sweep by Slurm. Nothing is remembered between two rounds but in the store, in the folders
// of batches and in the queue, so that this program may end at any time, and another goes on.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tb/sweep/slurm/batches.h"

namespace weir::sweep {

struct SlurmOptions {
  SubmitOptions submit = {};
  bool wait = true;  // until all have ended; else only submits what is missing
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t ended, std::size_t failed, std::size_t of, const std::string& text)> progress = {};
};

struct SlurmEnd {
  std::size_t submitted = 0;  // runs
  std::size_t cancelled = 0;  // whose tasks were cancelled meanwhile; they are not submitted again
};

// A run whose task is lost is submitted again. When it was lost kMostInVain times, and no run at all ended meanwhile,
// it has failed. Throws std::invalid_argument where Slurm refuses a submission.
SlurmEnd drive_by_slurm(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, SlurmBatches& batches,
                        const SlurmOptions& options);

inline constexpr unsigned kMostInVain = 3;

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Drives a sweep by Slurm. All state between two rounds is in the store, the batches' folders and the queue, so that
// this program may end at any time and another can go on.

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
  bool wait = true;  // until all runs have ended; false: only submits the missing runs
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t ended, std::size_t failed, std::size_t of, const std::string& text)> progress = {};
};

struct SlurmEnd {
  std::size_t submitted = 0;  // runs
  std::size_t cancelled = 0;  // runs whose tasks were cancelled meanwhile; they are not submitted again
};

// A run whose task is lost is submitted again; a run lost kMostInVain times, while no other run ended, has failed.
// Throws std::invalid_argument if Slurm refuses a submission.
SlurmEnd drive_by_slurm(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, SlurmBatches& batches,
                        const SlurmOptions& options);

inline constexpr unsigned kMostInVain = 3;

}  // namespace weir::sweep

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The driver of a sweep: claims missing runs, hands them to the engine, and stores the returned records.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tb/sweep/engine.h"
#include "tb/sweep/store.h"

namespace weir::sweep {

// The distinct runs (several combinations may give the same run) in the order of execution: all runs with the first
// seed before any with the second, so that an interrupted sweep is a complete sweep with fewer seeds.
std::vector<const Job*> in_order(const Plan& plan, const std::vector<Job>& jobs);

struct DriveOptions {
  std::string program = {};  // version, stored with each run
  bool retry_failed = false;
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> beat = {};  // called every few seconds
  std::function<void(std::size_t ended, std::size_t failed, std::size_t of, bool waiting)> progress = {};
};

// Returns when every run is done or has failed, including those claimed by other programs, or when stopped: then this
// program's unfinished runs are missing again.
void drive(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, Engine& engine,
           const DriveOptions& options);

}  // namespace weir::sweep

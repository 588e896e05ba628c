// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Does what is missing of a sweep: claims runs, hands them to the engine, keeps what comes back.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tb/sweep/engine.h"
#include "tb/sweep/store.h"

namespace weir::sweep {

// Each run once, though several combinations may come to the same, in the order in which they are done: all runs with
// the first seed before any with the second, so that what is done of a sweep is all of it with fewer seeds.
std::vector<const Job*> in_order(const Plan& plan, const std::vector<Job>& jobs);

struct DriveOptions {
  std::string program = {};  // version that is noted with each run
  bool retry_failed = false;
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> beat = {};  // called every few seconds
  std::function<void(std::size_t ended, std::size_t failed, std::size_t of, bool waiting)> progress = {};
};

// Returns when every run is done or has failed, also those that another program has in hand, or when it is stopped:
// then what this one had in hand is missing again.
void drive(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, Engine& engine,
           const DriveOptions& options);

}  // namespace weir::sweep

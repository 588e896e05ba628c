// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interface to the place where runs are executed. An engine gets jobs that the caller has claimed and returns a
// record for each; it knows neither the store nor other jobs.

#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "tb/sweep/combinations.h"
#include "tb/sweep/record.h"

namespace weir::sweep {

// Simulates one run; called in a process of its own. The text of an exception is the reason of a failed run.
using Simulate = std::function<Record(const Plan& plan, const Job& job)>;

struct Finished {
  const Job* job;
  Record record;
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual bool has_room() const = 0;  // for one more job
  virtual bool is_idle() const = 0;   // no job is running
  virtual void start(const Job& job) = 0;
  // Returns the jobs that have ended since the last call, after `patience` at the latest.
  virtual std::vector<Finished> wait(std::chrono::milliseconds patience) = 0;
  // Ends all running jobs; returns those that did not finish.
  virtual std::vector<const Job*> cancel() = 0;
};

}  // namespace weir::sweep

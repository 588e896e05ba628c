// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where runs are done. An engine is given jobs that are ours and hands back what is left of each; it knows nothing of
// the store, nor of what else there is to do.

#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "tb/sweep/combinations.h"
#include "tb/sweep/record.h"

namespace weir::sweep {

// Simulates one run; called in a process of its own. What it throws is why the run failed.
using Simulate = std::function<Record(const Plan& plan, const Job& job)>;

struct Finished {
  const Job* job;
  Record record;
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual bool has_room() const = 0;  // for one job more
  virtual bool is_idle() const = 0;   // no job is under way
  virtual void start(const Job& job) = 0;
  // What has ended meanwhile; returns after `patience` at the latest.
  virtual std::vector<Finished> wait(std::chrono::milliseconds patience) = 0;
  // Ends all that is under way; the jobs that did not finish.
  virtual std::vector<const Job*> cancel() = 0;
};

}  // namespace weir::sweep

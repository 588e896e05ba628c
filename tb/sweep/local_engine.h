// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Runs as processes of this machine, a process a run because SystemC elaborates once. A run is a fork of this process,
// which has elaborated nothing: it costs a millisecond and reads no program anew. It hands back its record through a
// pipe, writes its console into memory, and is killed when this process dies, or when its time is over.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tb/sweep/engine.h"

namespace weir::sweep {

// Keeps what is to stay of a run that failed, whatever ended it, and says in which directory; called in our process.
using KeepFailed = std::function<std::string(const Plan& plan, const Job& job, const Record& record)>;

class LocalEngine final : public Engine {
 public:
  // The plan outlives it.
  LocalEngine(const Plan& plan, Simulate simulate, std::size_t processes, KeepFailed keep_failed = {});
  ~LocalEngine() override;

  bool has_room() const override { return running_.size() < processes_; }
  bool is_idle() const override { return running_.empty(); }
  void start(const Job& job) override;
  std::vector<Finished> wait(std::chrono::milliseconds patience) override;
  std::vector<const Job*> cancel() override;

 private:
  struct Child;

  Finished bury(Child& child);
  void kill_late();

  const Plan& plan_;
  Simulate simulate_;
  std::size_t processes_;
  KeepFailed keep_failed_;
  std::vector<std::unique_ptr<Child>> running_;
};

}  // namespace weir::sweep

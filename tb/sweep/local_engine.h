// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The engine for this machine: one process per run, because SystemC elaborates once. A run is a fork of this process,
// which has elaborated nothing: a fork costs a millisecond and reads no program anew. The run returns its record
// through a pipe, writes its console into memory, and is killed when this process dies or at its time limit.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tb/sweep/engine.h"

namespace weir::sweep {

// Keeps files of a failed run, whatever its end, and returns their directory; called in this process.
using KeepFailed = std::function<std::string(const Plan& plan, const Job& job, const Record& record)>;

class LocalEngine final : public Engine {
 public:
  // `plan` must outlive the engine.
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

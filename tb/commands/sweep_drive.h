// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Runs the missing runs of a sweep on this machine, and shows progress.

#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tb/report/terminal_line.h"
#include "tb/sweep/store.h"

namespace weir {

// One line on a terminal: runs done, speed, time left; nothing if standard error is no terminal.
class SweepProgress {
 public:
  void update(std::size_t ended, std::size_t failed, std::size_t of, const std::string& more);
  void finish() { line_.clear(); }

 private:
  report::TerminalLine line_;
  bool began_ = false;
  std::size_t first_ = 0;  // runs that had ended before
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct DriveHere {
  std::filesystem::path runs;  // folder of kept run directories
  std::size_t processes = 0;   // 0: as many as there are cores
  bool retry_failed = false;
  std::function<void()> beat = {};
};

// Returns when all runs are done or have failed, or after a signal.
void drive_here(const sweep::Plan& plan, const std::vector<const sweep::Job*>& jobs, sweep::Store& store,
                const DriveHere& how);

}  // namespace weir

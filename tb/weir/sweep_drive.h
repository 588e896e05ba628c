// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Does what is missing of a sweep on this machine, and shows how far it is.

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

// One line on a terminal: how far, how fast, how long to go; nothing where nobody looks.
class SweepProgress {
 public:
  void update(std::size_t ended, std::size_t failed, std::size_t of, const std::string& more);
  void finish() { line_.clear(); }

 private:
  report::TerminalLine line_;
  bool began_ = false;
  std::size_t first_ = 0;  // that had ended before
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct DriveHere {
  std::filesystem::path runs;  // folder of run directories that stay
  std::size_t processes = 0;   // 0: as many as there are cores
  bool retry_failed = false;
  std::function<void()> beat = {};
};

// Returns when all are done or have failed, or after a signal.
void drive_here(const sweep::Plan& plan, const std::vector<const sweep::Job*>& jobs, sweep::Store& store,
                const DriveHere& how);

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The progress bar: one line drawn over itself with the simulated time of the whole, simulated time per second of wall
// clock, and time left. Only on a terminal: nothing is written if standard error goes elsewhere.

#pragma once

#include <chrono>
#include <functional>

#include "hw_model/base/units.h"
#include "tb/report/terminal_line.h"

namespace weir::report {

class ProgressBar {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // On standard error, if that is a terminal.
  explicit ProgressBar(Time duration);
  // For tests: with a given clock and a given place to draw to; 0 columns: draws nothing.
  ProgressBar(Time duration, unsigned columns, Clock clock, TerminalLine::Sink sink);

  // Cheap enough to call every quantum: looks at the clock, and draws at most ten times a second.
  void update(Time now);
  // Removes the line. Other text may be printed afterwards.
  void finish() { line_.clear(); }

 private:
  void draw(Time now, std::chrono::steady_clock::time_point wall);

  Time duration_;
  TerminalLine line_;
  Clock clock_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point drawn_;
};

}  // namespace weir::report

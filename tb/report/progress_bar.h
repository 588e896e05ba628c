// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One line that is drawn over itself: simulated time of the whole, simulated time a second of wall clock, time left.
// Only on a terminal; nothing at all when standard error goes elsewhere.

#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "hw_model/base/units.h"

namespace weir::report {

class ProgressBar {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;
  using Sink = std::function<void(const std::string&)>;

  // On standard error, if that is a terminal.
  explicit ProgressBar(Time duration);
  // For tests: an own clock and an own place to draw to; 0 columns: draws nothing.
  ProgressBar(Time duration, unsigned columns, Clock clock, Sink sink);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap enough for every quantum: a look at the clock, and at most ten drawings a second.
  void update(Time now);
  // Removes the line. Other text may be printed afterwards.
  void finish();

 private:
  void draw(Time now, std::chrono::steady_clock::time_point wall);

  Time duration_;
  unsigned columns_;
  Clock clock_;
  Sink sink_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point drawn_;
  bool visible_ = false;
};

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// run.log: what happened in a run, one line an event: wall clock, level, simulated time, text. Apart from the wall
// clock it is the same for the same scenario and seed.

#pragma once

#include <memory>
#include <string_view>

#include "hw_model/base/units.h"
#include "tb/report/run_directory.h"

namespace spdlog {
class logger;
}

namespace weir::report {

class RunLog {
 public:
  // Throws OutputError, as all below.
  explicit RunLog(const RunDirectory& directory);
  ~RunLog();

  void info(Time at, std::string_view text);
  void warning(Time at, std::string_view text);
  void error(Time at, std::string_view text);
  // Puts run.log under its name. Without it, what was logged is in run.log.partial if the run is killed, and nowhere if
  // it ends by an exception.
  void close();

 private:
  class Sink;
  std::shared_ptr<Sink> sink_;
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace weir::report

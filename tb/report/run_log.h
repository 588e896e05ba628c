// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// run.log: the events of a run, one line each: wall clock, level, simulated time, text. Except for the wall clock, the
// file is the same for the same scenario and seed.

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
  // Every function except the destructor throws OutputError.
  explicit RunLog(const RunDirectory& directory);
  ~RunLog();

  void info(Time at, std::string_view text);
  void warning(Time at, std::string_view text);
  void error(Time at, std::string_view text);
  // Gives run.log its name. Without close() the log is in run.log.partial if the run is killed, and lost if it ends by
  // an exception.
  void close();

 private:
  class Sink;
  std::shared_ptr<Sink> sink_;
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace weir::report

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/owner.h"

#include <fstream>
#include <sstream>
#include <unistd.h>

#include "tb/text/host_name.h"

namespace weir::sweep {
namespace {

// Field 22 of /proc/PID/stat, counted behind the name, which may hold blanks. Empty where there is no such process.
std::string start_of(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) {
    return "";
  }
  std::istringstream fields(line.substr(name_end + 1));
  constexpr int kStart = 20;
  std::string state;
  std::string field;
  fields >> state;
  for (int i = 1; i < kStart; ++i) {
    fields >> field;
  }
  return state == "Z" || state == "X" ? "" : field;  // one that has ended and is not waited for
}

}  // namespace

Owner this_process() {
  const std::string pid = std::to_string(::getpid());
  return {text::host_name(), pid + "/" + start_of(pid)};
}

bool is_alive_here(const std::string& process) {
  const std::size_t slash = process.find('/');
  const std::string start = start_of(process.substr(0, slash));
  return slash != std::string::npos && !start.empty() && process.substr(slash + 1) == start;
}

}  // namespace weir::sweep

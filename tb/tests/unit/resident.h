// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How much of the process is in memory.

#pragma once

#include <cstddef>
#include <fstream>
#include <unistd.h>

namespace weir {

// KiB.
inline std::size_t resident() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all = 0;
  std::size_t pages = 0;
  statm >> all >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

}  // namespace weir

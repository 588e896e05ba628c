// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How much of the process's own memory is in memory.

#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <sys/mman.h>

namespace weir {

// KiB, without what is mapped from files: a kernel maps a program's text by up to 2 MiB at a touch.
inline std::size_t resident() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all = 0;
  std::size_t pages = 0;
  std::size_t of_files = 0;
  statm >> all >> pages >> of_files;
  return (pages - of_files) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

// KiB of the whole pages from `begin` on that are in memory.
inline std::size_t resident(void* begin, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> is_in((bytes + page - 1) / page);
  if (mincore(begin, bytes, is_in.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "mincore");
  return static_cast<std::size_t>(std::ranges::count_if(is_in, [](unsigned char in) { return (in & 1U) != 0; })) *
         page / 1024;
}

}  // namespace weir

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A task of a test in a process of its own: SystemC elaborates once a process.

#pragma once

#include <unistd.h>

#include <sys/wait.h>

#include "tb/tests/unit/switch_kit.h"

namespace weir {

// What the task says; its failures fail the test.
inline std::string run_elsewhere(const std::function<std::string()>& task) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  if (::fork() == 0) {
    const std::string text = task();
    const bool written = ::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::_exit(written && !testing::Test::HasFailure() ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t got = ::read(ends[0], part.data(), part.size()); got > 0;
       got = ::read(ends[0], part.data(), part.size()))
    text.append(part.data(), static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  ::wait(&status);
  EXPECT_EQ(status, 0) << text;
  return text;
}

}  // namespace weir

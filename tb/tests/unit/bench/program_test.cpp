// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Another simulator's command, as `weir bench --beside` runs it.

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tb/bench/sample.h"

namespace weir::bench {
namespace {

std::string refusal_of(const std::string& command) {
  try {
    static_cast<void>(program(command));
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return "";
}

TEST(Program, HasTheHopsOfItsLastLineAndTheTimeOfAllItsProcesses) {
  const Sample sample =
      program("echo hops 1; sh -c 'n=0; while [ $n -lt 20000 ]; do n=$((n+1)); done'; echo hops 5000");
  EXPECT_EQ(sample.units, 5000);
  EXPECT_GT(sample.cpu_seconds, program("echo hops 5000").cpu_seconds);
  EXPECT_GT(sample.peak_megabytes, 0);
}

TEST(Program, WithoutHopsIsRefused) {
  EXPECT_EQ(refusal_of("exit 3"), "bench: --beside: 'exit 3' ended with status 3");
  for (const std::string command :
       {"true", "echo hops 0", "echo hops 7; echo", "echo hops 7; echo more", "echo shops 7", "echo hops 7.5"}) {
    EXPECT_EQ(refusal_of(command), "bench: --beside: '" + command + "' has no last line 'hops N', N from 1 on");
  }
}

}  // namespace
}  // namespace weir::bench

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Many runs, each in a process of its own.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/tests/regress/lossless/run.h"

namespace weir::lossless {

struct Task {
  std::uint64_t number = 0;  // of the network
  Scheme scheme = Scheme::kNone;
  Planted planted;
};

// As many at a time as the machine has processors; the results in the order of the tasks. A process that a signal ends
// leaves a result that is not finished.
std::vector<Result> run_all(const std::vector<Task>& tasks);

}  // namespace weir::lossless

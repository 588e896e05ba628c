// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the deadlock oracle has found, as results.

#pragma once

#include <vector>

#include "tb/oracle/deadlock.h"
#include "tb/report/results.h"

namespace weir {

// Fills `deadlock` and `deadlocks`; `all`: in the order of finding.
void measure_deadlocks(const std::vector<oracle::DeadlockFound>& all, report::Results& results);

}  // namespace weir

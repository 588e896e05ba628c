// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

// "s1.p0.c0 lost 532 packets of class 0 (lossless) from 12.3 us to 48.1 us: BOUND".
std::string loss_text(const LossResult& loss);

// A line for each of the first eight queues of `losses`, and one with the number of the others and of their packets.
// For a summary of a version that had no `losses`: its `faults`.
std::vector<std::string> loss_lines(const Results& results);

}  // namespace weir::report

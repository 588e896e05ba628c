// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables that `weir run` prints: flows, queues with their highest VIQ beside XOFF and their pause counts, drops,
// deadlock, expectations and the verdict.

#pragma once

#include <cstddef>
#include <string>

#include "tb/report/console_text.h"
#include "tb/report/results.h"

namespace weir::report {

std::string console_table(const Results& results, const ConsoleStyle& style, std::size_t max_queues = 24);

// One line of text for the console, with its end; broken at blanks where it is too long.
std::string console_line(const std::string& text, const ConsoleStyle& style);

// The last line of console_table().
std::string console_verdict(const Results& results, const ConsoleStyle& style);

}  // namespace weir::report

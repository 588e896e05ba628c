// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables that `weir run` prints: flows, queues with their highest VIQ beside XOFF and their pause counts, drops,
// deadlock, expectations and the verdict.

#pragma once

#include <cstddef>
#include <string>

#include "tb/report/results.h"

namespace weir::report {

// How text is written to the console.
struct ConsoleStyle {
  bool colours = false;
  std::size_t columns = 120;  // longer lines are broken at blanks, wider tables into several
};

// The style for this descriptor (1: standard output): colours as may_use_colours() says, the columns of its terminal.
ConsoleStyle console_style(int descriptor);

// Lists at most `max_queues` queues, those with most pauses and the fullest first; summary.json has all queues.
std::string console_table(const Results& results, const ConsoleStyle& style, std::size_t max_queues = 24);

// One line of text for the console, with its end; broken at blanks where it is too long.
std::string console_line(const std::string& text, const ConsoleStyle& style);

// The last line of console_table().
std::string console_verdict(const Results& results, const ConsoleStyle& style);

// Whether text for this descriptor (1: standard output, 2: standard error) may be coloured: it is a terminal, NO_COLOR
// is unset or empty, and TERM is not "dumb".
bool may_use_colours(int descriptor);

}  // namespace weir::report

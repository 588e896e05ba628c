// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables that `weir run` prints: flows, queues with their highest VIQ beside XOFF and their pause counts, drops,
// deadlock, expectations and the verdict.

#pragma once

#include <string>

#include "tb/report/results.h"

namespace weir::report {

// Lists at most `max_queues` queues, those with most pauses and the fullest first; summary.json has all queues.
std::string console_table(const Results& results, bool colours, std::size_t max_queues = 24);

// Whether text for this descriptor (1: standard output, 2: standard error) may be coloured: it is a terminal, NO_COLOR
// is unset or empty, and TERM is not "dumb".
bool may_use_colours(int descriptor);

}  // namespace weir::report

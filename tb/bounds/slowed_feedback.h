// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Warnings of what delays feedback for longer than safety bounds count. Bounds are reckoned from the rates that links
// are built for: after an event that lowers a rate, feedback waits longer behind a frame, and takes longer itself.
// Periodic messages keep their period. Feedback that link-level retry numbers waits for all that retry waits for.

#pragma once

#include <string>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// A line for the first event or error that delays feedback of one of these switches that must not be late
// (SchemeCard::feedback_may_be_late), or "".
std::string slowed_feedback_warning(const Alike& alike);

// A line for the first event that leaves an end of a link no time for packets beside its credit messages, or "".
std::string filled_link_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Warnings of events that lower the rate of a link. Safety bounds are reckoned from the rates that links are built for:
// at a lower rate feedback waits longer behind a frame, and takes longer itself. Periodic messages keep their period.

#pragma once

#include <string>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// A line for the first event that lowers the rate at which one of these switches sends feedback that must not be late
// (SchemeCard::feedback_may_be_late), or "".
std::string slowed_feedback_warning(const Alike& alike);

// A line for the first event that leaves an end of a link no time for packets beside its credit messages, or "".
std::string filled_link_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds

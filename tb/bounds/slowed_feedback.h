// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Events that slow down what a switch sends. Safety bounds are reckoned from the rates that links are built for: beyond
// these, feedback waits longer behind a frame, and takes longer itself. Messages that go periodically keep their
// period.

#pragma once

#include <string>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// Whether more comes than the scheme's bound has where its frames are late. Without news credits of CBFC let nothing
// pass, and messages of conceptual GFC take no time on the wire.
bool waits_for_feedback(flow_control::Scheme scheme);

// A line for the first event that lowers the rate at which one of these switches tells its senders of a scheme that
// waits for it, or "".
std::string slowed_feedback_warning(const Alike& alike);

// A line for the first event that leaves an end of a link no time for packets beside its credit messages, or "".
std::string filled_link_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a congestion detector must have to tell a root from a victim. A scenario that does not keep it runs, with a
// warning. Sources: TCD, SIGCOMM '21, section 4; else derived.

#pragma once

#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// The longest T_c behind which a queue that is the root ever leaves TCD's undetermined state, B/C - 2 t_p - 2 MTU/C, in
// whole picoseconds; may be negative. Beyond it a buffer of B runs out of credits in each period, and T_on never
// reaches T_c. `frame` is what the largest frame costs on the wire.
Time longest_credit_period(Bytes buffer, BitRate rate, Time wire, Bytes frame);

// A line for each, on the worst of their links.
std::vector<std::string> detector_warnings(const Alike& alike);

// What TCD's times and rule are in the switches, a line for each rate and length of their links; empty without TCD.
std::vector<std::string> detector_notes(const scenario::Scenario& scenario);

}  // namespace weir::bounds

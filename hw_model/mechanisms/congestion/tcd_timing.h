// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of TCD's registers, worked out from the settings of TCD and of the port: times in ticks, lengths, widths.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// TCD eq. (3) with tau = 2 MTU/C + 2 t_p (section 4.3): (2 (B1 - B0) + tau C)/(2 epsilon C) + tau. C >= 1 bit/s,
// 0 < epsilon <= 1; rounded to a picosecond.
Time longest_on_period(BitRate line_rate, Bytes xoff_to_xon, Bytes max_frame, Time propagation, double epsilon);

// max(T_on) of this port: TCD eq. (3), or T_c behind credits (section 4.4). With link-level retry a loop and a replay
// timer more: an egress that repeats frames is ON, and sends nothing from its queues.
Time longest_on_period(const PortContext& context);

// T, from one sample of a released queue to the next: 2 max(T_on), not the paper's max(T_on). With it `flat_band` is
// more than a covered root swings, and fewer backlogs outlast it (docs/decisions/0191).
Time sample_period(const PortContext& context);

// Bytes by which a queue that stands may have fallen in T: max(2 MTU, epsilon C T).
Bytes flat_band(const PortContext& context);

// The rule of this port, never kByScheme.
ReleaseRule release_rule(const PortContext& context);

// Whole ticks, rounded up.
std::uint64_t ticks_of(Time span, Time tick);

// The least width of a time stamp with which no wrap-around looks like a short span (swept_stamp.h). tick > 0.
unsigned safe_timestamp_bits(Time longest, Time tick, unsigned classes);

// Width of the time stamps of this port: the setting, or the least width that is safe for max(T_on) and T. tick > 0.
unsigned timestamp_bits(const PortContext& context);

// Complains of settings of TCD that do not go together, or not with the port.
void check_tcd(const PortContext& context, ledger::Complaints& complaints);

}  // namespace weir::congestion

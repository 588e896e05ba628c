// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What TCD's registers hold, worked out from its settings and the port's: times in ticks, lengths, widths.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// TCD eq. (3) with tau = 2 MTU/C + 2 t_p (section 4.3): (2 (B1 - B0) + tau C)/(2 epsilon C) + tau. C >= 1 bit/s,
// 0 < epsilon <= 1; rounded to a picosecond.
Time longest_on_period(BitRate line_rate, Bytes xoff_to_xon, Bytes max_frame, Time propagation, double epsilon);

// max(T_on) of this port: that of TCD eq. (3), or T_c behind credits (section 4.4).
Time longest_on_period(const PortContext& context, DetectorKind form);

// T, from one sample of a released queue to the next: 2 max(T_on), not the paper's max(T_on). With it `flat_band` is
// more than a covered root swings, and fewer backlogs outlast it (docs/decisions/0191).
Time sample_period(const PortContext& context, DetectorKind form);

// Bytes by which a queue that stands may have fallen in T: max(2 MTU, epsilon C T).
Bytes flat_band(const PortContext& context, DetectorKind form);

// Without kByScheme.
ReleaseRule release_rule(const PortContext& context);

// Whole ticks, rounded up.
std::uint64_t ticks_of(Time span, Time tick);

// The least width of a time stamp that no wrap-around can fake a short span with (swept_stamp.h). tick > 0.
unsigned safe_timestamp_bits(Time longest, Time tick, unsigned classes);

// Of the stamps of this port: the least that is safe for both spans, or what was set. tick > 0.
unsigned timestamp_bits(const PortContext& context, DetectorKind form);

// `form` is kTcd or kTcdInfiniband.
void check_tcd(const PortContext& context, DetectorKind form, ledger::Complaints& complaints);

}  // namespace weir::congestion

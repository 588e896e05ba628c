// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ternary Congestion Detection (TCD, section 4): how long an ON period can be, and how wide a time stamp has to be.
//
// A port may not know whether a queue is congested while its ON periods are short, T_on < max(T_on): the time since the
// last OFF period ended is compared with a setting. The register that holds that end is a time stamp of finite width,
// now - end taken modulo 2^width, so a queue that was last OFF long ago would seem to have been OFF just now. No width
// is safe against that alone, because a queue may be silent for any time. So each time stamp has a bit that says it is
// in use, and a sweep looks at one class of each port every tick and clears the bit of a stamp older than max(T_on).
// Then no stamp in use is older than max(T_on) and one round of the sweep, and
//   2^width > max(T_on)/tick + classes + 1
// is safe, the one for the tick in which the period ended. Other than that nothing is assumed.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::congestion {

// TCD eq. (3) with tau = 2 MTU/C + 2 t_p (section 4.3): (2 (B1 - B0) + tau C)/(2 epsilon C) + tau. C >= 1 bit/s,
// 0 < epsilon <= 1; rounded to a picosecond.
Time longest_on_period(BitRate line_rate, Bytes xoff_to_xon, Bytes max_frame, Time propagation, double epsilon);

// max(T_on) of this port: that of TCD eq. (3), or T_c behind credits (section 4.4).
Time longest_on_period(const PortContext& context, DetectorKind form);

// The least width of a time stamp that no wrap-around can fake a short T_on with. tick > 0.
unsigned safe_timestamp_bits(Time longest_on, Time tick, unsigned classes);

}  // namespace weir::congestion

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that bring a rate limiter to each magnitude in its coverage (magnitudes.h): played in lock-step, and as
// segments of the golden vectors.

#pragma once

#include <vector>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/cosim/blocks/rate_limiter/setup.h"
#include "tb/cosim/runs.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

using LimiterScript = Script<reference::RateLimiterInputs>;

// Scripts for a block in this mode; a few thousand cycles each.
std::vector<LimiterScript> magnitude_scripts(const RateLimiterSetup& setup);

// The numbers of comparisons.h: pairs for the clamp and of rates; sums about a tick; parts of a tick that round up.
LimiterScript pairs_script(const RateLimiterSetup& setup);
LimiterScript rests_script(const RateLimiterSetup& setup);
LimiterScript parts_script(const RateLimiterSetup& setup);

// Waits, and idle times with a nonzero R_c, of more than 2^k cycles for each k from `least` to `most`, at most
// kShortAge; up to 10 except in residual rounding with the clamp, because a countdown does not depend on the mode.
LimiterScript age_script(const RateLimiterSetup& setup, unsigned least, unsigned most);

// One wait of more than 2^26 ticks: a 1537-byte packet at 10 Gbps, C/2^16.
LimiterScript long_wait_script(const RateLimiterSetup& setup);

// One wait, or one idle time with a nonzero R_c, of more than 2^k cycles.
LimiterScript wait_script(const RateLimiterSetup& setup, unsigned k);
LimiterScript idle_script(const RateLimiterSetup& setup, unsigned k);

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Directed stimulus: a few thousand cycles that walk through everything functional coverage asks for, in order, so
// that no hole is left to chance. The same cycles for the same configuration; starts and ends out of reset.

#pragma once

#include <vector>

#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "hw_model/reference/rate_limiter_cycle.h"
#include "hw_model/reference/stage_comparator_cycle.h"

namespace weir::cosim {

// For this form, widths, rounding and rate raise.
std::vector<reference::RateLimiterInputs> directed_stimulus(reference::RateForm form,
                                                            const reference::RateLimiterConfig& config);
std::vector<reference::StageComparatorInputs> directed_stimulus(const reference::StageComparatorConfig& config);
std::vector<reference::LeadingZeroInputs> directed_leading_zero_stimulus(
    const reference::StageComparatorConfig& config);

}  // namespace weir::cosim

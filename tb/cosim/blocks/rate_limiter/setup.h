// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "hw_model/reference/rate_limiter.h"

namespace weir::cosim {

// What a limiter is built for: its form, its mode and its widths.
struct RateLimiterSetup {
  reference::RateForm form = reference::RateForm::kStage;
  reference::RateLimiterConfig config{};
};

}  // namespace weir::cosim

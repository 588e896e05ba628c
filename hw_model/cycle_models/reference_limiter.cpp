// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate limiter of a switch whose limiters are their cycle models.

#include <memory>
#include <string>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "hw_model/cycle_models/ticked_rate_limiter.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::reference {
namespace {

// The C++ model as the core of the event form.
class ReferenceCore : public RateLimiterCycle {
 public:
  ReferenceCore(RateForm form, const RateLimiterConfig& config, const std::string& /*name*/)
      : RateLimiterCycle(form, config) {}
};

}  // namespace

std::unique_ptr<RateLimiter> make_reference_rate_limiter(RateForm form, const RateLimiterConfig& config,
                                                         const std::string& instance_name) {
  return std::make_unique<TickedRateLimiter<ReferenceCore>>(form, config, instance_name);
}

RateLimiter::Factory RateLimiter::reference() { return make_reference_rate_limiter; }

}  // namespace weir::reference

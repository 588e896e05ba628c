// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/rate_limiter_cycle.h"

namespace weir::reference {

namespace {

std::uint32_t least_rounded_up(Rounding rounding, unsigned subticks) {
  switch (rounding) {
    case Rounding::kFloor:
      return subticks;
    case Rounding::kCeil:
      return 1;
    case Rounding::kNearest:
      return (subticks + 1) / 2;  // half a tick goes up
    case Rounding::kResidual:
      break;
  }
  return 0;  // not rounded
}

}  // namespace

RateLimiterCycle::RateLimiterCycle(RateForm form, const RateLimiterConfig& config)
    : form_((config.validate(form), form)),
      subticks_(config.subticks),
      mode_(mode_of(config.rounding, config.rate_raise)),
      r_l_ticks_max_((std::uint32_t{1} << config.r_l_ticks) - 1),
      fraction_(form == RateForm::kStage ? 0 : config.factor_frac),
      tick_(std::uint64_t{config.subticks} << fraction_),
      r_c_max_((std::uint64_t{1} << (config.r_c + fraction_)) - 1) {}

RateLimiterCycle::Mode RateLimiterCycle::mode_of(Rounding rounding, RateRaise rate_raise) const {
  return {.residual = rounding == Rounding::kResidual,
          .clamp = rate_raise == RateRaise::kClamp,
          .round_up_from = least_rounded_up(rounding, subticks_)};
}

void RateLimiterCycle::set_modes(Rounding rounding, RateRaise rate_raise) { mode_ = mode_of(rounding, rate_raise); }

}  // namespace weir::reference

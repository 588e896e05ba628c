// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/rate_limiter_cycle.h"

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
    : form_((config.validate(), form)),
      residual_(config.rounding == Rounding::kResidual),
      clamp_(config.rate_raise == RateRaise::kClamp),
      subticks_(config.subticks),
      round_up_from_(least_rounded_up(config.rounding, config.subticks)),
      r_l_ticks_max_((std::uint32_t{1} << config.r_l_ticks) - 1),
      fraction_(form == RateForm::kStage ? 0 : config.factor_frac),
      tick_(std::uint64_t{config.subticks} << fraction_),
      r_c_max_((std::uint64_t{1} << (config.r_c + fraction_)) - 1) {}

void RateLimiterCycle::set_modes(Rounding rounding, RateRaise rate_raise) {
  residual_ = rounding == Rounding::kResidual;
  clamp_ = rate_raise == RateRaise::kClamp;
  round_up_from_ = least_rounded_up(rounding, subticks_);
}

}  // namespace weir::reference

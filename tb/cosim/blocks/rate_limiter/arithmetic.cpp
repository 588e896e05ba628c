// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/arithmetic.h"

namespace weir::cosim {

using reference::RateForm;
using reference::Rounding;

LimiterArithmetic::LimiterArithmetic(const RateLimiterSetup& setup)
    : form(setup.form),
      subticks(setup.config.subticks),
      ticks_max((1U << setup.config.r_l_ticks) - 1),
      ticks_bits(setup.config.r_l_ticks),
      fraction(form == RateForm::kStage ? 0 : setup.config.factor_frac),
      bits(setup.config.r_c + fraction),
      tick(std::uint64_t{subticks} << fraction),
      r_c_max((std::uint64_t{1} << bits) - 1),
      r_l_max(std::uint64_t{ticks_max} * subticks + subticks - 1),
      r_r_max(setup.config.r_r_max(form)),
      gap_max(gap(r_r_max, r_l_max)) {}

bool LimiterArithmetic::rounds_up(std::uint32_t ticks, std::uint32_t part, Rounding rounding) const {
  const bool wanted = rounding == Rounding::kCeil ? part != 0 : rounding == Rounding::kNearest && 2 * part >= subticks;
  return wanted && ticks != ticks_max;
}

std::uint64_t LimiterArithmetic::r_l(std::uint32_t ticks, std::uint32_t part, Rounding rounding) const {
  const std::uint64_t whole = std::uint64_t{ticks} * subticks;
  return rounding == Rounding::kResidual ? whole + part : whole + (rounds_up(ticks, part, rounding) ? subticks : 0);
}

}  // namespace weir::cosim

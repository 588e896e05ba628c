// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/cosim/blocks/rate_limiter/setup.h"

namespace weir::cosim {

constexpr std::uint64_t power(unsigned bit) { return std::uint64_t{1} << bit; }

// Of an odd number, modulo 2^64.
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = 1;
  for (int step = 0; step < 6; ++step) {
    inverse *= 2 - odd * inverse;
  }
  return inverse;
}

// The arithmetic of a limiter with these widths.
struct LimiterArithmetic {
  explicit LimiterArithmetic(const RateLimiterSetup& setup);

  std::uint64_t r_l(std::uint32_t ticks, std::uint32_t subticks, reference::Rounding rounding) const;
  bool rounds_up(std::uint32_t ticks, std::uint32_t subticks, reference::Rounding rounding) const;
  std::uint64_t gap(std::uint64_t r_r, std::uint64_t r_l) const {
    return form == reference::RateForm::kStage ? (r_l << r_r) - r_l : r_l * r_r;
  }
  std::uint64_t counted(std::uint64_t r_c) const { return r_c >= tick ? r_c - tick : r_c; }

  reference::RateForm form;
  std::uint32_t subticks;
  std::uint32_t ticks_max;
  unsigned ticks_bits;
  unsigned fraction;   // bits of R_c below a subtick
  unsigned bits;       // of R_c
  std::uint64_t tick;  // in units of R_c, like the members below
  std::uint64_t r_c_max;
  std::uint64_t r_l_max;  // in subticks
  std::uint64_t r_r_max;
  std::uint64_t gap_max;
};

}  // namespace weir::cosim

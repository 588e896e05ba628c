// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Fixed-point operations of FERA's meter: products and quotients, rounded to the nearest or down.

#pragma once

#include <cmath>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// value/2^bits, halves upwards, or rounded down. bits < 126; the result fits.
constexpr std::int64_t fera_shifted(Wide value, unsigned bits, FeraRounding rounding) {
  const Wide half = rounding == FeraRounding::kNearest && bits > 0 ? Wide{1} << (bits - 1) : Wide{0};
  return static_cast<std::int64_t>((value + half) >> bits);
}

// dividend/divisor, halves upwards, or rounded down. dividend >= 0, divisor > 0; twice each fits 127 bits.
constexpr Wide fera_quotient(Wide dividend, Wide divisor, FeraRounding rounding) {
  return rounding == FeraRounding::kNearest ? (2 * dividend + divisor) / (2 * divisor) : dividend / divisor;
}

// The constant `value`, which software computes from settings, in units of 2^-bits, to the nearest.
// value
//  2^bits < 2^62.
inline std::int64_t fera_constant(double value, unsigned bits) {
  return std::llround(std::ldexp(value, static_cast<int>(bits)));
}

}  // namespace weir::reference

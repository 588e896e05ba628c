// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Logarithm and exponential that use only sums, products and quotients, which IEEE 754 rounds alike everywhere. The
// functions of the C library differ in the last bit between its versions and processors, so that a drawn time could
// differ by a picosecond. Within 3 units in the last place.

#pragma once

#include <cmath>

namespace weir {

// log 2 in two parts: the product of the first with a whole number below 2^20 is exact.
inline constexpr double kLog2 = 0x1.62e42feep-1;
inline constexpr double kLog2Rest = 0x1.a39ef35793c76p-33;

// x > 0.
inline double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // 1/2..1
  if (mantissa < 0x1.6a09e667f3bcdp-1) {       // sqrt(1/2)..sqrt(2), so that the series is short
    mantissa *= 2;
    --exponent;
  }
  // log m = 2 atanh s = 2 (s + s^3 / 3 + s^5 / 5 + ...), |s| <= 0.172
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double sum = 0;
  for (int power = 23; power >= 3; power -= 2) {
    sum = (sum + 1.0 / power) * square;
  }
  return exponent * kLog2 + (2 * s + (2 * s * sum + exponent * kLog2Rest));
}

// |x| <= 700.
inline double portable_exp(double x) {
  const double twos = std::floor(x / kLog2 + 0.5);
  const double rest = (x - twos * kLog2) - twos * kLog2Rest;  // |rest| <= 0.35
  double sum = 1;
  for (int n = 17; n >= 1; --n) {
    sum = 1 + sum * rest / n;
  }
  return std::ldexp(sum, static_cast<int>(twos));
}

}  // namespace weir

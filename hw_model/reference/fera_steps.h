// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The fixed-point steps of FERA's meter, as functions of integers: FeraArithmetic calls them with values from settings
// and times, FeraMeterCycle with registers. Fractions are in units of 2^-fraction_bits. Products are rounded as
// `rounding` says, constants to the nearest.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_fixed_point.h"

namespace weir::reference {

// The parts of T in which fixed point counts the time that the clock ran; double precision does not round this time.
inline constexpr unsigned kFeraClockParts = 64;
// rho saturates below 4: beyond, the step is at its lower bound for any f.
inline constexpr unsigned kFeraLoadBits = 2;
// f saturates below 8: beyond, the step is at its upper bound for any rho.
inline constexpr unsigned kFeraControlBits = 3;
// 1/rho saturates below 2^12: no r of a port is further below C.
inline constexpr unsigned kFeraRatioBits = 12;

// How products are rounded, and to which bit.
struct FeraFraction {
  unsigned bits = 14;
  FeraRounding rounding = FeraRounding::kNearest;

  std::int64_t one() const { return std::int64_t{1} << bits; }
  // a b, where one factor has `bits` fraction bits.
  std::int64_t times(std::int64_t a, std::int64_t b) const { return fera_shifted(Wide{a} * b, bits, rounding); }
  // The highest number below 2^above.
  std::int64_t most(unsigned above) const { return (one() << above) - 1; }
};

// t in 64ths of T, 1 to 64. t and T in one unit, 0 <= t <= T, 0 < T.
inline std::int64_t fera_parts(std::int64_t counted, std::int64_t interval) {
  const Wide parts = fera_quotient(Wide{counted} * kFeraClockParts, interval, FeraRounding::kNearest);
  return static_cast<std::int64_t>(std::max(Wide{1}, parts));
}

// rho = A/(C t), below 4: A times 1/(C T), which is `inverse` in units of 2^-(shift + bits), times T/t.
inline std::int64_t fera_load(const FeraFraction& fraction, std::int64_t arrived, std::int64_t inverse, unsigned shift,
                              std::int64_t parts) {
  const std::int64_t most = fraction.most(kFeraLoadBits);
  const Wide of_all = (Wide{arrived} * inverse +
                       (fraction.rounding == FeraRounding::kNearest && shift > 0 ? Wide{1} << (shift - 1) : Wide{0})) >>
                      shift;
  const auto rho = static_cast<std::int64_t>(std::min(Wide{most}, of_all));
  const auto stretch =
      static_cast<std::int64_t>(fera_quotient(Wide{kFeraClockParts} << fraction.bits, parts, FeraRounding::kNearest));
  return std::min(most, fraction.times(rho, stretch));
}

// 1 - gain ramp, at least `least`, below 8. `gain` in units of 2^-(bits + depth_bits) a byte, the ramp in bytes.
inline std::int64_t fera_slope(const FeraFraction& fraction, std::int64_t gain, unsigned depth_bits, std::int64_t ramp,
                               std::int64_t least) {
  const std::int64_t change = fera_shifted(-Wide{gain} * ramp, depth_bits, fraction.rounding);
  return std::max(least, std::min(fraction.most(kFeraControlBits), fraction.one() + change));
}

// r (1 + f - rho), the factor within its bounds.
inline std::int64_t fera_stepped(const FeraFraction& fraction, std::int64_t r, std::int64_t f, std::int64_t rho,
                                 std::int64_t least_step, std::int64_t most_step) {
  return fraction.times(r, std::clamp(fraction.one() + f - rho, least_step, most_step));
}

// r (f (1/rho)), with 1/rho = C t/A = `quotient`, saturated below 2^12.
inline std::int64_t fera_divided(const FeraFraction& fraction, std::int64_t r, std::int64_t f, Wide quotient) {
  const auto inverse_load = static_cast<std::int64_t>(std::min(quotient, Wide{fraction.most(kFeraRatioBits)}));
  return fraction.times(r, fraction.times(f, inverse_load));
}

// r C_i/C_(i-1): C_i T in bytes, 1/(C_(i-1) T) as `inverse` in units of 2^-(shift + bits). The result saturates at
// 2^62.
inline std::int64_t fera_scaled(const FeraFraction& fraction, std::int64_t r, std::int64_t capacity,
                                std::int64_t inverse, unsigned shift) {
  const unsigned bits = shift + fraction.bits;
  const Wide half = fraction.rounding == FeraRounding::kNearest ? Wide{1} << (bits - 1) : Wide{0};
  constexpr Wide kFar = Wide{1} << 62;
  return static_cast<std::int64_t>(std::min(kFar, (Wide{r} * capacity * inverse + half) >> bits));
}

// Sign of the change of C: -1 fell, 1 rose, 0 no change that the two values of 1/(C T), each with its shift, can show.
inline int fera_change(std::int64_t inverse, unsigned shift, std::int64_t inverse_before, unsigned shift_before) {
  if (shift != shift_before) {
    return shift < shift_before ? -1 : 1;
  }
  return inverse > inverse_before ? -1 : inverse < inverse_before ? 1 : 0;
}

// r in bit/s, to the nearest, at least 1; r counts in units of 2^-(rate_bits - 1) of `line`.
inline BitRate fera_advertised(std::int64_t r, unsigned rate_bits, BitRate line) {
  return BitRate(
      std::max<std::int64_t>(1, fera_shifted(Wide{r} * line.count(), rate_bits - 1, FeraRounding::kNearest)));
}

}  // namespace weir::reference

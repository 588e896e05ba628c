// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The arithmetic of FERA's meter from r to the next r, before the enhancements that change r afterwards, in the three
// forms of fera_settings.h. r counts in units of 2^-(rate_bits - 1) of the rate that the port was built for.
//
// exact:        r f C t/A, t being the part of T that counts.
// dividing:     1/rho = C t/A to F bits, by a bit-serial divider or from a table; its product with f to F bits; that
//               with r to a unit.
// divisor_free: rho = A times 1/(C T), a constant that software writes, to F bits; where t is not T, times T/t of a
//               table of 64 constants; r times 1 + f - rho within its bounds.
// With gamma below 1, gamma C replaces C above Q_eq: one more product, in divisor_free that of rho with 1/gamma.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::reference {

// The measurements of one interval T.
struct FeraLoad {
  Bytes arrived;     // A, more than 0
  Bytes queue;       // q at its end
  BitRate capacity;  // C at its end
  Time counted;      // t: at most T, 0 or more
};

// 1/A from a table of the reciprocals of 1, 1 + 1/64, ... 2, with linear interpolation.
class FeraReciprocals {
 public:
  static constexpr unsigned kEntries = 64;
  static constexpr unsigned kIndexBits = 6;
  static constexpr unsigned kBetweenBits = 10;  // of A below the index: further bits change nothing
  static constexpr unsigned kGuardBits = 2;     // of an entry, beyond F

  // Entries have `fraction_bits` (F) + kGuardBits bits below one.
  explicit FeraReciprocals(unsigned fraction_bits);

  // dividend/divisor in units of 2^-F. dividend >= 0, divisor > 0, both below 2^48.
  Wide quotient(std::int64_t dividend, std::int64_t divisor, FeraRounding rounding) const;

  std::int64_t entry(std::size_t place) const { return entries_[place]; }

 private:
  unsigned fraction_bits_;
  std::array<std::int64_t, kEntries + 1> entries_{};
};

// C t in bytes, rounded down; at least 1.
Bytes fera_capacity(BitRate capacity, Time counted);

// 1/(C T) as divisor_free has it: in units of 2^-fera_inverse_bits, to the nearest. C T >= 1 B.
unsigned fera_inverse_bits(const FeraSettings& settings, Bytes capacity);
// fera_inverse_bits without the fraction bits: by how many bits A/(C T) is shifted.
unsigned fera_inverse_shift(Bytes capacity);
std::int64_t fera_inverse_capacity(const FeraSettings& settings, Bytes capacity);

class FeraArithmetic {
 public:
  FeraArithmetic(const FeraSettings& settings, const FeraPort& port);

  // r f/rho in the form of the settings, from 0 to 2^(rate_bits + 12). r >= 0; in fixed point a whole number.
  double next(double r, const FeraLoad& load) const;

  // The same in double precision, with which rounding is compared: r f/rho if `divides`, else r (1 + f - rho) within
  // its bounds.
  double next_unrounded(double r, const FeraLoad& load, bool divides) const;

 private:
  std::int64_t dividing(std::int64_t r, const FeraLoad& load) const;
  std::int64_t divisor_free(std::int64_t r, const FeraLoad& load) const;
  bool reduced(const FeraLoad& load) const { return settings_.gamma < 1 && load.queue > settings_.q_eq; }

  FeraSettings settings_;
  FeraPort port_;
  FeraReciprocals reciprocals_;
};

}  // namespace weir::reference

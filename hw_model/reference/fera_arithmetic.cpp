// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/fera_arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "hw_model/reference/fera_fixed_point.h"
#include "hw_model/reference/fera_queue_control.h"
#include "hw_model/reference/fera_steps.h"

namespace weir::reference {
namespace {

FeraFraction fraction_of(const FeraSettings& settings) {
  return {.bits = settings.fraction_bits, .rounding = settings.rounding};
}

}  // namespace

FeraReciprocals::FeraReciprocals(unsigned fraction_bits) : fraction_bits_(fraction_bits) {
  const Wide one = Wide{1} << (fraction_bits + kGuardBits);
  for (std::size_t i = 0; i <= kEntries; ++i) {
    entries_[i] = static_cast<std::int64_t>(
        fera_quotient(one * kEntries, static_cast<Wide>(kEntries + i), FeraRounding::kNearest));
  }
}

Wide FeraReciprocals::quotient(std::int64_t dividend, std::int64_t divisor, FeraRounding rounding) const {
  const auto highest = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(divisor))) - 1;
  // The bits below the highest one: the first of them select the entry, the next interpolate towards its neighbour.
  constexpr unsigned kUsed = kIndexBits + kBetweenBits;
  const std::int64_t below = divisor - (std::int64_t{1} << highest);
  const std::int64_t used = highest > kUsed ? below >> (highest - kUsed) : below << (kUsed - highest);
  const auto place = static_cast<std::size_t>(used >> kBetweenBits);
  const std::int64_t between = used & ((std::int64_t{1} << kBetweenBits) - 1);
  const std::int64_t fall = entries_[place] - entries_[place + 1];
  const std::int64_t inverse = entries_[place] - fera_shifted(Wide{fall} * between, kBetweenBits, rounding);
  return fera_shifted(Wide{dividend} * inverse, highest + kGuardBits, rounding);
}

Bytes fera_capacity(BitRate capacity, Time counted) { return std::max(Bytes(1), bytes_in(counted, capacity)); }

unsigned fera_inverse_bits(const FeraSettings& settings, Bytes capacity) {
  return fera_inverse_shift(capacity) + settings.fraction_bits;
}

unsigned fera_inverse_shift(Bytes capacity) {
  return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(capacity.count()))) +
         FeraReciprocals::kGuardBits;
}

std::int64_t fera_inverse_capacity(const FeraSettings& settings, Bytes capacity) {
  return static_cast<std::int64_t>(
      fera_quotient(Wide{1} << fera_inverse_bits(settings, capacity), capacity.count(), FeraRounding::kNearest));
}

FeraArithmetic::FeraArithmetic(const FeraSettings& settings, const FeraPort& port)
    : settings_(settings), port_(port), reciprocals_(settings.fraction_bits) {}

double FeraArithmetic::next(double r, const FeraLoad& load) const {
  const double most = std::ldexp(1.0, static_cast<int>(settings_.rate_bits + kFeraRatioBits));
  if (settings_.form == FeraForm::kExact) {
    return std::min(most, next_unrounded(r, load, true));
  }
  const auto whole = static_cast<std::int64_t>(r);
  return static_cast<double>(settings_.form == FeraForm::kDividing ? dividing(whole, load) : divisor_free(whole, load));
}

double FeraArithmetic::next_unrounded(double r, const FeraLoad& load, bool divides) const {
  const double part = reduced(load) ? settings_.gamma : 1;
  const double capacity = part * static_cast<double>(load.capacity.count()) / kBitsPerByte * seconds(load.counted);
  const double f = fera_queue_control(settings_, load.queue);
  const auto arrived = static_cast<double>(load.arrived.count());
  if (divides) {
    return r * f * capacity / arrived;
  }
  const double step = capacity > 0 ? 1 + f - arrived / capacity : settings_.least_step;
  return r * std::clamp(step, settings_.least_step, settings_.most_step);
}

std::int64_t FeraArithmetic::dividing(std::int64_t r, const FeraLoad& load) const {
  const FeraFraction fraction = fraction_of(settings_);
  std::int64_t capacity = fera_capacity(load.capacity, load.counted).count();
  if (reduced(load)) {
    capacity = fraction.times(capacity, fera_constant(settings_.gamma, fraction.bits));
  }
  const Wide quotient = settings_.division == FeraDivision::kTable
                            ? reciprocals_.quotient(capacity, load.arrived.count(), settings_.rounding)
                            : fera_quotient(Wide{capacity} << fraction.bits, load.arrived.count(), settings_.rounding);
  return fera_divided(fraction, r, fera_queue_control_fixed(settings_, load.queue, port_.depth_bits), quotient);
}

std::int64_t FeraArithmetic::divisor_free(std::int64_t r, const FeraLoad& load) const {
  const FeraFraction fraction = fraction_of(settings_);
  const Bytes capacity = fera_capacity(load.capacity, settings_.interval);
  std::int64_t rho =
      fera_load(fraction, load.arrived.count(), fera_inverse_capacity(settings_, capacity),
                fera_inverse_shift(capacity), fera_parts(load.counted.count(), settings_.interval.count()));
  if (reduced(load)) {
    rho =
        std::min(fraction.most(kFeraLoadBits), fraction.times(rho, fera_constant(1 / settings_.gamma, fraction.bits)));
  }
  return fera_stepped(fraction, r, fera_queue_control_fixed(settings_, load.queue, port_.depth_bits), rho,
                      fera_constant(settings_.least_step, fraction.bits),
                      fera_constant(settings_.most_step, fraction.bits));
}

}  // namespace weir::reference

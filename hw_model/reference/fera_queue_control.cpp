// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/fera_queue_control.h"

#include <algorithm>

#include "hw_model/reference/fera_fixed_point.h"
#include "hw_model/reference/fera_steps.h"

namespace weir::reference {
namespace {

// The parameter of the hyperbola: a above Q_eq, b up to it.
double curve(const FeraSettings& settings, Bytes q) { return q <= settings.q_eq ? settings.b : settings.a; }

}  // namespace

Bytes fera_ramp(const FeraSettings& settings, Bytes q) {
  const unsigned stages = settings.queue_control == FeraQueueControl::kMultistage ? settings.stages : 1;
  Bytes sum = q - settings.q_eq;
  for (unsigned n = 2; n <= stages; ++n) {
    sum += std::max(Bytes(0), q - settings.q_eq * n);
  }
  return sum;
}

double fera_queue_control(const FeraSettings& settings, Bytes q) {
  const auto q_eq = static_cast<double>(settings.q_eq.count());
  if (settings.queue_control == FeraQueueControl::kHyperbolic) {
    const double bend = curve(settings, q);
    return std::max(settings.c, bend * q_eq / ((bend - 1) * static_cast<double>(q.count()) + q_eq));
  }
  return std::max(settings.c, 1 - settings.k * static_cast<double>(fera_ramp(settings, q).count()) / q_eq);
}

std::int64_t fera_gain(const FeraSettings& settings, unsigned depth_bits) {
  return fera_constant(settings.k / static_cast<double>(settings.q_eq.count()), settings.fraction_bits + depth_bits);
}

std::int64_t fera_queue_control_fixed(const FeraSettings& settings, Bytes q, unsigned depth_bits) {
  const unsigned fraction = settings.fraction_bits;
  const std::int64_t one = std::int64_t{1} << fraction;
  const std::int64_t least = fera_constant(settings.c, fraction);
  if (settings.queue_control == FeraQueueControl::kHyperbolic) {
    const std::int64_t bend = fera_constant(curve(settings, q) - 1, fraction);
    const Wide dividend = Wide{one + bend} * settings.q_eq.count();
    const Wide divisor = Wide{bend} * q.count() + Wide{one} * settings.q_eq.count();
    return std::max(least, static_cast<std::int64_t>(fera_quotient(dividend << fraction, divisor, settings.rounding)));
  }
  return fera_slope({.bits = fraction, .rounding = settings.rounding}, fera_gain(settings, depth_bits), depth_bits,
                    fera_ramp(settings, q).count(), least);
}

}  // namespace weir::reference

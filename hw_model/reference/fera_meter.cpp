// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/fera_meter.h"

#include <algorithm>
#include <cmath>

#include "hw_model/reference/fera_fixed_point.h"
#include "hw_model/reference/fera_steps.h"

namespace weir::reference {
namespace {

// The sum of two products with F bits in fixed point, as hardware computes it from a constant and a rate.
double weighed(double a, std::int64_t weight_of_a, double b, std::int64_t weight_of_b, const FeraSettings& settings) {
  const Wide sum = Wide{std::llround(a)} * weight_of_a + Wide{std::llround(b)} * weight_of_b;
  return static_cast<double>(fera_shifted(sum, settings.fraction_bits, settings.rounding));
}

bool in_fixed_point(const FeraSettings& settings) { return settings.form != FeraForm::kExact; }

}  // namespace

FeraMeter::FeraMeter(const FeraSettings& settings, const FeraPort& port)
    : settings_(settings), port_(port), arithmetic_(settings, port), capacity_(port.line_rate) {
  reset();
}

void FeraMeter::reset() {
  arrived_ = arrived_before_ = queue_ = Bytes(0);
  capacity_before_ = capacity_;
  rate_ = rate_before_ = first();
  increase_ = whole(settings_.delta * units_of(port_.line_rate));
}

void FeraMeter::reset_as_built() {
  reset();
  rate_ = rate_before_ = whole(units_of(port_.line_rate) / settings_.n0);
}

void FeraMeter::set(const FeraSettings& settings) {
  const bool other_limit = settings.delta != settings_.delta;
  settings_ = settings;
  arithmetic_ = FeraArithmetic(settings, port_);
  rate_ = clamped(whole(rate_));
  rate_before_ = clamped(whole(rate_before_));
  if (other_limit) {
    increase_ = whole(settings_.delta * units_of(port_.line_rate));
  }
}

void FeraMeter::arrived(Bytes length) {
  const std::int64_t most = (std::int64_t{1} << port_.arrived_bits) - 1;
  const std::int64_t sum = arrived_.count() + length.count();
  arrived_ = Bytes(settings_.overflow == FeraOverflow::kSaturates ? std::min(sum, most) : sum & most);
}

// First the clock: t is at least the floor. Then the time that the port could not use is subtracted.
Time FeraMeter::counted(const FeraInterval& interval) const {
  Time counted = settings_.interval;
  if (settings_.clock == FeraClock::kStands) {
    const auto least = std::llround(settings_.least_clock * static_cast<double>(settings_.interval.count()));
    counted = std::max(Time(least), counted - interval.paused);
  }
  if (settings_.takes_off_time) {
    counted -= interval.off;
  }
  return std::max(Time(0), counted);
}

double FeraMeter::stepped(const FeraInterval& interval) const {
  if (arrived_ == Bytes(0)) {
    return rate_;
  }
  const double next = arithmetic_.next(
      rate_, {.arrived = arrived_, .queue = interval.queue, .capacity = capacity_, .counted = counted(interval)});
  if (settings_.lambda >= 1) {
    return next;
  }
  if (!in_fixed_point(settings_)) {
    return settings_.lambda * next + (1 - settings_.lambda) * rate_before_;
  }
  const std::int64_t lambda = fera_constant(settings_.lambda, settings_.fraction_bits);
  return weighed(next, lambda, rate_before_, (std::int64_t{1} << settings_.fraction_bits) - lambda, settings_);
}

// Hardware multiplies with C_i T and divides by C_(i-1) T, in divisor_free by the constant 1/(C_(i-1) T), which also
// tells whether C has changed.
double FeraMeter::scaled(double r) const {
  if (capacity_ == capacity_before_) {
    return r;
  }
  const Bytes now = fera_capacity(capacity_, settings_.interval);
  const Bytes before = fera_capacity(capacity_before_, settings_.interval);
  const std::int64_t inverse = fera_inverse_capacity(settings_, before);
  int change = capacity_ < capacity_before_ ? -1 : capacity_ > capacity_before_ ? 1 : 0;
  if (settings_.form == FeraForm::kDivisorFree) {
    change = fera_change(fera_inverse_capacity(settings_, now), fera_inverse_shift(now), inverse,
                         fera_inverse_shift(before));
  }
  const bool follows = (change < 0 && settings_.scaling != FeraScaling::kNever) ||
                       (change > 0 && settings_.scaling == FeraScaling::kBoth);
  if (!follows) {
    return r;
  }
  if (!in_fixed_point(settings_)) {
    return r * static_cast<double>(capacity_.count()) / static_cast<double>(capacity_before_.count());
  }
  const std::int64_t whole_r = std::llround(r);
  if (settings_.form == FeraForm::kDividing) {
    return static_cast<double>(fera_quotient(Wide{whole_r} * now.count(), before.count(), settings_.rounding));
  }
  return static_cast<double>(fera_scaled({.bits = settings_.fraction_bits, .rounding = settings_.rounding}, whole_r,
                                         now.count(), inverse, fera_inverse_shift(before)));
}

// delta_i is at least a unit, or it would never grow again, and at most C.
double FeraMeter::limited(double r, Bytes queue) {
  if (settings_.delta == 0) {
    return r;
  }
  const bool grows = queue < settings_.q_eq;
  if (grows || queue > settings_.q_sc) {
    const double factor = grows ? settings_.eta : fera_eta_down(settings_);
    if (in_fixed_point(settings_)) {
      const double product = weighed(increase_, fera_constant(factor, settings_.fraction_bits), 0, 0, settings_);
      increase_ = grows ? std::max(increase_ + 1, product) : std::min(increase_ - 1, product);
    } else {
      increase_ *= factor;
    }
    increase_ = std::clamp(increase_, 1.0, units_of(port_.line_rate));
  }
  return std::min(r, rate_ + increase_);
}

void FeraMeter::tick(const FeraInterval& interval) {
  const double next = clamped(limited(scaled(stepped(interval)), interval.queue));
  rate_before_ = scaled(rate_);
  rate_ = next;
  arrived_before_ = arrived_;
  arrived_ = Bytes(0);
  queue_ = interval.queue;
  capacity_before_ = capacity_;
}

double FeraMeter::whole(double units) const {
  return in_fixed_point(settings_) ? std::max(1.0, std::round(units)) : units;
}

double FeraMeter::units_of(BitRate rate) const {
  const double line = std::ldexp(1.0, static_cast<int>(settings_.rate_bits) - 1);
  return whole(line * static_cast<double>(rate.count()) / static_cast<double>(port_.line_rate.count()));
}

double FeraMeter::least() const { return whole(units_of(capacity_) / settings_.n_max); }

double FeraMeter::first() const { return clamped(whole(units_of(capacity_) / settings_.n0)); }

double FeraMeter::clamped(double r) const { return std::clamp(r, least(), std::max(least(), units_of(capacity_))); }

BitRate FeraMeter::advertised() const {
  if (in_fixed_point(settings_)) {
    return fera_advertised(std::llround(rate_), settings_.rate_bits, port_.line_rate);
  }
  const double line = std::ldexp(1.0, static_cast<int>(settings_.rate_bits) - 1);
  return BitRate(std::max<std::int64_t>(1, std::llround(rate_ / line * static_cast<double>(port_.line_rate.count()))));
}

}  // namespace weir::reference

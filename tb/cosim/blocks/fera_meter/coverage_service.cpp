// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of a service of a port, counted as the unit begins it: what the unit will compute, step by step.

#include <algorithm>
#include <bit>

#include "hw_model/reference/fera_steps.h"
#include "tb/cosim/blocks/fera_meter/coverage.h"
#include "tb/cosim/blocks/fera_meter/coverage_bins.h"

namespace weir::cosim {

using namespace fera_bins;
using reference::FeraFraction;
using reference::FeraRounding;

namespace {

std::size_t width(std::uint64_t value) { return static_cast<std::size_t>(std::bit_width(value)); }

}  // namespace

void FeraMeterCoverage::begins(const Inputs& in) {
  const unsigned port = unit_.port();
  std::size_t others = 0;
  for (unsigned n = 0; n < widths_.ports; ++n) {
    others += n != port && unit_.due(n) ? 1 : 0;
  }
  due_.hit(due_.index({port, others}));
  const bool some = unit_.arrived_last(port) > 0;
  const auto before = static_cast<std::int64_t>(unit_.rate(port));
  const std::int64_t r = some ? loaded(in) : before;
  const int changed = change(in);
  const bool first = unit_.capacity_last(port) == 0 && unit_.shift_last(port) == 0;
  const bool follows = (changed < 0 && in.scales_fall) || (changed > 0 && in.scales_rise);
  services_.hit(services_.index({port, some ? 1U : 0U,
                                 first         ? kFirst
                                 : changed < 0 ? kFell
                                 : changed > 0 ? kRose
                                               : kSame,
                                 follows ? 1U : 0U}));
  bounded(in, follows ? followed(in, r) : r);
}

std::int64_t FeraMeterCoverage::loaded(const Inputs& in) {
  clock(in);
  const std::int64_t f = slope(in);
  return divides() ? divided(in, f) : stepped(in, f);
}

void FeraMeterCoverage::clock(const Inputs& in) {
  const std::int64_t paused = unit_.paused_last(unit_.port());
  const std::int64_t interval = in.interval;
  const std::int64_t ran = interval - paused;
  const std::int64_t floor = in.least_clock;
  const auto hit = [&](bool is, Clock what) {
    if (is) {
      clocks_.hit(what);
    }
  };
  hit(paused == 0, kNoPause);
  hit(paused > 0 && ran == floor + 1, kAboveFloor);
  hit(paused > 0 && floor > 0 && ran == floor, kAtFloor);
  hit(ran == floor - 1 && ran > 0, kBelowFloor);
  hit(paused > 0 && floor == 0, kNoFloor);
  hit(paused > 0 && ran == 1, kAllButOne);
  hit(ran == 0, kAll);
  hit(ran < 0, kLonger);
}

std::int64_t FeraMeterCoverage::slope(const Inputs& in) {
  const FeraFraction fraction{.bits = widths_.fraction_bits};
  const std::int64_t ramp = std::int64_t{unit_.queue(unit_.port())} - in.q_eq;
  const std::int64_t distance = ramp < 0 ? -ramp : ramp;
  const std::size_t above = ramp > 0 ? 1 : 0;
  if (distance > 0) {
    distances_.hit(distances_.index({above, width(static_cast<std::uint64_t>(distance)) - 1}));
  }
  const std::int64_t f =
      reference::fera_slope(fraction, static_cast<std::int64_t>(in.gain), widths_.q_bits, ramp, in.least_f);
  const bool at_end = f == fraction.most(reference::kFeraControlBits);
  slopes_.hit(slopes_.index({above, f == in.least_f ? std::size_t{0} : at_end ? std::size_t{2} : std::size_t{1}}));
  if (f > in.least_f && !at_end) {
    rounded(above == 0 ? kSlopeBelow : kSlopeAbove, Wide{static_cast<std::int64_t>(in.gain)} * distance,
            widths_.q_bits);
  }
  return f;
}

std::int64_t FeraMeterCoverage::stepped(const Inputs& in, std::int64_t f) {
  const FeraFraction fraction{.bits = widths_.fraction_bits};
  const unsigned port = unit_.port();
  const auto arrived = static_cast<std::int64_t>(unit_.arrived_last(port));
  const std::int64_t counted =
      std::max<std::int64_t>(in.least_clock, std::int64_t{in.interval} - std::int64_t{unit_.paused_last(port)});
  const std::int64_t parts = reference::fera_parts(counted, in.interval);
  if (parts <= std::int64_t{reference::kFeraClockParts}) {  // more only where t is said to be beyond T
    parts_.hit(static_cast<std::size_t>(parts - 1));
  }
  const std::int64_t rho = reference::fera_load(fraction, arrived, in.inverse, in.shift, parts);
  const std::int64_t of_all = reference::fera_load(fraction, arrived, in.inverse, in.shift, reference::kFeraClockParts);
  const std::int64_t stretch = static_cast<std::int64_t>(
      reference::fera_quotient(Wide{reference::kFeraClockParts} << fraction.bits, parts, FeraRounding::kNearest));
  rounded(kLoad, Wide{arrived} * in.inverse, in.shift);
  rounded(kStretch, Wide{of_all} * stretch, fraction.bits);
  const std::int64_t end = fraction.most(reference::kFeraLoadBits);
  loads_.hit(loads_.index({width(unit_.arrived_last(port)) - 1, rho == 0 ? kNought : rho < end ? kBetween : kAtEnd}));
  const std::int64_t sum = fraction.one() + f - rho;
  const std::int64_t least = in.least_step;
  const std::int64_t most = in.most_step;
  steps_.hit(sum < 0        ? kNegative
             : sum < least  ? kBelow
             : sum == least ? kAtLeast
             : sum < most   ? kWithin
             : sum == most  ? kAtMost
                            : kAbove);
  const auto r = static_cast<std::int64_t>(unit_.rate(port));
  const std::int64_t step = std::clamp(sum, least, most);
  rounded(kOfStep, Wide{r} * step, fraction.bits);
  return fraction.times(r, step);
}

std::int64_t FeraMeterCoverage::divided(const Inputs& in, std::int64_t f) {
  const FeraFraction fraction{.bits = widths_.fraction_bits};
  const unsigned port = unit_.port();
  const auto arrived = static_cast<std::int64_t>(unit_.arrived_last(port));
  const std::int64_t counted =
      std::max<std::int64_t>(in.least_clock, std::int64_t{in.interval} - std::int64_t{unit_.paused_last(port)});
  const Wide bytes =
      (Wide{static_cast<std::int64_t>(in.cycle_bytes)} * counted) >> reference::FeraMeterCycle::kCycleBits;
  const Wide capacity = std::clamp(bytes, Wide{1}, (Wide{1} << widths_.capacity_bits) - 1);
  parts_.hit(bytes == 0 ? 0 : width(static_cast<std::uint64_t>(capacity)));
  const Wide dividend = capacity << fraction.bits;
  const Wide twice = 2 * (dividend % arrived);
  roundings_.hit(roundings_.index({kQuotient, twice == 0         ? kNone
                                              : twice < arrived  ? kBelowHalf
                                              : twice == arrived ? kHalf
                                                                 : kAboveHalf}));
  const Wide quotient = reference::fera_quotient(dividend, arrived, FeraRounding::kNearest);
  const std::int64_t end = fraction.most(reference::kFeraRatioBits);
  const auto ratio = static_cast<std::int64_t>(std::min(quotient, Wide{end}));
  loads_.hit(loads_.index({width(unit_.arrived_last(port)) - 1, ratio == 0    ? kNought
                                                                : ratio < end ? kBetween
                                                                              : kAtEnd}));
  rounded(kFactor, Wide{f} * ratio, fraction.bits);
  const auto r = static_cast<std::int64_t>(unit_.rate(port));
  const std::int64_t factor = fraction.times(f, ratio);
  rounded(kOfStep, Wide{r} * factor, fraction.bits);
  return fraction.times(r, factor);
}

// The change of C as FeraMeterCycle finds it; counts the highest bit that has changed.
int FeraMeterCoverage::change(const Inputs& in) {
  const unsigned port = unit_.port();
  const auto hit = [&](int changed, std::size_t bit) {
    changes_.hit(changes_.index({changed < 0 ? 0U : 1U, bit}));
    return changed;
  };
  if (divides()) {
    const std::uint64_t before = unit_.capacity_last(port);
    return before == 0 || before == in.capacity ? 0
                                                : hit(in.capacity < before ? -1 : 1, width(before ^ in.capacity) - 1);
  }
  const std::uint32_t inverse = unit_.inverse_last(port);
  const std::uint32_t shift = unit_.shift_last(port);
  const int changed = shift == 0 ? 0 : reference::fera_change(in.inverse, in.shift, inverse, shift);
  if (changed == 0) {
    return 0;
  }
  return hit(changed, shift == in.shift ? width(inverse ^ in.inverse) - 1
                                        : widths_.fraction_bits + 4 + width(shift ^ in.shift) - 1);
}

std::int64_t FeraMeterCoverage::followed(const Inputs& in, std::int64_t r) {
  const unsigned port = unit_.port();
  const auto capacity = static_cast<std::int64_t>(in.capacity);
  if (divides()) {
    const auto before = static_cast<std::int64_t>(unit_.capacity_last(port));
    const Wide twice = 2 * (Wide{r} * capacity % before);
    roundings_.hit(roundings_.index({kScale, twice == 0        ? kNone
                                             : twice < before  ? kBelowHalf
                                             : twice == before ? kHalf
                                                               : kAboveHalf}));
    return static_cast<std::int64_t>(reference::fera_quotient(Wide{r} * capacity, before, FeraRounding::kNearest));
  }
  const FeraFraction fraction{.bits = widths_.fraction_bits};
  rounded(kScale, Wide{r} * capacity * unit_.inverse_last(port), unit_.shift_last(port) + fraction.bits);
  return reference::fera_scaled(fraction, r, capacity, unit_.inverse_last(port), unit_.shift_last(port));
}

void FeraMeterCoverage::bounded(const Inputs& in, std::int64_t r) {
  const std::uint64_t least = std::max<std::uint64_t>(1, in.least);
  const std::uint64_t most = std::max(least, in.line);
  const auto wanted = static_cast<std::uint64_t>(r);
  comparisons_.compared(kLine, wanted, most);
  if (wanted <= most) {
    comparisons_.compared(kLeast, wanted, least);
  }
  const std::uint64_t now = std::clamp(wanted, least, most);
  results_.hit(results_.index({width(unit_.rate(unit_.port())) - 1, now == least  ? std::size_t{0}
                                                                    : now == most ? std::size_t{2}
                                                                                  : std::size_t{1}}));
  told(in, now);
}

// Counts the rate that tags are told in kbit/s: rounded to the nearest bit/s, then down.
void FeraMeterCoverage::told(const Inputs& in, std::uint64_t r) {
  lines_.hit(width(in.kbps));
  const std::uint64_t unit = std::uint64_t{1} << (widths_.rate_bits - 1);
  const Wide sum = Wide{static_cast<std::int64_t>(r)} * in.kbps + static_cast<std::int64_t>(unit / 2 / 1000);
  const Wide rate = sum / static_cast<std::int64_t>(unit);
  const auto rest = static_cast<std::uint64_t>(sum % static_cast<std::int64_t>(unit));
  constexpr std::uint64_t kEnd = 0xFFFF'FFFE;
  tags_.hit(rate == 0                        ? kOneOf0
            : rate > static_cast<Wide>(kEnd) ? kTagEnd
            : rest == 0                      ? kJustReached
            : rest == unit - 1               ? kJustMissed
                                             : kTagBetween);
}

// Counts the remainder of a product when so many of its bits are cut off.
void FeraMeterCoverage::rounded(std::size_t of, Wide product, unsigned bits) {
  const Wide rest = product & ((Wide{1} << bits) - 1);
  const Wide half = bits > 0 ? Wide{1} << (bits - 1) : Wide{1};
  roundings_.hit(roundings_.index({of, rest == 0      ? kNone
                                       : rest < half  ? kBelowHalf
                                       : rest == half ? kHalf
                                                      : kAboveHalf}));
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/comparisons.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::RateForm;
using reference::Rounding;
using Difference = ComparisonGroup::Difference;

namespace {

enum Compared : std::size_t { kGapAndRC, kRates };  // NOLINT(performance-enum-size)
enum Rounded : std::size_t { kCeil, kNearest };     // NOLINT(performance-enum-size)

const CoverageDimension kRounded{"rounding", {"ceil", "nearest"}};

std::uint64_t up_to_a_multiple(std::uint64_t number, std::uint64_t least, std::uint64_t step) {
  return number >= least ? number : number + (least - number + step - 1) / step * step;
}

// Calls with(factor, least, most) for each factor of a gap, until that finds a packet: the gap is the factor times a
// number from least to most. In stage form the factor is that of the rate, in fixed-point form R_l.
template <class With>
std::optional<Load> with_each_factor(const LimiterArithmetic& maths, With with) {
  const bool stage = maths.form == RateForm::kStage;
  const std::uint64_t factors = stage ? maths.r_r_max - 1 : maths.r_l_max;  // a lower rate is there before the clamp
  for (std::uint64_t n = 1; n <= factors; ++n) {
    const std::uint64_t factor = stage ? maths.gap(n, 1) : n;
    if (const auto other = with(factor, stage ? maths.r_l_max : maths.r_r_max - 1)) {
      return stage ? Load{n, *other} : Load{*other, n};
    }
  }
  return std::nullopt;
}

// A packet whose gap is `residue` modulo 2^bits, and from `least` to `most`: all are tried.
std::optional<Load> gap_with(const LimiterArithmetic& maths, std::uint64_t residue, unsigned bits, std::uint64_t least,
                             std::uint64_t most) {
  return with_each_factor(maths, [&](std::uint64_t factor, std::uint64_t limit) -> std::optional<std::uint64_t> {
    const unsigned twos = std::min(static_cast<unsigned>(std::countr_zero(factor)), bits);
    if ((residue & (power(twos) - 1)) != 0) {
      return std::nullopt;
    }
    const std::uint64_t step = power(bits - twos);
    const std::uint64_t first = (residue >> twos) * inverse_of(factor >> twos | 1) & (step - 1);
    const std::uint64_t other = up_to_a_multiple(first, (least + factor - 1) / factor, step);
    return other <= limit && other <= most / factor ? std::optional(other) : std::nullopt;
  });
}

// A packet whose gap is at least `least` and has this bit, or has it not.
std::optional<Load> gap_where(const LimiterArithmetic& maths, unsigned bit, bool is_set, std::uint64_t least,
                              std::uint64_t most) {
  constexpr std::uint64_t kTried = 128;
  return with_each_factor(maths, [&](std::uint64_t factor, std::uint64_t limit) -> std::optional<std::uint64_t> {
    const std::uint64_t first = (least + factor - 1) / factor;
    for (std::uint64_t other = first; other < first + kTried && other <= limit && other <= most / factor; ++other) {
      if (((other * factor >> bit & 1U) != 0) == is_set) {
        return other;
      }
    }
    return std::nullopt;
  });
}

// Two numbers below a tick come to less than this, in subticks.
std::size_t most_rests(const LimiterArithmetic& maths) { return 2 * (maths.tick - 1) >> maths.fraction; }

unsigned bits_of_gaps(const LimiterArithmetic& maths) {
  return std::min(maths.bits, static_cast<unsigned>(std::bit_width(maths.gap_max)));
}

}  // namespace

std::optional<ClampPair> clamp_pair(const LimiterArithmetic& maths, Difference gap_is, unsigned bit) {
  if (maths.r_c_max < 2 * maths.tick) {
    return std::nullopt;
  }
  const std::uint64_t one = power(bit);
  const std::uint64_t least = maths.tick;
  const std::uint64_t most = maths.r_c_max - maths.tick;
  std::optional<Load> load;
  switch (gap_is) {
    case Difference::kOneAbove:
      load = gap_with(maths, one, bit + 1, least + 1, most + 1);
      break;
    case Difference::kOneBelow:
      load = gap_with(maths, one - 1, bit + 1, least - 1, most - 1);
      break;
    case Difference::kOneBitMore:
      load = gap_where(maths, bit, true, least + one, most + one);
      break;
    case Difference::kOneBitLess:
      load = most < one ? std::nullopt : gap_where(maths, bit, false, least < one ? 1 : least - one, most - one);
      break;
  }
  if (!load) {
    return std::nullopt;
  }
  const std::uint64_t gap = maths.gap(load->r_r, load->r_l);
  const bool by_one = gap_is == Difference::kOneAbove || gap_is == Difference::kOneBelow;
  const bool more = gap_is == Difference::kOneAbove || gap_is == Difference::kOneBitMore;
  return ClampPair{*load, more ? gap - (by_one ? 1 : one) : gap + (by_one ? 1 : one)};
}

std::optional<Load> gap_of_one_bit(const LimiterArithmetic& maths, unsigned bit) {
  return gap_with(maths, 0, bit, power(bit), power(bit));
}

LimiterComparisons::LimiterComparisons(const LimiterArithmetic& maths)
    : maths_(maths),
      compared_("of", {{"gap_and_r_c", maths.bits}, {"rates", static_cast<unsigned>(std::bit_width(maths.r_r_max))}},
                "left"),
      sums_("a_tick_and_a_bit", {numbers("bit", 0, bits_of_gaps(maths) - 1)}),
      rests_("rests", {numbers("subticks", 0, most_rests(maths))}),
      parts_("part", {kRounded, numbers("subticks", 0, maths.subticks - 1)}),
      longest_("longest_but_a_bit", {kRounded, numbers("bit", 0, maths.ticks_bits - 1)}),
      clamped_("clamped_to_a_bit", {numbers("bit", 0, bits_of_gaps(maths) - 1)}) {
  for (unsigned bit = 0; bit < maths.bits; ++bit) {
    for (const Difference gap_is :
         {Difference::kOneAbove, Difference::kOneBelow, Difference::kOneBitMore, Difference::kOneBitLess}) {
      if (!clamp_pair(maths, gap_is, bit)) {
        compared_.rule_out(compared_.index({kGapAndRC, bit, static_cast<std::size_t>(gap_is)}));
      }
    }
  }
  for (unsigned bit = 0; bit < bits_of_gaps(maths); ++bit) {
    if (!gap_of_one_bit(maths, bit) || power(bit) + maths.tick >= maths.r_c_max) {
      clamped_.rule_out(bit);
    }
  }
}

void LimiterComparisons::start(const RateLimiterMode& mode) {
  clamp_started_ |= mode.clamp() && mode.residual();
  residual_started_ |= mode.residual();
  rounded_started_[kCeil] |= mode.rounding == Rounding::kCeil;
  rounded_started_[kNearest] |= mode.rounding == Rounding::kNearest;
}

void LimiterComparisons::packet(const reference::RateLimiterInputs& in, std::uint64_t gap, std::uint64_t counted,
                                Rounding rounding) {
  if (rounding == Rounding::kResidual) {
    if (const std::uint64_t beyond = gap + counted - maths_.tick;
        gap + counted > maths_.tick && std::has_single_bit(beyond) &&
        static_cast<std::size_t>(std::countr_zero(beyond)) < sums_.size()) {
      sums_.hit(static_cast<std::size_t>(std::countr_zero(beyond)));
    }
    if (gap < maths_.tick && counted < maths_.tick) {
      rests_.hit((gap + counted) >> maths_.fraction);
    }
  } else if (rounding != Rounding::kFloor) {
    const Rounded rounded = rounding == Rounding::kCeil ? kCeil : kNearest;
    parts_.hit(parts_.index({rounded, in.r_l_subticks}));
    if (const std::uint32_t missing = in.r_l_ticks ^ maths_.ticks_max;
        std::has_single_bit(missing) && maths_.rounds_up(in.r_l_ticks, in.r_l_subticks, rounding)) {
      longest_.hit(longest_.index({rounded, static_cast<std::size_t>(std::countr_zero(missing))}));
    }
  }
}

void LimiterComparisons::rate(std::uint64_t from, std::uint64_t to, std::uint64_t gap, std::uint64_t counted) {
  compared_.compared(kRates, to, from);
  if (to >= from) {
    return;
  }
  compared_.compared(kGapAndRC, gap, counted);
  if (gap < counted && std::has_single_bit(gap) && static_cast<std::size_t>(std::countr_zero(gap)) < clamped_.size()) {
    clamped_.hit(static_cast<std::size_t>(std::countr_zero(gap)));
  }
}

std::vector<CoverageGroup> LimiterComparisons::take() const {
  std::vector<CoverageGroup> groups = {compared_, clamped_, sums_, rests_, parts_, longest_};
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::size_t half = groups[group].size() / 2;
    rule_out_unhit(groups[group], [&](std::size_t bin) {
      return group < 2   ? !clamp_started_
             : group < 4 ? !residual_started_
                         : !rounded_started_[bin < half ? std::size_t{kCeil} : std::size_t{kNearest}];
    });
  }
  return groups;
}

}  // namespace weir::cosim

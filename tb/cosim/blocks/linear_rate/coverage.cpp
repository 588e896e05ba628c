// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_rate/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::LinearRateConfig;

namespace {

enum Remains : std::size_t { kNothing, kOne, kMost, kOverrunFar, kOverrun, kBetween };  // NOLINT(performance-enum-size)

}  // namespace

LinearRateCoverage::LinearRateCoverage(const LinearRateConfig& widths, unsigned /*latency*/)
    : config_(widths),
      most_(static_cast<std::uint32_t>((std::uint64_t{1} << widths.counter_bits) - 1)),
      magnitudes_("magnitude", {{"limited", {"no", "yes"}},
                                numbers("remaining_bits", 0, widths.counter_bits),
                                numbers("range_bits", 1, widths.room_bits())}),
      beside_("beside", {numbers("remaining_bits", 1, widths.counter_bits),
                         {"range", {"one_below", "room", "one_above", "twice", "twice_and_one"}}}),
      compared_("", {{"range", widths.room_bits()}}, "room"),
      ones_("one_bit", {{"of", {"remaining", "overrun"}}, numbers("bit", 0, widths.counter_bits - 1)}),
      remains_("remains", {{"blocks", {"none", "one", "most", "most_and_one", "one_overrun", "between"}},
                           {"fccl", {"at_or_above_fctbs", "below_fctbs"}}}),
      borrows_("borrow", {{"of", {"remaining", "range"}}, numbers("into_bit", 1, widths.room_bits() - 1)}),
      factors_("factor", {numbers("bits", 0, widths.room_bits() + widths.factor_frac), {"exact", {"no", "yes"}}}),
      moments_("moment", {numbers("cycles_since_the_message", 1, widths.steps() + 1), {"comes", {"message", "reset"}}}),
      apartness_("apart", {numbers("cycles_since_the_factor", 1, kFarthest)}),
      held_("held", {ages("cycles")}) {
  const unsigned shift = widths.block_shift;
  for (unsigned remaining = 0; remaining <= widths.counter_bits; ++remaining) {
    const unsigned room = remaining == 0 ? 1 : remaining + shift;
    for (unsigned range = 1; range <= widths.room_bits(); ++range) {
      if (range > room) {
        magnitudes_.rule_out(magnitudes_.index({0, remaining, range - 1}));
      } else if (range < room || range == 1) {
        magnitudes_.rule_out(magnitudes_.index({1, remaining, range - 1}));
      }
    }
  }
  for (const unsigned twice : {3U, 4U}) {  // no range is so wide
    beside_.rule_out(beside_.index({widths.counter_bits - 1, twice}));
  }
  // Room is whole blocks or one byte, and at most half of what a count holds; a range is a byte or more.
  for (unsigned bit = 0; bit < widths.room_bits(); ++bit) {
    const bool whole = bit >= shift;
    if (!whole) {
      compared_.rule_out(compared_.index({bit, ComparisonGroup::kOneAbove}));
    }
    if (!whole || bit + 1 == widths.room_bits()) {
      compared_.rule_out(compared_.index({bit, ComparisonGroup::kOneBitMore}));
    }
    if (bit > 1) {
      compared_.rule_out(compared_.index({bit, ComparisonGroup::kOneBelow}));
    }
  }
  ones_.rule_out(ones_.index({1, widths.counter_bits - 1}));
  remains_.rule_out(remains_.index({kNothing, 1}));
  for (unsigned bit = widths.counter_bits; bit < widths.room_bits(); ++bit) {
    borrows_.rule_out(borrows_.index({0, bit - 1}));
  }
  factors_.rule_out(factors_.index({0, 0}));
  // A division leaves a remainder only with three blocks of room or more; one block, two blocks and one byte divide any
  // range.
  for (unsigned bits = widths.counter_bits + widths.factor_frac; bits <= widths.room_bits() + widths.factor_frac;
       ++bits) {
    factors_.rule_out(factors_.index({bits, 0}));
  }
}

void LinearRateCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (moment_ > 0 && (in[i].message || !in[i].rst_n)) {
      moments_.hit(moments_.index({moment_ - 1, in[i].rst_n ? 0U : 1U}));
    }
    if (!in[i].rst_n) {
      moment_ = apart_ = 0;
      quiet_ = 0;
      continue;
    }
    if (out[i].valid) {
      factors_.hit(factors_.index({static_cast<std::size_t>(std::bit_width(out[i].factor)), exact_ ? 1U : 0U}));
      moment_ = 0;
      apart_ = 1;
    }
    const bool takes = in[i].message && !out[i].busy;
    if (takes) {
      if (!out[i].valid && apart_ > 0 && apart_ <= kFarthest) {
        apartness_.hit(apart_ - 1);
      }
      if (quiet_ > 0) {
        held_.hit(age_bin(quiet_));
      }
      quiet_ = 0;
      asked(in[i]);
      moment_ = 1;
      apart_ = 0;
    } else if (out[i].busy) {
      ++moment_;
    } else if (!out[i].valid) {
      ++quiet_;
      apart_ += apart_ > 0 ? 1 : 0;
    }
  }
}

void LinearRateCoverage::asked(const Inputs& in) {
  const std::uint32_t half = (most_ >> 1U) + 1;
  const std::uint32_t difference = (in.fccl - in.fctbs) & most_;
  const std::uint32_t remaining = difference <= half ? difference : 0;
  const std::uint64_t blocks = std::uint64_t{remaining} << config_.block_shift;
  const std::uint64_t room = std::max<std::uint64_t>(1, blocks);
  const bool limited = room < in.range;
  magnitudes_.hit(magnitudes_.index({limited ? 1U : 0U, static_cast<std::size_t>(std::bit_width(remaining)),
                                     static_cast<std::size_t>(std::bit_width(in.range)) - 1}));
  const std::uint64_t ranges[] = {room - 1, room, room + 1, 2 * room, 2 * room + 1};
  for (std::size_t n = 0; remaining > 0 && n < 5; ++n) {
    if (in.range == ranges[n]) {
      beside_.hit(beside_.index({static_cast<std::size_t>(std::bit_width(remaining)) - 1, n}));
    }
  }
  compared_.compared(0, room, in.range);
  if (const std::uint32_t number = remaining > 0 ? remaining : difference - half; std::has_single_bit(number)) {
    ones_.hit(ones_.index({remaining > 0 ? 0U : 1U, static_cast<std::size_t>(std::countr_zero(number))}));
  }
  const Remains kind = difference == 0          ? kNothing
                       : difference == 1        ? kOne
                       : difference == half     ? kMost
                       : difference == half + 1 ? kOverrunFar
                       : difference == most_    ? kOverrun
                                                : kBetween;
  remains_.hit(remains_.index({kind, in.fccl < in.fctbs ? 1U : 0U}));
  borrowed(0, in.fccl, in.fctbs);
  if (limited) {
    borrowed(1, in.range, room);
  }
  exact_ = !limited || ((in.range - room) << config_.factor_frac) % room == 0;
}

// A borrow into a bit turns it around.
void LinearRateCoverage::borrowed(std::size_t of, std::uint64_t left, std::uint64_t right) {
  const std::uint64_t mask = of == 0 ? most_ : (std::uint64_t{1} << config_.room_bits()) - 1;
  for (std::uint64_t bits = (left ^ right ^ (left - right)) & mask; bits != 0; bits &= bits - 1) {
    borrows_.hit(borrows_.index({of, static_cast<std::size_t>(std::countr_zero(bits)) - 1}));
  }
}

}  // namespace weir::cosim

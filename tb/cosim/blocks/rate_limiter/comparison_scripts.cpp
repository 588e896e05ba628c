// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts of a rate limiter that bring the numbers of comparisons.h.

#include <algorithm>

#include "tb/cosim/blocks/rate_limiter/comparisons.h"
#include "tb/cosim/blocks/rate_limiter/script_writer.h"
#include "tb/cosim/blocks/rate_limiter/scripts.h"

namespace weir::cosim {

using reference::RateForm;
using Difference = ComparisonGroup::Difference;

namespace {

// From one rate to another while R_c counts, far enough from the gap of the new rate to be clamped if it may be.
void pair_of_rates(LimiterWriter& write, std::uint64_t from, std::uint64_t to) {
  write.assign_at(std::max(write.maths().gap(to, 1) + 1, write.maths().tick), 1, from, to);
}

}  // namespace

LimiterScript pairs_script(const RateLimiterSetup& setup) {
  LimiterWriter write(
      setup, "pairs",
      "the clamp where gap and R_c differ by one or in one bit, and in a gap of one bit; rates that do");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t high = maths.r_r_max;
  for (unsigned bit = 0; bit < maths.bits; ++bit) {
    for (const Difference gap_is :
         {Difference::kOneAbove, Difference::kOneBelow, Difference::kOneBitMore, Difference::kOneBitLess}) {
      if (const auto pair = clamp_pair(maths, gap_is, bit)) {
        write.assign_at(pair->counted, pair->load.r_l, high, pair->load.r_r);
      }
    }
    if (const auto load = gap_of_one_bit(maths, bit)) {
      write.assign_at(power(bit) + maths.tick, load->r_l, high, load->r_r);
    }
  }
  if (maths.form == RateForm::kStage) {
    return write.done();  // every stage to every other is a script of its own
  }
  for (unsigned bit = 0; power(bit) <= high; ++bit) {
    pair_of_rates(write, power(bit) - 1, power(bit));
    pair_of_rates(write, power(bit), power(bit) - 1);
    pair_of_rates(write, power(bit), power(bit));
  }
  pair_of_rates(write, 0, 0);
  pair_of_rates(write, high, high);
  return write.done();
}

LimiterScript rests_script(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "rests", "each sum of two parts of a tick, and sums of a tick and one bit");
  const LimiterArithmetic& maths = write.maths();
  for (std::uint64_t sum = 0; sum <= 2 * (maths.tick - 1); sum += power(maths.fraction)) {
    const std::uint64_t left = std::min(sum, maths.tick - 1);
    write.reset();
    write.load(left);
    write.packet(write.at_most(sum - left));
    write.quiet(2);
  }
  for (unsigned bit = 0; bit < maths.bits && power(bit) <= maths.gap_max; ++bit) {
    write.reset();
    write.load(maths.tick + power(bit));
    write.quiet(2);
  }
  return write.done();
}

LimiterScript parts_script(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "parts", "each part of a tick, rounded up or not; and on the longest packets but one bit");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t one = maths.form == RateForm::kStage ? 1 : power(maths.fraction);
  write.reset();
  for (std::uint64_t part = 0; part < maths.subticks; ++part) {
    write.packet({one, maths.subticks + part});
    write.quiet(2);
  }
  for (unsigned bit = 0; bit < maths.ticks_bits; ++bit) {
    write.packet({one, (maths.ticks_max ^ power(bit)) * maths.subticks + maths.subticks - 1});
    write.quiet();
  }
  return write.done();
}

}  // namespace weir::cosim

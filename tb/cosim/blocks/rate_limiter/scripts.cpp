// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/scripts.h"

#include <algorithm>
#include <utility>

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/blocks/rate_limiter/script_writer.h"

namespace weir::cosim {

using reference::RateForm;
using reference::RateLimiterInputs;
using reference::Rounding;

namespace {

LimiterScript loads(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "loads",
                      "R_c loaded with each power of two and with one less, and with more than it holds");
  const LimiterArithmetic& maths = write.maths();
  const auto load = [&](std::uint64_t r_c) {
    write.reset();
    if (write.residual()) {
      write.load(r_c);
    } else {
      write.load_whole(r_c);
    }
    write.quiet(3);
  };
  for (unsigned bit = 0; bit < maths.bits && power(bit) <= maths.gap_max; ++bit) {
    load(power(bit));
    load(2 * power(bit) - 1);
  }
  // Gaps with a single bit, above those of R_c.
  for (unsigned bit = maths.bits; power(bit) <= maths.gap_max; ++bit) {
    write.reset();
    const std::uint64_t r_l = write.residual() ? maths.r_l_max : std::uint64_t{maths.ticks_max} * maths.subticks;
    if (maths.form == RateForm::kFixedPoint) {
      const std::uint64_t r_r = (power(bit) + r_l - 1) / r_l;
      write.packet({std::min(r_r, maths.r_r_max), r_l});
    } else {
      const std::uint64_t most = power(static_cast<unsigned>(maths.r_r_max)) - 1;
      const std::uint64_t unit = write.residual() ? 1 : maths.subticks;
      write.packet({maths.r_r_max, std::min(((power(bit) + most - 1) / most + unit - 1) / unit * unit, r_l)});
    }
    write.quiet(2);
  }
  return write.done();
}

LimiterScript borrows(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "borrows", "a countdown through each power of two: its borrow reaches that bit");
  const LimiterArithmetic& maths = write.maths();
  write.reset();
  write.load(maths.tick + 1);  // the lowest bit there is
  write.quiet(2);
  for (unsigned bit = 0; bit < maths.bits && power(bit) <= maths.gap_max; ++bit) {
    if (power(bit) >= maths.tick) {
      write.reset();
      write.load(power(bit) + maths.tick);
      write.quiet(4);
    }
  }
  return write.done();
}

LimiterScript carries(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "carries", "a carry to each bit of R_l and of its rounding, of the sum, of the phase");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t one = maths.form == RateForm::kStage ? 1 : power(maths.fraction);  // R_c = R_l
  const auto part = maths.subticks - 1;
  for (unsigned bit = 0; bit < maths.ticks_bits; ++bit) {
    write.reset();
    write.packet({one, (power(bit) - 1) * maths.subticks + part});
    write.quiet(2);
  }
  if (!write.residual()) {
    return write.done();
  }
  for (unsigned bit = 0; power(bit) <= maths.r_l_max; ++bit) {
    write.reset();
    write.packet({one, power(bit)});
    write.quiet(2);
  }
  for (unsigned bit = 1; bit <= maths.bits && power(bit) <= maths.gap_max; ++bit) {
    const Load second =
        write.at_most(std::min(power(bit) - std::max(power(bit - 1) / 2, std::uint64_t{1}), maths.gap_max));
    const std::uint64_t left = power(bit) - maths.gap(second.r_r, second.r_l);
    write.reset();
    write.load(left < maths.tick ? left : left + maths.tick);
    write.packet(second);
    write.quiet(2);
  }
  for (unsigned bit = maths.fraction; bit <= maths.bits && power(bit) <= maths.gap_max; ++bit) {
    const std::uint64_t odd = maths.tick >> bit | 1;
    const std::uint64_t total = (odd << bit) < maths.tick ? (odd + 2) << bit : odd << bit;
    write.reset();
    write.load(total - (std::uint64_t{1} << maths.fraction), 1);
    write.quiet(2);
  }
  return write.done();
}

LimiterScript boundaries(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "lsb", "each comparison of R_c one unit of the register below, at and above its limit");
  const LimiterArithmetic& maths = write.maths();
  const auto around = [](std::uint64_t limit) { return std::vector<std::uint64_t>{limit - 1, limit, limit + 1}; };
  for (const std::uint64_t limit : {maths.tick, 2 * maths.tick}) {
    for (const std::uint64_t r_c : around(limit)) {
      for (const std::uint32_t phase : {0U, 1U, maths.subticks / 2, maths.subticks - 1}) {
        write.reset();
        write.load(r_c, phase);
        write.quiet(3);
        write.reset();  // and on top of what an earlier packet has left
        write.load(maths.tick / 3);
        write.load(r_c, phase);
        write.quiet(3);
      }
    }
  }
  for (const std::uint64_t r_c : maths.gap_max > maths.r_c_max ? around(maths.r_c_max + 1) : around(maths.gap_max)) {
    for (const std::uint32_t phase : {0U, 1U}) {
      write.reset();
      write.load(r_c, phase);
      write.quiet(2);
    }
  }
  return write.done();
}

// Both sides of the clamp's comparison at each bit, and waits of which only upper bits say that they are any.
LimiterScript upper_bits(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "upper_bits",
                      "the clamp, and whether a wait is below a tick, where only one upper bit tells");
  const LimiterArithmetic& maths = write.maths();
  const auto around = [](std::uint64_t limit) { return std::vector<std::uint64_t>{limit - 1, limit, limit + 1}; };
  const std::uint64_t high = maths.r_r_max;
  for (unsigned bit = 0; bit < maths.bits && power(bit) <= maths.gap_max; ++bit) {
    const std::uint64_t counted = std::max(power(bit), 2 * maths.tick);
    for (const std::uint64_t wanted : around(counted)) {
      const Load load = write.at_most(wanted);
      const std::uint64_t gap = maths.gap(load.r_r, load.r_l);
      write.assign_at(gap + counted - wanted, load.r_l, high, load.r_r);
    }
  }
  for (const std::uint64_t gap : around(maths.tick)) {
    const Load load = write.at_most(gap);
    write.assign_at(4 * maths.tick, load.r_l, high, load.r_r);
  }
  // Far from each other, so that without the upper bit the comparison turns round.
  const Load little = write.at_most(4 * maths.tick);
  for (unsigned bit = 0; bit < maths.bits && power(bit) <= maths.gap_max; ++bit) {
    if (power(bit) > 8 * maths.tick) {
      write.assign_at(power(bit) + maths.tick, little.r_l, high, little.r_r);
      const Load much = write.at_most(power(bit) + power(bit) / 4);
      write.assign_at(power(bit) / 2, much.r_l, high, much.r_r);
    }
  }
  for (unsigned bit = 0; power(bit) <= maths.gap_max; ++bit) {
    if (const auto load = write.rest_below_a_tick(bit)) {
      write.assign_at(power(maths.bits - 1) + power(maths.bits - 2), load->r_l, high, load->r_r);
      write.reset();
      write.load(2);  // with this rest, which is the sum's
      write.packet(*load);
      write.quiet(2);
    }
  }
  // A sum of exactly this, and a gap that R_c cannot hold against half of R_c.
  for (unsigned bit = maths.bits; power(bit) <= maths.gap_max; ++bit) {
    const Load second = write.at_most(power(bit));
    const std::uint64_t left = power(bit) - maths.gap(second.r_r, second.r_l);
    write.reset();
    write.load(left < maths.tick ? left : left + maths.tick);
    write.packet(second);
    write.quiet(2);
    const std::uint64_t lower = high - 1;
    const std::uint64_t r_l =
        maths.gap(lower, 1) == 0 ? 0 : (power(bit) + maths.gap(lower, 1) - 1) / maths.gap(lower, 1);
    if (r_l != 0 && r_l <= maths.r_l_max) {
      write.assign_at(power(maths.bits - 1), r_l, high, lower);
    }
  }
  return write.done();
}

LimiterScript raises_of_stages(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "stage_pairs", "every stage to every other while R_c counts, once cut short, once not");
  const LimiterArithmetic& maths = write.maths();
  for (std::uint64_t from = 0; from <= maths.r_r_max; ++from) {
    for (std::uint64_t to = 0; to <= maths.r_r_max; ++to) {
      const std::uint64_t gap = maths.gap(to, 1);
      write.assign_at(std::max(gap + 1, maths.tick), 1, from, to);
      if (to != 0) {
        write.assign_at(maths.tick, maths.tick + 1, from, to);
      }
    }
  }
  return write.done();
}

LimiterScript raises_of_factors(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "factor_bits", "factors that differ in each bit, raised and lowered while R_c counts");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t unit = power(maths.fraction);
  for (unsigned bit = 0; power(bit) <= maths.r_r_max; ++bit) {
    // Bits above and below the one that differs stay, so that it alone decides: low ones within one integer part.
    std::uint64_t base = bit < maths.fraction + 4 ? 5 * 16 * unit : 5 * unit | 2 * power(bit);
    base &= maths.r_r_max & ~power(bit);
    for (const auto& [from, to] : {std::pair{base | power(bit), base}, std::pair{base, base | power(bit)}}) {
      write.assign_at(std::max(maths.gap(to, 1) + 1, maths.tick), 1, from, to);
      write.assign_at(maths.tick, std::min(maths.tick / std::max(to, std::uint64_t{1}) + 1, maths.r_l_max), from, to);
    }
  }
  return write.done();
}

LimiterScript modes(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "modes", "every mode to every other while R_c is 0, holds less than a tick, and counts");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t one = maths.form == RateForm::kStage ? 1 : power(maths.fraction);
  const std::uint64_t two = maths.form == RateForm::kStage ? 2 : 3 * one;
  const std::size_t residual = RateLimiterMode{Rounding::kResidual, reference::RateRaise::kHold}.number();
  const std::uint64_t ragged = 3 * std::uint64_t{maths.subticks} + maths.subticks / 2 + 1;
  for (std::size_t from = 0; from < kLimiterModes; ++from) {
    for (std::size_t to = 0; to < kLimiterModes; ++to) {
      for (const std::uint64_t r_c : {std::uint64_t{0}, maths.tick / 2 + 1, 5 * maths.tick + 7}) {
        if (from == to) {
          continue;
        }
        write.reset();
        write.mode(residual);
        write.load(r_c);
        write.mode(from);
        write.quiet();
        write.mode(to);
        write.rate(two);  // in the same cycle
        write.mode(from);
        write.packet({two, ragged}, maths.subticks / 4);
        write.mode(to);
        write.quiet();
        write.rate(one);
        write.packet({one, ragged}, maths.subticks / 4);
        write.quiet(2);
      }
    }
  }
  return write.done();
}

LimiterScript orders(const RateLimiterSetup& setup) {
  LimiterWriter write(setup, "orders",
                      "each of packet, rate, both, mode, reset right after each other and some cycles apart");
  const LimiterArithmetic& maths = write.maths();
  const std::uint64_t one = maths.form == RateForm::kStage ? 1 : power(maths.fraction);
  const RateLimiterInputs packet{
      .sent = true, .r_l_ticks = std::min(3U, maths.ticks_max), .r_l_subticks = maths.subticks / 2, .phase = 1};
  RateLimiterInputs both = packet;
  both.rate_valid = true;
  both.r_r = std::min(4 * one, maths.r_r_max);  // R_c still counts when the second comes
  const RateLimiterInputs rate{.rate_valid = true, .r_r = one};
  const RateLimiterInputs reset{.rst_n = false};
  const std::size_t other = RateLimiterMode{Rounding::kCeil, reference::RateRaise::kHold}.number();
  const std::size_t another = RateLimiterMode{Rounding::kFloor, reference::RateRaise::kClamp}.number();
  const RateLimiterInputs things[] = {packet, rate, both, {}, reset};
  // Right after each other; and some cycles apart in the mode that uses most.
  const unsigned apart = mode_in({}, setup) == mode_in({}, RateLimiterSetup{}) ? 10 : 0;
  const auto in_order = [&](const RateLimiterInputs& first, const RateLimiterInputs& second, unsigned pause) {
    write.reset();
    write.clock(both);
    write.quiet(2);
    if (first == RateLimiterInputs{}) {
      write.mode(other);
    }
    write.clock(first);
    if (pause != 0) {
      write.quiet(pause);
    }
    if (second == RateLimiterInputs{}) {
      write.mode(first == second ? another : other);
    }
    write.clock(second);
    write.quiet(2);
    write.clock(rate);
    write.quiet(3);
    write.clock(second);
    write.quiet(2);
  };
  for (unsigned pause = 0; pause <= apart; ++pause) {
    for (const RateLimiterInputs& first : things) {
      for (const RateLimiterInputs& second : things) {
        in_order(first, second, pause);
      }
    }
  }
  return write.done();
}

}  // namespace

std::vector<LimiterScript> magnitude_scripts(const RateLimiterSetup& setup) {
  const RateLimiterMode mode = mode_in({}, setup);
  std::vector<LimiterScript> scripts = {loads(setup), carries(setup), orders(setup)};
  if (mode.rounding == Rounding::kCeil || mode.rounding == Rounding::kNearest) {
    scripts.push_back(parts_script(setup));
  }
  if (mode.residual()) {
    scripts.push_back(borrows(setup));
    scripts.push_back(boundaries(setup));
    scripts.push_back(upper_bits(setup));
    scripts.push_back(rests_script(setup));
  }
  if (mode.residual() && mode.clamp()) {
    scripts.push_back(setup.form == RateForm::kStage ? raises_of_stages(setup) : raises_of_factors(setup));
    scripts.push_back(modes(setup));
    scripts.push_back(pairs_script(setup));
  }
  return scripts;
}

}  // namespace weir::cosim

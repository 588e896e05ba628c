// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/magnitudes.h"

#include <algorithm>
#include <string>
#include <utility>

namespace weir::cosim {

using reference::RateForm;
using reference::RateRaise;
using reference::Rounding;

namespace {

// Adders and subtractors, by what they work out. In all but the sum a bin is the highest bit that changes; in the sum
// each bit that is carried into.
enum Adder : std::size_t {  // NOLINT(performance-enum-size)
  kRoundUpCeil,             // ticks + 1
  kRoundUpNearest,          // ticks + 1
  kRL,                      // ticks x SUBTICKS + subticks
  kSum,                     // gap + what was left
  kPhase                    // less the phase
};
// What R_c, or what it is made of, is compared with. NOLINTNEXTLINE(performance-enum-size)
enum Boundary : std::size_t { kFollow, kLoadedTick, kClamp, kClampedTick, kFull };
enum Side : std::size_t { kBelow, kAt, kAbove };  // NOLINT(performance-enum-size)
enum Cut : std::size_t { kShorter, kLonger };     // NOLINT(performance-enum-size)

std::vector<std::string> bits_named(unsigned count) {
  std::vector<std::string> names;
  for (unsigned bit = 0; bit < count; ++bit) {
    names.push_back(std::to_string(bit));
  }
  return names;
}

// 0, then each power of two at or below.
std::vector<std::string> magnitudes(unsigned bits) {
  std::vector<std::string> names = {"0"};
  for (unsigned bit = 0; bit < bits; ++bit) {
    names.push_back("2^" + std::to_string(bit));
  }
  names.emplace_back("full");
  return names;
}

std::vector<std::string> mode_names() {
  std::vector<std::string> names;
  for (std::size_t mode = 0; mode < kLimiterModes; ++mode) {
    names.push_back(std::string(name_in(reference::kRoundings, mode_numbered(mode).rounding)) + "_" +
                    std::string(name_in(reference::kRateRaises, mode_numbered(mode).rate_raise)));
  }
  return names;
}

CoverageGroup raise_group(const LimiterArithmetic& maths, const RateLimiterSetup& widths) {
  const CoverageDimension cut{"wait_at_the_new_rate", {"shorter", "longer"}};
  if (maths.form == RateForm::kStage) {
    const auto stages = bits_named(1U << widths.config.stage);
    return {"raise", {{"from", stages}, {"to", stages}, cut}};
  }
  const auto bits = bits_named(widths.config.factor_int + widths.config.factor_frac);
  return {"raise", {{"highest_bit_that_differs", bits}, {"rate", {"raised", "lowered"}}, cut}};
}

// The bits of the widest adder.
unsigned adder_bits(const LimiterArithmetic& maths) {
  return std::max({maths.bits + 1, static_cast<unsigned>(std::bit_width(maths.r_l_max)), maths.ticks_bits});
}

// The bits of the longest gap above those of R_c.
std::vector<std::string> bits_above(const LimiterArithmetic& maths) {
  std::vector<std::string> names;
  for (unsigned bit = maths.bits; (maths.gap_max >> bit) != 0; ++bit) {
    names.push_back(std::to_string(bit));
  }
  return names;
}

constexpr std::size_t kModeMoments = 3;  // R_c zero, a residual, counting
const std::vector<std::string> kHappenings = {"nothing", "packet", "rate", "packet_and_rate", "mode", "reset"};

}  // namespace

LimiterMagnitudes::LimiterMagnitudes(const RateLimiterSetup& widths, unsigned latency)
    : maths_(widths),
      loads_("load", {{"r_l", {"whole_ticks", "residual"}}, {"r_c", magnitudes(maths_.bits)}}),
      overflows_("overflow", {{"only_bit_above_r_c", bits_above(maths_)}}),
      waits_("wait", {ages("ticks")}),
      idles_("idle", {ages("cycles_with_a_rest")}),
      borrows_("borrow", {{"highest_bit", bits_named(maths_.bits)}}),
      carries_("carry", {{"of", {"round_up_ceil", "round_up_nearest", "r_l", "sum", "phase"}},
                         {"bit", bits_named(adder_bits(maths_))}}),
      raises_(raise_group(maths_, widths)),
      boundaries_("boundary", {{"of", {"follow", "loaded_a_tick", "clamp", "clamped_to_a_tick", "full"}},
                               {"lsb", {"below", "at", "above"}}}),
      modes_("mode", {{"from", mode_names()}, {"to", mode_names()}, {"r_c", {"zero", "residual", "counting"}}}),
      orders_("order", {{"first", kHappenings}, {"then", kHappenings}}),
      comparisons_(maths_),
      setup_(widths),
      mode_(mode_in({}, widths)),
      borrows_met_(65) {
  rule_out();
  rule_out_orders(latency);
}

void LimiterMagnitudes::start(const RateLimiterSetup& mode) {
  setup_ = mode;
  mode_ = mode_in({}, mode);
  residual_started_ |= mode_.residual();
  whole_started_ |= !mode_.residual();
  clamp_started_ |= mode_.clamp() && mode_.residual();
  comparisons_.start(mode_);
  last_ = Happening::kReset;
  wait_cycles_ = idle_cycles_ = 0;
}

void LimiterMagnitudes::end_idle(std::uint64_t r_c) {
  if (idle_cycles_ != 0 && r_c != 0) {
    idles_.hit(age_bin(idle_cycles_));
  }
  idle_cycles_ = 0;
}

void LimiterMagnitudes::mode_changed(const RateLimiterMode& mode, std::uint64_t r_c) {
  modes_.hit(modes_.index({mode_.number(), mode.number(), r_c == 0 ? 0U : r_c < maths_.tick ? 1U : 2U}));
  mode_ = mode;
}

void LimiterMagnitudes::event(const Inputs& in, const Outputs& out) {
  const RateLimiterMode mode = mode_in(in, setup_);
  if (in.rst_n && !in.sent && !in.rate_valid && mode == mode_) {
    quiet(out);
    return;
  }
  const auto now = !in.rst_n                  ? Happening::kReset
                   : in.sent && in.rate_valid ? Happening::kPacketAndRate
                   : in.sent                  ? Happening::kPacket
                   : in.rate_valid            ? Happening::kRate
                                              : Happening::kMode;
  orders_.hit(orders_.index({static_cast<std::size_t>(last_), static_cast<std::size_t>(now)}));
  last_ = now;
  if (out.r_c < maths_.tick) {
    end_wait();
  }
  wait_cycles_ = 0;
  end_idle(in.rst_n ? out.r_c : 0);
  if (!in.rst_n) {
    mode_ = mode;
    return;
  }
  if (!(mode == mode_)) {
    mode_changed(mode, out.r_c);
  }
  if (in.sent) {
    packet(in, out, mode);
  } else if (in.rate_valid) {
    rate(in, out, mode);
  }
}

void LimiterMagnitudes::packet(const Inputs& in, const Outputs& out, const RateLimiterMode& mode) {
  rounding(in, mode);
  const std::uint64_t r_r = in.rate_valid ? in.r_r : out.r_r;
  const std::uint64_t gap = maths_.gap(r_r, maths_.r_l(in.r_l_ticks, in.r_l_subticks, mode.rounding));
  load(gap, maths_.counted(out.r_c), std::uint64_t{in.phase} << maths_.fraction, mode.residual());
  comparisons_.packet(in, gap, maths_.counted(out.r_c), mode.rounding);
}

void LimiterMagnitudes::rounding(const Inputs& in, const RateLimiterMode& mode) {
  const auto changed = [](std::uint64_t before, std::uint64_t after) {
    return static_cast<std::size_t>(std::bit_width(before ^ after)) - 1;
  };
  if (mode.residual() && in.r_l_subticks != 0) {
    const std::uint64_t whole = std::uint64_t{in.r_l_ticks} * maths_.subticks;
    carries_.hit(carries_.index({kRL, changed(whole, whole + in.r_l_subticks)}));
  }
  if (maths_.rounds_up(in.r_l_ticks, in.r_l_subticks, mode.rounding)) {
    carries_.hit(carries_.index(
        {mode.rounding == Rounding::kCeil ? kRoundUpCeil : kRoundUpNearest, changed(in.r_l_ticks, in.r_l_ticks + 1)}));
  }
}

void LimiterMagnitudes::load(std::uint64_t gap, std::uint64_t counted, std::uint64_t phase, bool residual) {
  const std::uint64_t total = gap + (residual ? counted : 0);
  const bool follows = total < maths_.tick;
  const std::uint64_t charged = residual && !follows ? total - phase : total;
  if (residual) {
    const std::size_t lowest = carries_.index({kSum, 0});
    for (std::uint64_t carries = (gap ^ counted ^ total) & (2 * maths_.r_c_max + 1); carries != 0;
         carries &= carries - 1) {
      carries_.hit(lowest + static_cast<std::size_t>(std::countr_zero(carries)));
    }
  }
  if (charged != total && total <= 2 * maths_.r_c_max + 1) {
    carries_.hit(carries_.index({kPhase, static_cast<std::size_t>(std::bit_width(charged ^ total)) - 1}));
    near(kLoadedTick, charged, maths_.tick);
  }
  near(kFollow, total, maths_.tick);
  // Bits that a gap can have; where it is narrow, what was left can carry one further.
  if (const std::uint64_t above = charged >> maths_.bits;
      std::has_single_bit(above) && static_cast<std::size_t>(std::countr_zero(above)) < overflows_.size()) {
    overflows_.hit(static_cast<std::size_t>(std::countr_zero(above)));
  }
  near(kFull, charged, maths_.r_c_max + 1);
  loads_.hit(
      loads_.index({residual ? 1U : 0U,
                    charged > maths_.r_c_max ? maths_.bits + 1 : static_cast<std::size_t>(std::bit_width(charged))}));
}

// Counted where it matters: with the clamp, while R_c counts.
void LimiterMagnitudes::rate(const Inputs& in, const Outputs& out, const RateLimiterMode& mode) {
  const std::uint64_t counted = maths_.counted(out.r_c);
  if (!mode.clamp() || counted < maths_.tick) {
    return;
  }
  const std::uint64_t gap = maths_.gap(in.r_r, out.r_l);
  comparisons_.rate(out.r_r, in.r_r, gap, counted);
  const Cut cut = gap < counted ? kShorter : kLonger;
  if (in.r_r < out.r_r) {
    near(kClamp, gap, counted);
    if (cut == kShorter) {
      near(kClampedTick, gap, maths_.tick);
    }
  }
  if (!mode.residual()) {
    return;
  }
  if (maths_.form == RateForm::kStage) {
    raises_.hit(raises_.index({out.r_r, in.r_r, cut}));
  } else if (in.r_r != out.r_r) {
    const auto bit = static_cast<std::size_t>(std::bit_width(in.r_r ^ out.r_r)) - 1;
    raises_.hit(raises_.index({bit, in.r_r < out.r_r ? 0U : 1U, cut}));
  }
}

void LimiterMagnitudes::near(std::size_t boundary, std::uint64_t value, std::uint64_t limit) {
  if (value + 1 >= limit && value <= limit + 1) {
    boundaries_.hit(boundaries_.index({boundary, static_cast<std::size_t>(value + 1 - limit)}));
  }
}

void LimiterMagnitudes::rule_out() {
  for (unsigned bit = 0; bit < maths_.bits; ++bit) {
    // Whole ticks are multiples of SUBTICKS, so that no smaller R_c is loaded; a tick less changes no lower bit alone.
    if (power(bit + 1) <= maths_.subticks) {
      loads_.rule_out(loads_.index({0, bit + 1U}));
    }
    if (power(bit + 1) <= maths_.tick) {
      borrows_.rule_out(bit);
    }
    if (power(bit) > maths_.gap_max) {
      loads_.rule_out(loads_.index({0, bit + 1U}));
    }
  }
  for (unsigned bit = 0; bit < adder_bits(maths_); ++bit) {
    for (const Adder adder : {kRoundUpCeil, kRoundUpNearest}) {
      if (bit >= maths_.ticks_bits) {
        carries_.rule_out(carries_.index({adder, bit}));
      }
    }
    // A multiple of SUBTICKS below 2^bit and a part of a tick that reaches it.
    if (power(bit) > maths_.r_l_max || (power(bit) >= maths_.subticks && power(bit) % maths_.subticks == 0)) {
      carries_.rule_out(carries_.index({kRL, bit}));
    }
    if (bit == 0 || bit > maths_.bits) {
      carries_.rule_out(carries_.index({kSum, bit}));  // nothing is carried into the lowest
    }
    if (bit < maths_.fraction || bit > maths_.bits) {
      carries_.rule_out(carries_.index({kPhase, bit}));  // the phase has no fraction
    }
  }
  if (maths_.gap_max <= maths_.r_c_max) {
    loads_.rule_out(loads_.index({0, maths_.bits + 1U}));
  }
  for (std::size_t mode = 0; mode < kLimiterModes; ++mode) {
    for (std::size_t r_c = 0; r_c < kModeMoments; ++r_c) {
      modes_.rule_out(modes_.index({mode, mode, r_c}));
    }
  }
  // Stage 0 asks for no wait at all; no rate differs from itself.
  for (std::size_t from = 0; maths_.form == RateForm::kStage && from <= maths_.r_r_max; ++from) {
    raises_.rule_out(raises_.index({from, 0, kLonger}));
  }
}

void LimiterMagnitudes::rule_out_orders(unsigned latency) {
  for (std::size_t happening = 0; happening < kHappenings.size(); ++happening) {
    orders_.rule_out(orders_.index({happening, 0}));  // not looked at
    const auto reset = static_cast<std::size_t>(Happening::kReset);
    if (latency > 0 && happening != reset) {
      orders_.rule_out(orders_.index({reset, happening}));
    }
  }
}

std::vector<CoverageGroup> LimiterMagnitudes::take() const {
  std::vector<CoverageGroup> groups = {loads_,  waits_,      idles_, borrows_, carries_,
                                       raises_, boundaries_, modes_, orders_,  overflows_};
  for (std::size_t n = 1; n < borrows_met_.size(); ++n) {
    if (borrows_met_[n] != 0) {
      groups[3].hit(n - 1, borrows_met_[n]);
    }
  }
  const std::size_t half = groups[0].size() / 2;
  rule_out_unhit(groups[0], [&](std::size_t bin) { return bin < half ? !whole_started_ : !residual_started_; });
  if (!residual_started_) {
    for (const std::size_t group : {2U, 4U, 6U}) {
      rule_out_unhit(groups[group], [](std::size_t) { return true; });
    }
  }
  if (!clamp_started_) {
    rule_out_unhit(groups[5], [](std::size_t) { return true; });
  }
  for (CoverageGroup& group : comparisons_.take()) {
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace weir::cosim

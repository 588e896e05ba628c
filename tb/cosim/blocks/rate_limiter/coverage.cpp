// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/coverage.h"

#include <bit>

namespace weir::cosim {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateRaise;
using reference::Rounding;

namespace {

const CoverageDimension kRoundings{"rounding", {"floor", "ceil", "nearest", "residual"}};
const CoverageDimension kRaises{"raise", {"hold", "clamp"}};
const CoverageDimension kEvents{"event",
                                {"packet", "packet_and_rate", "rate_raised", "rate_lowered", "rate_same", "reset"}};
const CoverageDimension kCounts{"r_c", {"zero", "residual", "last_tick", "counting"}};
const CoverageDimension kOutcomes{"outcome", {"follows", "waits", "saturates", "clamped", "kept"}};
const CoverageDimension kTicks{"ticks", {"0", "1", "middle", "last_but_one", "last"}};
const std::vector<std::string> kParts = {"0", "1", "below_half", "half", "above_half", "last", "other"};
constexpr std::size_t kModes = 8;

CoverageDimension rate_dimension(const RateClasses& classes) {
  CoverageDimension dimension{classes.form == RateForm::kStage ? "stage" : "factor", {}};
  for (std::size_t c = 0; c < classes.count(); ++c) {
    dimension.bins.push_back(classes.name(c));
  }
  return dimension;
}

std::uint64_t tick_of(RateForm form, const RateLimiterConfig& config) {
  return std::uint64_t{config.subticks} << (form == RateForm::kStage ? 0 : config.factor_frac);
}

std::uint64_t r_c_max_of(RateForm form, const RateLimiterConfig& config) {
  return (std::uint64_t{1} << (config.r_c + (form == RateForm::kStage ? 0 : config.factor_frac))) - 1;
}

// The largest gap at this rate.
std::uint64_t largest_gap(RateForm form, const RateLimiterConfig& config, std::uint64_t r_r) {
  const std::uint64_t ticks = (std::uint64_t{1} << config.r_l_ticks) - 1;
  const std::uint64_t r_l =
      ticks * config.subticks + (config.rounding == Rounding::kResidual ? config.subticks - 1 : 0);
  return form == RateForm::kStage ? (r_l << r_r) - r_l : r_l * r_r;
}

}  // namespace

RateClasses::RateClasses(RateForm rate_form, const RateLimiterConfig& config)
    : form(rate_form),
      bits(form == RateForm::kStage ? config.stage : config.factor_int + config.factor_frac),
      fraction(form == RateForm::kStage ? 0 : config.factor_frac) {}

std::size_t RateClasses::count() const { return form == RateForm::kStage ? std::size_t{1} << bits : bits + 1; }

std::size_t RateClasses::of(std::uint64_t r_r) const {
  return form == RateForm::kStage ? r_r : static_cast<std::size_t>(std::bit_width(r_r));
}

std::uint64_t RateClasses::low(std::size_t c) const {
  return form == RateForm::kStage || c == 0 ? c : std::uint64_t{1} << (c - 1);
}

std::uint64_t RateClasses::high(std::size_t c) const {
  return form == RateForm::kStage ? c : (std::uint64_t{1} << c) - 1;
}

std::string RateClasses::name(std::size_t c) const {
  if (form == RateForm::kStage || c == 0) {
    return std::to_string(c);
  }
  return "2^" + std::to_string(static_cast<int>(c) - 1 - static_cast<int>(fraction));
}

bool rules_out(RateForm form, const RateLimiterConfig& config, std::size_t rate_class, LimiterEvent event,
               CountBefore before) {
  const RateClasses classes(form, config);
  const std::uint64_t r_r_max = config.r_r_max(form);
  if (event == LimiterEvent::kRaised && classes.low(rate_class) == r_r_max) {
    return true;
  }
  if (event == LimiterEvent::kLowered && classes.high(rate_class) == 0) {
    return true;
  }
  if (before == CountBefore::kZero || config.rounding == Rounding::kResidual) {
    return false;
  }
  if (form == RateForm::kStage && before == CountBefore::kResidual) {
    return true;
  }
  if (config.rate_raise == RateRaise::kHold) {
    return false;
  }
  // R_c <= factor * R_l: the highest factor that may have stood before the event bounds R_c.
  std::uint64_t old = classes.high(rate_class);
  if (event == LimiterEvent::kRaised || event == LimiterEvent::kPacketAndRate) {
    old = r_r_max;
  } else if (event == LimiterEvent::kLowered) {
    old -= 1;
  }
  const std::uint64_t tick = tick_of(form, config);
  const std::uint64_t wanted = before == CountBefore::kResidual   ? 1
                               : before == CountBefore::kLastTick ? tick
                                                                  : 2 * tick;
  return largest_gap(form, config, old) < wanted;
}

bool rules_out(RateForm form, const RateLimiterConfig& config, std::size_t rate_class, LimiterOutcome outcome) {
  const RateClasses classes(form, config);
  const std::uint64_t gap = largest_gap(form, config, classes.high(rate_class));
  const bool residual = config.rounding == Rounding::kResidual;
  const std::uint64_t tick = tick_of(form, config);
  switch (outcome) {
    case LimiterOutcome::kFollows:
      return false;
    case LimiterOutcome::kWaits:  // with residual, what was left is owed on top
      return !residual && gap < tick;
    case LimiterOutcome::kSaturates:
      return gap < (residual ? tick : r_c_max_of(form, config));
    case LimiterOutcome::kClamped:
      return config.rate_raise == RateRaise::kHold || classes.low(rate_class) == config.r_r_max(form);
    case LimiterOutcome::kKept:
      return classes.low(rate_class) == config.r_r_max(form);
  }
  return false;
}

RateLimiterCoverage::RateLimiterCoverage(const RateLimiterSetup& widths, unsigned latency)
    : form_(widths.form),
      config_(widths.config),
      classes_(form_, config_),
      events_("event", {rate_dimension(classes_), kRoundings, kRaises, kEvents, kCounts}),
      outcomes_("outcome", {rate_dimension(classes_), kRoundings, kRaises, kOutcomes}),
      roundings_("rounding", {kRoundings, kRaises, kTicks, {"subticks", kParts}}),
      phases_("phase", {kRoundings, kRaises, {"phase", kParts}, {"outcome", {"follows", "waits"}}}),
      magnitudes_(widths, latency),
      started_(kModes),
      tick_(tick_of(form_, config_)),
      r_c_max_(r_c_max_of(form_, config_)) {}

void RateLimiterCoverage::start(const RateLimiterSetup& mode) {
  rounding_ = static_cast<std::size_t>(mode.config.rounding);
  raise_ = mode.config.rate_raise == RateRaise::kClamp ? 1 : 0;
  started_[rounding_ * 2 + raise_] = true;
  r_c_ = r_r_ = 0;
  mode_ = 0;
  mode_is_whole_ = true;
  magnitudes_.start(mode);
}

void RateLimiterCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const bool happens = in[i].sent || in[i].rate_valid || !in[i].rst_n;
    if (!happens && in[i].mode == mode_) {
      magnitudes_.quiet(out[i]);
      continue;
    }
    mode_ = in[i].mode;
    mode_is_whole_ = in[i].mode == 0 && (mode_is_whole_ || !in[i].rst_n);
    magnitudes_.event(in[i], out[i]);
    if (happens && mode_is_whole_) {
      if (i > 0) {
        r_c_ = in[i - 1].rst_n ? out[i - 1].r_c_d : 0;
        r_r_ = !in[i - 1].rst_n ? 0 : in[i - 1].rate_valid ? in[i - 1].r_r : out[i - 1].r_r;
      }
      event(in[i], out[i]);
    }
  }
  if (!in.empty()) {
    r_c_ = in.back().rst_n ? out.back().r_c_d : 0;
    r_r_ = !in.back().rst_n ? 0 : in.back().rate_valid ? in.back().r_r : out.back().r_r;
  }
}

void RateLimiterCoverage::event(const Inputs& in, const Outputs& out) {
  const auto before = r_c_ == 0          ? CountBefore::kZero
                      : r_c_ < tick_     ? CountBefore::kResidual
                      : r_c_ < 2 * tick_ ? CountBefore::kLastTick
                                         : CountBefore::kCounting;
  auto kind = LimiterEvent::kReset;
  std::uint64_t r_r = r_r_;
  if (in.rst_n) {
    r_r = in.rate_valid ? in.r_r : r_r_;
    kind = in.sent ? (in.rate_valid ? LimiterEvent::kPacketAndRate : LimiterEvent::kPacket)
                   : (r_r < r_r_   ? LimiterEvent::kRaised
                      : r_r > r_r_ ? LimiterEvent::kLowered
                                   : LimiterEvent::kSame);
  }
  const std::size_t rate = classes_.of(r_r);
  events_.hit(
      events_.index({rate, rounding_, raise_, static_cast<std::size_t>(kind), static_cast<std::size_t>(before)}));
  if (!in.rst_n) {
    return;
  }
  if (in.sent) {
    packet(in, out);
    const auto outcome = out.r_c_d == r_c_max_ ? LimiterOutcome::kSaturates
                         : out.follow          ? LimiterOutcome::kFollows
                                               : LimiterOutcome::kWaits;
    outcomes_.hit(outcomes_.index({rate, rounding_, raise_, static_cast<std::size_t>(outcome)}));
  } else if (kind == LimiterEvent::kRaised) {
    const std::uint64_t counted = r_c_ >= tick_ ? r_c_ - tick_ : r_c_;
    const auto outcome = out.r_c_d < counted ? LimiterOutcome::kClamped : LimiterOutcome::kKept;
    outcomes_.hit(outcomes_.index({rate, rounding_, raise_, static_cast<std::size_t>(outcome)}));
  }
}

void RateLimiterCoverage::packet(const Inputs& in, const Outputs& out) {
  roundings_.hit(roundings_.index({rounding_, raise_, ticks_bin(in.r_l_ticks), part_bin(in.r_l_subticks)}));
  phases_.hit(phases_.index({rounding_, raise_, part_bin(in.phase), out.follow ? 0U : 1U}));
}

std::size_t RateLimiterCoverage::ticks_bin(std::uint32_t ticks) const {
  const std::uint32_t last = (1U << config_.r_l_ticks) - 1;
  return ticks == last ? 4 : ticks + 1 == last ? 3 : ticks < 2 ? ticks : 2;
}

std::size_t RateLimiterCoverage::part_bin(std::uint32_t subticks) const {
  const std::uint32_t half = (config_.subticks + 1) / 2;
  const std::uint32_t edges[] = {0, 1, half - 1, half, half + 1, config_.subticks - 1};
  for (std::size_t i = 0; i < std::size(edges); ++i) {
    if (subticks == edges[i]) {
      return i;
    }
  }
  return std::size(edges);
}

std::vector<CoverageGroup> RateLimiterCoverage::take() const {
  std::vector<CoverageGroup> groups = {events_, outcomes_, roundings_, phases_};
  for (CoverageGroup& group : magnitudes_.take()) {
    groups.push_back(std::move(group));
  }
  for (std::size_t mode = 0; mode < kModes; ++mode) {
    const std::size_t rounding = mode / 2;
    const std::size_t raise = mode % 2;
    RateLimiterConfig config = config_;
    config.rounding = static_cast<Rounding>(rounding);
    config.rate_raise = raise == 1 ? RateRaise::kClamp : RateRaise::kHold;
    for (std::size_t rate = 0; rate < classes_.count(); ++rate) {
      for (std::size_t event = 0; event < kEvents.bins.size(); ++event) {
        for (std::size_t before = 0; before < kCounts.bins.size(); ++before) {
          if (!started_[mode] || rules_out(form_, config, rate, LimiterEvent{event}, CountBefore{before})) {
            groups[0].rule_out(groups[0].index({rate, rounding, raise, event, before}));
          }
        }
      }
      for (std::size_t outcome = 0; outcome < kOutcomes.bins.size(); ++outcome) {
        if (!started_[mode] || rules_out(form_, config, rate, LimiterOutcome{outcome})) {
          groups[1].rule_out(groups[1].index({rate, rounding, raise, outcome}));
        }
      }
    }
    for (std::size_t part = 0; part < kParts.size() && !started_[mode]; ++part) {
      for (std::size_t ticks = 0; ticks < kTicks.bins.size(); ++ticks) {
        groups[2].rule_out(groups[2].index({rounding, raise, ticks, part}));
      }
      groups[3].rule_out(groups[3].index({rounding, raise, part, 0}));
      groups[3].rule_out(groups[3].index({rounding, raise, part, 1}));
    }
  }
  return groups;
}

}  // namespace weir::cosim

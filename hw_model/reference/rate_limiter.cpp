// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/rate_limiter.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

void require_limiter(bool holds, const std::string& what) {
  if (!holds) {
    throw std::invalid_argument("rate limiter: " + what);
  }
}

void require_range(const char* field, unsigned value, std::string_view parameter) {
  const std::string wrong = out_of_range(field, value, parameter);
  require_limiter(wrong.empty(), wrong);
}

}  // namespace

void RateLimiterConfig::validate(std::optional<RateForm> form) const {
  require_limiter(period.count() > 0, "period is " + std::to_string(period.count()) + " ps, wanted more than 0");
  require_range("subticks", subticks, "SUBTICKS");
  require_limiter(period.count() % subticks == 0, "a period of " + std::to_string(period.count()) +
                                                      " ps is not a whole number of picoseconds for each of " +
                                                      std::to_string(subticks) + " subticks");
  require_limiter(floor_rate.count() > 0,
                  "floor_rate is " + std::to_string(floor_rate.count()) + " bit/s, wanted more than 0");
  require_range("r_l_ticks", r_l_ticks, "R_L_TICKS_W");
  require_range("r_c", r_c, "R_C_W");
  const auto subtick = static_cast<unsigned>(std::bit_width(subticks - 1));
  require_limiter(r_c > subtick, "r_c is " + std::to_string(r_c) + " bits, wanted more than the " +
                                     std::to_string(subtick) + " that count the subticks of a tick");
  // Everything is computed in 64 bits, here and in the Verilated RTL: the
  // product and one R_c more must fit.
  const unsigned r_l = r_l_ticks + subtick;
  if (form != RateForm::kFixedPoint) {
    require_range("stage", stage, "STAGE_W");
    const unsigned shifted = r_l + (1U << stage) - 1;
    require_limiter(shifted <= 62, "r_l_ticks, subticks and stage make a shift of " + std::to_string(shifted) +
                                       " bits, at most 62 fit");
  }
  if (form != RateForm::kStage) {
    require_range("factor_int", factor_int, "FACTOR_INT_W");
    require_range("factor_frac", factor_frac, "FACTOR_FRAC_W");
    const unsigned product = r_l + factor_int + factor_frac;
    require_limiter(product <= 62, "r_l_ticks, subticks, factor_int and factor_frac make a product of " +
                                       std::to_string(product) + " bits, at most 62 fit");
    require_limiter(r_c + factor_frac <= 62, "r_c and factor_frac make a register of " +
                                                 std::to_string(r_c + factor_frac) + " bits, at most 62 fit");
  }
}

std::uint64_t RateLimiterConfig::r_r_max(RateForm form) const {
  return (std::uint64_t{1} << (form == RateForm::kStage ? stage : factor_int + factor_frac)) - 1;
}

namespace {

// (line/rate - 1) * 2^frac rounded up, for 0 < rate < line.
Wide exact_factor(BitRate line, BitRate rate, unsigned frac) {
  const auto r = static_cast<Wide>(rate.count());
  return ((static_cast<Wide>(line.count() - rate.count()) << frac) + r - 1) / r;
}

}  // namespace

BitRate lowest_rate(BitRate line, const RateLimiterConfig& config) {
  // The least whole rate whose factor fits: C/(1 + F/2^frac) rounded up.
  const auto one = static_cast<Wide>(1) << config.factor_frac;
  const auto whole = one + config.r_r_max(RateForm::kFixedPoint);
  const auto expressible = ((static_cast<Wide>(line.count()) << config.factor_frac) + whole - 1) / whole;
  return std::min(line, std::max(config.floor_rate, BitRate(static_cast<std::int64_t>(expressible))));
}

Factor factor_for(BitRate line, BitRate target, const RateLimiterConfig& config) {
  // Called for each change of rate: the words are made only when they are needed.
  if (line.count() <= 0) {
    require_limiter(false, "line rate is " + std::to_string(line.count()) + " bit/s, wanted more than 0");
  }
  if (target.count() < 0) {
    require_limiter(false, "target rate is " + std::to_string(target.count()) + " bit/s, wanted 0 or more");
  }
  if (target >= line) {
    return {0, false};
  }
  const BitRate lowest = lowest_rate(line, config);
  const BitRate rate = std::max(target, lowest);
  const Wide factor = rate >= line ? 0 : exact_factor(line, rate, config.factor_frac);
  return {static_cast<std::uint64_t>(factor), target < lowest};
}

double rate_of_factor(BitRate line, std::uint64_t r_r, const RateLimiterConfig& config) {
  const double factor = static_cast<double>(r_r) / static_cast<double>(std::uint64_t{1} << config.factor_frac);
  return static_cast<double>(line.count()) / (1.0 + factor);
}

}  // namespace weir::reference

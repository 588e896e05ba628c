// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "hw_model/cycle_models/rate_limiter_cycle.h"

namespace weir::cosim {

// The setup of a limiter: its form, mode and widths.
struct RateLimiterSetup {
  reference::RateForm form = reference::RateForm::kStage;
  reference::RateLimiterConfig config{};
};

struct RateLimiterMode {
  reference::Rounding rounding;
  reference::RateRaise rate_raise;

  bool residual() const { return rounding == reference::Rounding::kResidual; }
  bool clamp() const { return rate_raise == reference::RateRaise::kClamp; }
  std::size_t number() const { return reference::mode_code(rounding, rate_raise) - 1U; }
  bool operator==(const RateLimiterMode&) const = default;
};
inline constexpr std::size_t kLimiterModes = 8;

inline RateLimiterMode mode_numbered(std::size_t number) {
  const auto code = static_cast<std::uint8_t>(number + 1);
  return {reference::rounding_of_code(code), reference::rate_raise_of_code(code)};
}
// The mode of one cycle.
inline RateLimiterMode mode_in(const reference::RateLimiterInputs& in, const RateLimiterSetup& setup) {
  return in.mode == 0 ? RateLimiterMode{setup.config.rounding, setup.config.rate_raise} : mode_numbered(in.mode - 1U);
}

}  // namespace weir::cosim

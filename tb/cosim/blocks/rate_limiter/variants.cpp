// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate limiters of rtl/: an entry each.

#include <bit>

#include "Vrate_limiter_fixed_point.h"
#include "Vrate_limiter_stage.h"
#include "Vrate_limiter_stage_lookahead.h"
#include "tb/cosim/blocks/rate_limiter/verilated.h"

namespace weir::cosim {

static_assert(std::bit_width(reference::kSubticks - 1) == reference::kSubtickBits);

std::vector<Variant<RateLimiterKind>> RateLimiterKind::variants() {
  using reference::RateForm;
  return {
      {.name = "rate_limiter_stage",
       .text = "countdown rate limiter, rates C/2^k: a shifter and a subtractor",
       .setup = {.form = RateForm::kStage},
       .rtl = verilated_dut<RateLimiterKind, Vrate_limiter_stage>},
      {.name = "rate_limiter_stage_lookahead",
       .text = "the stage form for a faster clock: a pipeline of five cycles before R_c",
       .setup = {.form = RateForm::kStage},
       .latency = 5,
       .rtl = verilated_dut<RateLimiterKind, Vrate_limiter_stage_lookahead>},
      {.name = "rate_limiter_fixed_point",
       .text = "countdown rate limiter, any rate: a fixed-point factor",
       .setup = {.form = RateForm::kFixedPoint},
       .rtl = verilated_dut<RateLimiterKind, Vrate_limiter_fixed_point>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<RateLimiterKind> {
  template <class V>
  static void drive(V& rtl, const reference::RateLimiterInputs& in, const RateLimiterSetup& setup) {
    const RateLimiterMode mode = mode_in(in, setup);
    cosim::drive(rtl.rounding_i, static_cast<std::uint64_t>(mode.rounding));
    cosim::drive(rtl.clamp_i, mode.rate_raise == reference::RateRaise::kClamp);
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.sent_i, in.sent);
    cosim::drive(rtl.r_l_ticks_i, in.r_l_ticks);
    cosim::drive(rtl.r_l_subticks_i, in.r_l_subticks);
    cosim::drive(rtl.phase_i, in.phase);
    cosim::drive(rtl.rate_valid_i, in.rate_valid);
    cosim::drive(rtl.r_r_i, in.r_r);
  }
  template <class V>
  static reference::RateLimiterOutputs outputs(const V& rtl) {
    return {.idle = rtl.idle_o != 0,
            .follow = rtl.follow_o != 0,
            .r_c = rtl.r_c_o,
            .r_c_d = rtl.r_c_d_o,
            .r_l = rtl.r_l_o,
            .r_r = rtl.r_r_o};
  }
};

}  // namespace weir::cosim

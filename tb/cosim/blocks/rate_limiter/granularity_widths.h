// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What each register's width is good for: the reference model is run with one width changed, the others as built or
// wider, until it no longer does what is asked.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::cosim {

// The least rate at which R_c of `bits` bits (subticks) lets a queue of `frame` send, at any setting.
struct CountdownWidth {
  unsigned bits;
  Bytes frame;
  double lowest_bps;
};
std::vector<CountdownWidth> countdown_widths(BitRate line);

// The least rate that a factor of `bits` integer bits gives; R_c is wide enough.
struct FactorRange {
  unsigned bits;
  BitRate line;
  double lowest_bps;
};
std::vector<FactorRange> factor_ranges(const std::vector<BitRate>& lines);

// How far a factor of `bits` fraction bits is from the rates that are asked, of kGridMillionths, 1500 B, `residual`.
struct FactorStep {
  unsigned bits;
  double worst_ppm;
  std::int64_t worst_millionths;  // the asked rate for which it is so
};
std::vector<FactorStep> factor_steps(BitRate line);

// The fewest bits of R_l, in whole ticks, and of the stage, that lose nothing. `stage` is the last stage that is not
// below the floor rate, `countdown_bits` what R_c needs for 9216 B at that stage.
struct LineWidths {
  BitRate line;
  unsigned r_l_tick_bits;
  unsigned stage;
  double stage_bps;
  unsigned countdown_bits;
};
std::vector<LineWidths> line_widths(const std::vector<BitRate>& lines);

// Flip-flops of a limiter as its configuration declares them. Without a residual there is nothing to count below a
// tick, and R_l and R_c lose their subtick bits.
struct FlipFlops {
  reference::RateForm form;
  bool residual;
  unsigned r_l;
  unsigned r_r;
  unsigned r_c;
  unsigned sum() const { return r_l + r_r + r_c; }
};
std::vector<FlipFlops> flip_flops(const reference::RateLimiterConfig& config);

}  // namespace weir::cosim

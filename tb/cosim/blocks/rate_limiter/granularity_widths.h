// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The use of each register's width: the reference model runs with one width changed, and the others as built or wider,
// until it no longer meets the requirement.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::cosim {

// The lowest rate at which a queue of `frame` can send at any setting, with R_c of `bits` bits (subticks).
struct CountdownWidth {
  unsigned bits;
  Bytes frame;
  double lowest_bps;
};
std::vector<CountdownWidth> countdown_widths(BitRate line);

// The lowest rate of a factor with `bits` integer bits, if R_c is wide enough.
struct FactorRange {
  unsigned bits;
  BitRate line;
  double lowest_bps;
};
std::vector<FactorRange> factor_ranges(const std::vector<BitRate>& lines);

// Worst error of a factor with `bits` fraction bits for the rates of kGridMillionths, 1500 B, `residual`.
struct FactorStep {
  unsigned bits;
  double worst_ppm;
  std::int64_t worst_millionths;  // the asked rate with this error
};
std::vector<FactorStep> factor_steps(BitRate line);

// The fewest bits of R_l, in whole ticks, and of the stage, that lose nothing. `stage`: the last stage not below the
// floor rate; `countdown_bits`: the bits of R_c for 9216 B at that stage.
struct LineWidths {
  BitRate line;
  unsigned r_l_tick_bits;
  unsigned stage;
  double stage_bps;
  unsigned countdown_bits;
};
std::vector<LineWidths> line_widths(const std::vector<BitRate>& lines);

// Flip-flops of a limiter, as declared by its configuration. Without residual nothing below a tick is counted, so R_l
// and R_c need no subtick bits.
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

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The worst errors of a sweep, for each rounding and line rate.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/cosim/blocks/rate_limiter/granularity.h"

namespace weir::cosim {

// An error and its cell.
struct Extreme {
  double ppm = 0;
  std::int64_t setting = 0;
  Bytes frame{0};
};

struct Span {
  Extreme fastest;
  Extreme slowest;
};

struct Summary {
  reference::Rounding rounding;
  BitRate line;
  Span long_run;
  Span shortest_frame;  // long run, 64 B frames only
  Span one_packet;
  Span sixteen_packets;
};

// Of rows whose asked rate is not below the floor rate and fits R_c; the treatment of raises has no effect.
std::vector<Summary> summarize(const std::vector<Row>& rows);

}  // namespace weir::cosim

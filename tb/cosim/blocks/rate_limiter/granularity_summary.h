// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The worst of a sweep, for each rounding and line rate.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/cosim/blocks/rate_limiter/granularity.h"

namespace weir::cosim {

// A figure and where it is.
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
  Span shortest_frame;  // long run, frames of 64 B only
  Span one_packet;
  Span sixteen_packets;
};

// Of rows that ask for no less than the floor rate and that R_c can hold; how a raise is treated has no part in it.
std::vector<Summary> summarize(const std::vector<Row>& rows);

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/cosim/blocks/rate_limiter/setup.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus of a rate limiter, in segments of a few thousand cycles of one sort: an event every cycle
// or two; any values at a medium pace; or short packets at high rates with long pauses, so that R_c counts down to idle
// and the residual is carried.
class RateLimiterStimulus {
 public:
  RateLimiterStimulus(std::uint64_t seed, const RateLimiterSetup& setup);

  void fill(std::span<reference::RateLimiterInputs> cycles);

 private:
  struct Segment {
    std::uint64_t mean_pause;  // cycles between events
    bool small;
  };

  void next_segment();
  reference::RateLimiterInputs event();
  std::uint32_t below_or_edge(std::uint64_t& draw, std::uint32_t bound) const;
  std::uint64_t rate(std::uint64_t& draw);

  RandomStream random_;
  reference::RateForm form_;
  reference::RateLimiterConfig config_;
  Segment segment_{1, false};
  std::uint64_t segment_left_ = 0;  // cycles
  std::uint64_t pause_ = 0;         // cycles to the next event
};

}  // namespace weir::cosim

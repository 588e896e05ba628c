// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Constrained random stimulus for a block, cycle by cycle: the same cycles for the same seed and configuration, in
// batches of any size. It leans on what goes wrong: boundaries, coincidences, resets in mid-flight.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "hw_model/reference/rate_limiter_cycle.h"
#include "hw_model/reference/stage_comparator_cycle.h"

namespace weir::cosim {

// Segments of a few thousand cycles, each of one kind: an event in every cycle or two; any values at a middling pace;
// short packets at high rates and long pauses, so that R_c counts down to idle and the residual is carried.
class RateLimiterStimulus {
 public:
  RateLimiterStimulus(std::uint64_t seed, reference::RateForm form, const reference::RateLimiterConfig& config);

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

// A queue that climbs, falls and jumps among the thresholds, at them and one byte beside them; tables as GFC has them
// and any others, rewritten now and then.
class StageComparatorStimulus {
 public:
  StageComparatorStimulus(std::uint64_t seed, const reference::StageComparatorConfig& config);

  void fill(std::span<reference::StageComparatorInputs> cycles);

 private:
  void next_table();
  std::uint32_t next_q(std::uint64_t& draw);

  RandomStream random_;
  std::uint32_t max_thresholds_;
  std::uint32_t q_max_;
  std::vector<std::uint32_t> table_;  // B_k at k - 1
  std::uint32_t to_write_ = 0;        // thresholds of the table that are not yet written
  std::uint64_t table_left_ = 0;      // cycles
  std::uint32_t q_ = 0;
};

// A queue at, above and below the thresholds of a leading-zero table, whose registers now and then hold anything.
class LeadingZeroStimulus {
 public:
  LeadingZeroStimulus(std::uint64_t seed, const reference::StageComparatorConfig& config);

  void fill(std::span<reference::LeadingZeroInputs> cycles);

 private:
  void write_table(reference::LeadingZeroInputs& cycle);
  std::uint32_t next_q(std::uint64_t& draw) const;

  RandomStream random_;
  std::uint32_t q_bits_;
  std::uint32_t q_max_;
  std::uint32_t bm_ = 0;
  std::uint32_t log2_span_ = 0;
  std::uint64_t table_left_ = 0;  // cycles
};

}  // namespace weir::cosim

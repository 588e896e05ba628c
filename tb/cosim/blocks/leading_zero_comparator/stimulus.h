// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/leading_zero_comparator_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: a queue at, above and below the thresholds of a leading-zero table, whose registers
// sometimes hold arbitrary values.
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

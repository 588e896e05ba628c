// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/stage_comparator_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus of a stage comparator: a queue that climbs, falls and jumps among the thresholds, to them
// and one byte beside them; tables like those of GFC and arbitrary ones, rewritten now and then.
class StageComparatorStimulus {
 public:
  StageComparatorStimulus(std::uint64_t seed, const reference::StageComparatorConfig& config);

  void fill(std::span<reference::StageComparatorInputs> cycles);

 private:
  void next_table();
  std::uint32_t next_q(std::uint64_t& draw);

  RandomStream random_;
  std::uint32_t max_thresholds_;
  unsigned stage_bits_;
  std::uint32_t q_max_;
  std::vector<std::uint32_t> table_;  // B_k at k - 1
  std::uint32_t to_write_ = 0;        // thresholds of the table still to be written
  std::uint64_t table_left_ = 0;      // cycles
  std::uint32_t q_ = 0;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: few, many and all classes may go, the others for each reason and for several; strict
// classes and none; lengths at what is left of a deficit, beside it and in one bit from it, or that leave a power of
// two; weights and quanta of every magnitude. Follows the block's registers to aim.
class EgressSchedulerStimulus {
 public:
  EgressSchedulerStimulus(std::uint64_t seed, const reference::EgressSchedulerConfig& config);

  void fill(std::span<reference::EgressSchedulerInputs> cycles);

 private:
  void draw_phase();
  std::uint32_t any_below(unsigned bits);
  std::uint32_t any_bit_pattern(unsigned bits);
  std::uint32_t next_may(std::uint64_t draw);
  void hold(reference::EgressSchedulerInputs& in, std::uint32_t may);
  void settings(reference::EgressSchedulerInputs& in);
  void lengths(reference::EgressSchedulerInputs& in);
  std::uint32_t aimed(std::uint32_t at);

  RandomStream random_;
  reference::EgressSchedulerConfig config_;
  reference::EgressSchedulerCycle block_;
  std::uint32_t strict_ = 0;
  std::uint64_t weights_ = 0;
  std::uint32_t quantum_ = 0;
  std::uint64_t phase_left_ = 0;  // cycles
};

}  // namespace weir::cosim

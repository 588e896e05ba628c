// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: often all events in one cycle; H below, at and beside Bm and the compared depth, from 0
// to a count's range; reports a little or far ahead; packets of every magnitude. Follows the block's registers to aim.
class GradientGateStimulus {
 public:
  GradientGateStimulus(std::uint64_t seed, const reference::GradientGateConfig& config);

  void fill(std::span<reference::GradientGateInputs> cycles);

 private:
  std::uint32_t any_count();
  std::uint32_t any_blocks(std::uint64_t& draw) const;
  std::uint32_t next_held(std::uint64_t& draw);
  std::uint32_t next_depth(std::uint64_t& draw);

  RandomStream random_;
  reference::GradientGateCycle block_;
  unsigned counter_bits_;
  unsigned blocks_bits_;
  std::uint32_t most_;
  reference::GradientGateInputs cycle_{};
  std::uint64_t stop_left_ = 0;  // cycles
};

}  // namespace weir::cosim

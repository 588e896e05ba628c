// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/llr/llr_rx_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: numbers expected, one beside, half of the space away and beside it, and any; numbers
// that come round; an LLR_INIT, a frame and a set that leaves often in one cycle; modes that change now and then.
// Follows the block's registers to aim.
class LlrRxStimulus {
 public:
  LlrRxStimulus(std::uint64_t seed, const llr::LlrRxCycleConfig& config);

  void fill(std::span<llr::LlrRxInputs> cycles);

 private:
  std::uint32_t any_seq();
  std::uint32_t next_seq(std::uint64_t& draw);
  void draw_modes();

  RandomStream random_;
  llr::LlrRxCycle block_;
  std::uint32_t most_;
  std::uint32_t most_data_;
  unsigned seq_bits_;
  llr::LlrRxInputs modes_{};
  std::uint64_t modes_left_ = 0;  // cycles
};

}  // namespace weir::cosim

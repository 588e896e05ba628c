// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: often all events in one cycle; limits at the last block of the packet that would start,
// beside it, and half of the range away; messages that repeat what is known, or are old; buffers at what is occupied,
// beside it, and half of the range larger; packets of every magnitude. Follows the block's registers to aim.
class IbCreditsStimulus {
 public:
  IbCreditsStimulus(std::uint64_t seed, const reference::IbCreditsConfig& config);

  void fill(std::span<reference::IbCreditsInputs> cycles);

 private:
  void draw_phase();
  std::uint32_t any_count();
  std::uint32_t any_blocks(std::uint64_t& draw) const;
  std::uint32_t next_head(std::uint64_t draw);
  std::uint32_t next_fccl(std::uint64_t draw);
  std::uint32_t next_fctbs(std::uint64_t draw);
  std::uint32_t next_buffer(std::uint64_t draw);

  RandomStream random_;
  reference::IbCreditsCycle block_;
  unsigned counter_bits_;
  unsigned blocks_bits_;
  std::uint32_t most_;
  std::uint32_t half_;
  bool resync_ = false;
  bool drains_ = false;           // more is released than admitted
  std::uint64_t phase_left_ = 0;  // cycles
};

}  // namespace weir::cosim

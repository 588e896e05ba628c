// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/tcd_detector_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: time that runs, stands still, jumps, and meets the end of the present span; depths at
// and beside each level and compared value; settings of every magnitude, rewritten now and then. Aims by the block's
// registers.
class TcdDetectorStimulus {
 public:
  TcdDetectorStimulus(std::uint64_t seed, const reference::TcdDetectorConfig& config);

  void fill(std::span<reference::TcdDetectorInputs> cycles);

 private:
  void next_settings();
  std::uint32_t any_magnitude(unsigned bits);
  std::uint32_t next_now(std::uint64_t& draw) const;
  std::uint32_t next_behind(std::uint64_t& draw) const;

  RandomStream random_;
  reference::TcdDetectorCycle block_;
  unsigned stamp_bits_;
  unsigned q_bits_;
  reference::TcdDetectorInputs cycle_{};  // the last one, with the settings
  std::uint64_t settings_left_ = 0;       // cycles
};

}  // namespace weir::cosim

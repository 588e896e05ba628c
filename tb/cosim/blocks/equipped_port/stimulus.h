// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "tb/cosim/blocks/lossless_port/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: that of lossless_port, with times in which packets go and classes are held more often;
// time that runs, stands still and meets the end of a span; depths at and beside each level of a detector.
class EquippedPortStimulus {
 public:
  EquippedPortStimulus(std::uint64_t seed, const reference::EquippedPortConfig& config);

  void fill(std::span<reference::EquippedPortInputs> cycles);

 private:
  using In = reference::EquippedPortInputs;
  void draw_phase();
  std::uint32_t any_magnitude(unsigned bits);
  std::uint32_t next_now(std::uint64_t draw) const;
  std::uint64_t next_depth(std::uint32_t c, std::uint64_t length, std::uint64_t draw) const;
  void queues(In& in);

  LosslessPortStimulus port_;
  RandomStream random_;
  reference::EquippedPortConfig config_;
  reference::EquippedPortCycle block_;
  std::vector<reference::LosslessPortInputs> of_port_;
  In phase_;  // the settings
  bool flows_ = false;
  std::uint32_t now_ = 0;
  std::uint64_t phase_left_ = 0;  // cycles
};

}  // namespace weir::cosim

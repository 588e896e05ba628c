// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/phases_around_port.h"

namespace weir::cosim {

// Constrained random stimulus: that of equipped_port, with depths at and beside each threshold of a table, stages of
// the peer, and packets of few ticks, so that limiters wait and end their waits.
class GentlePortStimulus {
 public:
  GentlePortStimulus(std::uint64_t seed, const reference::GentlePortConfig& config);

  void fill(std::span<reference::GentlePortInputs> cycles);

 private:
  using In = reference::GentlePortInputs;
  void draw_phase();
  std::uint32_t near_a_threshold(std::uint64_t draw) const;
  void stages(In& in);

  PhasesAroundPort<In> around_;
  RandomStream random_;
  In phase_;  // the settings
  unsigned tick_bits_ = 0;
};

}  // namespace weir::cosim

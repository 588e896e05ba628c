// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/linear_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/phases_around_port.h"

namespace weir::cosim {

// Constrained random stimulus: that of equipped_port, with phases in which messages are rare, so that each is divided,
// and phases in which they come at once; ranges at and beside what remains, and packets of few ticks, so that limiters
// wait and end their waits.
class LinearPortStimulus {
 public:
  LinearPortStimulus(std::uint64_t seed, const reference::LinearPortConfig& config);

  void fill(std::span<reference::LinearPortInputs> cycles);

 private:
  using In = reference::LinearPortInputs;
  void draw_phase();
  void messages(In& in);

  PhasesAroundPort<In> around_;
  RandomStream random_;
  reference::LinearPortConfig config_;
  reference::LinearPortCycle block_;
  In phase_;  // the settings
  unsigned tick_bits_ = 0;
  bool rare_ = false;
};

}  // namespace weir::cosim

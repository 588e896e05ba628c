// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/gradient_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/phases_around_port.h"

namespace weir::cosim {

// Constrained random stimulus: that of equipped_port, and in each phase one class of which more happens than of others:
// messages that leave H at Bm or beside, depths level with H or beside, packets that come, are taken and leave in one
// cycle.
class GradientPortStimulus {
 public:
  GradientPortStimulus(std::uint64_t seed, const reference::GradientPortConfig& config);

  void fill(std::span<reference::GradientPortInputs> cycles);

 private:
  using In = reference::GradientPortInputs;
  void draw_phase();
  std::uint32_t any_class(std::uint64_t& draw) const;
  std::uint32_t any_count();
  std::uint32_t any_blocks(std::uint64_t& draw) const;
  std::uint32_t next_depth(std::uint32_t held, std::uint64_t& draw);
  std::uint32_t next_held(std::uint32_t held, std::uint64_t& draw);
  void viq(In& in);
  void outputs(In& in);
  void messages(In& in);

  PhasesAroundPort<In> around_;
  RandomStream random_;
  reference::GradientPortConfig config_;
  reference::GradientPortCycle block_;
  In phase_;                 // the settings
  std::uint32_t class_ = 0;  // of which more happens
  bool rests_ = false;       // at the VIQ of this port
};

}  // namespace weir::cosim

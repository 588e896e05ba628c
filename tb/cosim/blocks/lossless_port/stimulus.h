// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "tb/cosim/blocks/port_registers/register_words.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: depths at XOFF and XON, beside them and in one bit from them; heads at the credits that
// are left, or beside; frames of the peer with short times; a MAC that is mostly ready, or mostly busy; reads of what
// the port holds, and settings that change; times of rest in which clocks stand.
class LosslessPortStimulus {
 public:
  LosslessPortStimulus(std::uint64_t seed, const reference::LosslessPortConfig& config);

  void fill(std::span<reference::LosslessPortInputs> cycles);

 private:
  using In = reference::LosslessPortInputs;
  void draw_phase();
  std::uint32_t depth_at(std::uint64_t threshold, std::uint64_t draw);
  std::uint32_t blocks(std::uint64_t& draw) const;
  void events(In& in);
  void queues(In& in);
  void frames(In& in);
  void bus(In& in);

  RandomStream random_;
  reference::LosslessPortConfig config_;
  reference::LosslessPortCycle block_;
  std::vector<KeptWord> kept_;
  std::vector<ValuePlace> values_;
  In phase_;
  bool quiet_ = false;
  bool busy_ = false;
  std::uint64_t phase_left_ = 0;  // cycles
};

}  // namespace weir::cosim

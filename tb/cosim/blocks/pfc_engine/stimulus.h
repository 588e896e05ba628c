// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: all events in one cycle; settings that stay for some cycles; short timers, so that they
// run out beside everything else, and long ones; frames of the peer with the opcode that is obeyed, with the other, and
// with one bit that differs.
class PfcEngineStimulus {
 public:
  PfcEngineStimulus(std::uint64_t seed, const reference::PfcEngineConfig& config);

  void fill(std::span<reference::PfcEngineInputs> cycles);

 private:
  void settings();
  void depths();
  void message();
  std::uint32_t any_step();
  std::uint16_t any_time(std::uint64_t& draw);

  RandomStream random_;
  unsigned prescaler_bits_;
  reference::PfcEngineInputs cycle_{};
  std::uint64_t settings_left_ = 0;  // cycles
};

}  // namespace weir::cosim

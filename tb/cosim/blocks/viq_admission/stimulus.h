// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/viq_admission_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: packets of few VIQs in successive cycles, and of many; settings of every magnitude;
// packets that just find room, threshold, headroom or pool, and miss them by a cell; departures of all, of more, and
// down to XON. Follows the block's registers to aim.
class ViqAdmissionStimulus {
 public:
  ViqAdmissionStimulus(std::uint64_t seed, const reference::ViqAdmissionConfig& config);

  void fill(std::span<reference::ViqAdmissionInputs> cycles);

 private:
  using Candidates = std::initializer_list<std::int64_t>;

  std::uint32_t any_magnitude(unsigned bits);
  std::uint32_t any_viq();
  std::uint32_t one_of(Candidates candidates);
  void next_settings();
  void next_arrival();
  void next_departure();

  RandomStream random_;
  reference::ViqAdmissionCycle block_;
  reference::ViqAdmissionConfig config_;
  reference::ViqAdmissionInputs cycle_;
  std::uint32_t few_ = 0;            // VIQs that packets come from
  std::uint64_t settings_left_ = 0;  // cycles
};

}  // namespace weir::cosim

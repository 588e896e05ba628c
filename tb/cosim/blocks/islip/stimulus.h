// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/islip_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: nobody, one pair, an input, an output, few, many and all ask; requests that stand until
// they are served, and requests that fall; matchings that are taken and not.
class IslipStimulus {
 public:
  IslipStimulus(std::uint64_t seed, const reference::IslipConfig& config);

  void fill(std::span<reference::IslipInputs> cycles);

 private:
  std::uint64_t next_requests();
  void draw_phase();

  RandomStream random_;
  reference::IslipCycle block_;
  unsigned inputs_;
  std::uint64_t all_;           // pairs
  std::uint64_t standing_ = 0;  // requests that have not been served
  bool stands_ = false;         // whether requests stand in this phase
  unsigned taken_of_8_ = 0;     // cycles whose matching is taken
  std::uint64_t phase_left_ = 0;
};

}  // namespace weir::cosim

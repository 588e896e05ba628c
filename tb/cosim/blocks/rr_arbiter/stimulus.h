// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/rr_arbiter_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: nobody, one, few, all and all but one ask; the input at the pointer, those beside it,
// and the owner of a lock more often than others; requests that stand until they are served, and requests that fall.
// Follows the block's registers to aim.
class RrArbiterStimulus {
 public:
  RrArbiterStimulus(std::uint64_t seed, const reference::RrArbiterConfig& config);

  void fill(std::span<reference::RrArbiterInputs> cycles);

 private:
  std::uint64_t next_requests(const reference::RrArbiterOutputs& now);
  void draw_phase();

  RandomStream random_;
  reference::RrArbiterCycle block_;
  std::uint64_t all_;
  unsigned inputs_;
  std::uint64_t standing_ = 0;  // requests that have not been served
  bool stands_ = false;         // whether requests stand in this phase
  unsigned lock_of_8_ = 0;      // cycles with a lock
  std::uint64_t phase_left_ = 0;
};

}  // namespace weir::cosim

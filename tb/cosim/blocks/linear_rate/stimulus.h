// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: messages at any time, mostly when the block is free; room of every magnitude, at and
// beside the range, and up to and beyond a count's largest value; ranges of every magnitude.
class LinearRateStimulus {
 public:
  LinearRateStimulus(std::uint64_t seed, const reference::LinearRateConfig& config);

  void fill(std::span<reference::LinearRateInputs> cycles);

 private:
  RandomStream random_;
  reference::LinearRateCycle block_;
  reference::LinearRateConfig config_;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/linear_rate_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Messages at any time, most often when the block is free; room of every magnitude, at and beside the range, at what a
// count expresses and beyond it; ranges of every magnitude.
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

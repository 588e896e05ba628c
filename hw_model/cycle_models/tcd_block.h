// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector of one queue as a clocked block of a switch (clocked_block.h). By itself a switch has none, since
// its detector is the C++ model (mechanisms/congestion/tcd.h).

#pragma once

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/cycle_models/tcd_detector_cycle.h"

namespace weir::reference {

using TcdBlock = ClockedBlock<TcdDetectorConfig, TcdDetectorInputs, TcdDetectorOutputs>;

// The most that a block can have: no narrower than a switch's.
inline constexpr TcdDetectorConfig kWidestTcd{.stamp_bits = 30, .q_bits = 30};

}  // namespace weir::reference

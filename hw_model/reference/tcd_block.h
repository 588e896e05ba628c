// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector of one queue as a clocked block of a switch: RTL, or RTL and its cycle model in lock-step. By itself
// a switch has none, since its detector is the C++ model (mechanisms/congestion/tcd.h).

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw_model/reference/tcd_detector_cycle.h"

namespace weir::reference {

class TcdBlock {
 public:
  // `name`: of the instance, "s1.p2.c0". Throws std::invalid_argument for widths that the block cannot have.
  using Factory = std::function<std::unique_ptr<TcdBlock>(const TcdDetectorConfig& widths, const std::string& name)>;
  static Factory reference() {
    return [](const TcdDetectorConfig&, const std::string&) -> std::unique_ptr<TcdBlock> { return nullptr; };
  }

  // The most that a block can have: no narrower than a switch's.
  static constexpr TcdDetectorConfig kWidest{.stamp_bits = 30, .q_bits = 30};

  virtual ~TcdBlock() = default;

  // Of its ports; what is narrower in the switch is the same in wider registers.
  virtual TcdDetectorConfig widths() const = 0;

  // One cycle; outputs as before its clock edge.
  virtual TcdDetectorOutputs clock(const TcdDetectorInputs& in) = 0;

  // What the switch's model has where the block gave `out` in the cycle before.
  virtual void compare(const TcdDetectorOutputs& /*out*/, const TcdDetectorOutputs& /*model*/) {}
};

}  // namespace weir::reference

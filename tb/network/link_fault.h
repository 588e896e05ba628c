// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A fault of a link: how lossy_link.h treats some frames.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/units.h"

namespace weir::network {

enum class FaultKind : std::uint8_t { kLose, kDouble, kDelay };

// Which frames a fault hits (`riding`: riders in PFC frames instead), how often, and its effect.
struct LinkFault {
  FaultKind kind = FaultKind::kLose;
  bool riding = false;
  std::optional<std::uint8_t> subtype;  // of private frames; nullopt: any
  double probability = 0;
  Time least{0};  // extra delay of a delayed frame, or of the second copy of a doubled one: drawn from least..most
  Time most{0};
};

}  // namespace weir::network

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How a link treats some frames badly: lossy_link.h does it.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/units.h"

namespace weir::network {

enum class FaultKind : std::uint8_t { kLose, kDouble, kDelay };

// What becomes of how many frames.
struct LinkFault {
  FaultKind kind = FaultKind::kLose;
  bool riding = false;
  std::optional<std::uint8_t> subtype;  // of private frames; nothing: any
  double probability = 0;
  Time least{0};  // how much later a delayed frame, or the second one of a doubled, arrives: drawn from this range
  Time most{0};
};

}  // namespace weir::network

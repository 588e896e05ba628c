// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch's mark as a flow's hosts read it: congestion, undetermined (TCD, SIGCOMM '21, section 4.2), or none.
// Ordered: of two marks the greater one counts.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/frame/ipv4.h"

namespace weir::host {

enum class Mark : std::uint8_t { kNone, kUndetermined, kCongestion };

// The mark of an ECN code point; `undetermined`: the code point of UE; nullopt: the flow does not know UE.
constexpr Mark mark_of(frame::Ecn code, std::optional<frame::Ecn> undetermined) {
  if (code == frame::Ecn::kCongestion) {
    return Mark::kCongestion;
  }
  return code == undetermined ? Mark::kUndetermined : Mark::kNone;
}

}  // namespace weir::host

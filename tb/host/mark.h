// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a flow's hosts make of the marks of switches: congestion, undetermined (TCD, SIGCOMM '21, section 4.2), or
// nothing. Ordered: of two marks the greater one counts.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/frame/ipv4.h"

namespace weir::host {

enum class Mark : std::uint8_t { kNone, kUndetermined, kCongestion };

// What a code point of the ECN field says; `undetermined`: the one that says so, nothing to flows that do not know it.
constexpr Mark mark_of(frame::Ecn code, std::optional<frame::Ecn> undetermined) {
  if (code == frame::Ecn::kCongestion) {
    return Mark::kCongestion;
  }
  return code == undetermined ? Mark::kUndetermined : Mark::kNone;
}

}  // namespace weir::host

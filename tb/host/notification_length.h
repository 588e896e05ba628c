// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>

#include "tb/host/transport.h"

namespace weir::host {

// Of the frame in which a destination tells of a mark. `answer`: as long as the flow's other answers are.
constexpr Bytes notification_length(Framing framing, Bytes answer) {
  return framing == Framing::kRoceV2 ? std::max(answer, kRoceCnp) : answer;
}

}  // namespace weir::host

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>

#include "tb/host/transport.h"

namespace weir::host {

// Frame length of a destination's notification of a mark; `answer`: length of the flow's other answers.
constexpr Bytes notification_length(Framing framing, Bytes answer) {
  return framing == Framing::kRoceV2 ? std::max(answer, kRoceCnp) : answer;
}

}  // namespace weir::host

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "tb/platform/weir/cable.h"

namespace weir::platform {

// Appends an FCS, fcs_of() or a wrong one, its least significant byte first.
inline void append_fcs(Frame& frame, std::uint32_t fcs) {
  for (int i = 0; i < 4; ++i, fcs >>= 8U)
    frame.push_back(static_cast<std::uint8_t>(fcs & 0xffU));
}

}  // namespace weir::platform

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the divider of time-based GFC as it is also built, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kLinearWideCounterBits = 20;  // FCCL and FCTBS, in blocks of 4 B
inline constexpr unsigned kLinearWideBlockShift = 2;

}  // namespace weir::reference

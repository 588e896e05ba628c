// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the egress scheduler, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kSchedulerLengthBits = 14;  // of a length and of the quantum: frames up to 9216 B
inline constexpr unsigned kSchedulerWeightBits = 8;

}  // namespace weir::reference

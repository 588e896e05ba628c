// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the gradient gate, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kGradientCounterBits = 16;  // counts of blocks: with 64 B up to 4 MB
inline constexpr unsigned kGradientBlocksBits = 8;    // of a packet: a frame of 9216 B has 144

// As the RTL is also built, for switches that count smaller blocks.
inline constexpr unsigned kGradientWideBlocksBits = 12;  // a frame of 9216 B has 2304 of 4 B

}  // namespace weir::reference

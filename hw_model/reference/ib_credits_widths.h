// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the credits of InfiniBand, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kIbCounterBits = 12;  // FCTBS, FCCL, ABR, as in the standard
inline constexpr unsigned kIbBlocksBits = 8;    // of a packet: a frame of 9216 B has 144 blocks of 64 B
inline constexpr unsigned kIbFirst = 2048;      // FCCL after a reset: as many blocks as 12 bits express

// RTL for switches with wider counters, such as the default of flow_control.cbfc.
inline constexpr unsigned kIbWideCounterBits = 16;
inline constexpr unsigned kIbWideBlocksBits = 14;  // a frame of 9216 B in blocks of a byte

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the RTL block viq_admission, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kViqBits = 5;        // of a VIQ's number: four ports of eight classes
inline constexpr unsigned kViqCellBits = 16;   // cells of a buffer: 13.6 MB in cells of 208 B
inline constexpr unsigned kViqAlphaBits = 14;  // of alpha: 0..64 in steps of 1/128

}  // namespace weir::reference

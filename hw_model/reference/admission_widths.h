// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of the RTL block partition_admission. They stand apart from the other blocks' widths (widths.h)
// because no setting of a switch needs them.

#pragma once

namespace weir::reference {

inline constexpr unsigned kAdmissionPorts = 4;
inline constexpr unsigned kAdmissionPortBits = 3;   // of a port's number
inline constexpr unsigned kAdmissionClasses = 8;    // kClasses
inline constexpr unsigned kAdmissionCellBits = 16;  // cells of a buffer: 13.6 MB in cells of 208 B

}  // namespace weir::reference

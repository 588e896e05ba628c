// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of partition admission as RTL, as widths.h has those of the others, apart from them because no
// setting of a switch asks for these.

#pragma once

namespace weir::reference {

inline constexpr unsigned kAdmissionPorts = 4;
inline constexpr unsigned kAdmissionPortBits = 3;   // name one
inline constexpr unsigned kAdmissionClasses = 8;    // kClasses
inline constexpr unsigned kAdmissionCellBits = 16;  // cells of a buffer: 13.6 MB in cells of 208 B

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the linear port of rtl/ is built with beside what every port has (widths.h), in the form of widths.h.

#pragma once

namespace weir::reference {

// Classes with time-based gentle flow control; class 3 has the credits of the port.
inline constexpr unsigned kPortLinear = 247;

}  // namespace weir::reference

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the gradient port of rtl/ is built with beside what every port has (widths.h), in the form of widths.h.

#pragma once

namespace weir::reference {

// Classes with the gradient rule; class 3 has the credits of the port.
inline constexpr unsigned kPortGradient = 247;

}  // namespace weir::reference

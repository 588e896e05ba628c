// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the gentle port of rtl/ is built with beside what every port has (widths.h), in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kPortGentle = 255;  // classes with gentle flow control

}  // namespace weir::reference

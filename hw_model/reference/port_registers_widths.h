// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the register bank of a port is built with, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kRegistersPort = 11;  // the port whose addresses it answers
inline constexpr unsigned kHighestPort = 31;    // of the switch whose map rtl/port_registers has

}  // namespace weir::reference

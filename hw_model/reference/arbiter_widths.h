// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parameters of the round-robin arbiter as built, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kArbiterInputs = 33;  // of an output of 32 ports, and of frames that a switch makes itself
inline constexpr unsigned kArbiterLock = 1;     // whether a grant can be locked

}  // namespace weir::reference

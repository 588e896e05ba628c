// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parameters of the round-robin arbiter and of iSLIP as built, in the form of widths.h.

#pragma once

namespace weir::reference {

inline constexpr unsigned kArbiterInputs = 33;  // of an output of 32 ports, and of frames that a switch makes itself
inline constexpr unsigned kArbiterLock = 1;     // whether a grant can be locked

inline constexpr unsigned kIslipInputs = 8;  // as many as requests fit a word
inline constexpr unsigned kIslipIterations = 2;
inline constexpr unsigned kMostIslipIterations = 4;  // that a switch can have: RTL of 1 to 4 is built

}  // namespace weir::reference

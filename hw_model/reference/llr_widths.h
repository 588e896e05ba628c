// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register widths of link-level retry, as widths.h has those of other RTL blocks.

#pragma once

namespace weir::reference {

inline constexpr unsigned kLlrSeqBits = 20;   // a sequence number
inline constexpr unsigned kLlrDataBits = 16;  // init_data
inline constexpr unsigned kLlrSlotBits = 9;   // of a slot of the replay buffer
inline constexpr unsigned kLlrCountBits = 8;  // replay_ct
inline constexpr unsigned kLlrLengthBits = 14;
inline constexpr unsigned kLlrByteBits = 32;   // outstanding bytes
inline constexpr unsigned kLlrTimerBits = 16;  // REPLAY_TIMER_MAX
inline constexpr unsigned kLlrAgeBits = 32;    // DATA_AGE_TIMEOUT, PCS_LOST_TIMEOUT

}  // namespace weir::reference

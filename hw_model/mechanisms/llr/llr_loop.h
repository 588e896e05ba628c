// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a link asks of the settings of link-level retry: the time from the first bit of a frame to its acknowledgement,
// the window that fills that time, and the replay buffer for all lengths of frames. Exact, in whole frames.
//
//   loop  = (L + 8)/c + 2 D + P_rx + P_tx + (S + 8)/c   L: length of the frame, 8: preamble, and the bytes of a set
//   tau   = (L + 20)/c                                  a frame with preamble and gap
//   N     = ceil(loop / tau)                            the least window for full rate
//
// D: one way; P_rx after the last bit of a frame, P_tx after an ordered set; S: ctlos_target_spacing, the longest wait
// for an ACK slot. The replay timer must be longer than the loop of the largest frame, or frames are replayed without
// an error.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/llr/llr_config.h"

namespace weir::llr {

struct LlrLinkFacts {
  BitRate rate;
  Time delay;       // D
  Time processing;  // P_rx + P_tx
};

// Rounded up to a whole picosecond. 1 B <= length.
Time loop_time(const LlrLinkFacts& link, Bytes length, Bytes spacing);

std::uint32_t least_window(const LlrLinkFacts& link, Bytes length, Bytes spacing);

// The window in bytes, and the length that asks for it: the longest window is not that of the largest frame.
struct ReplayRoomFacts {
  Bytes bytes;
  Bytes at;
  bool operator==(const ReplayRoomFacts&) const = default;
};
ReplayRoomFacts replay_room(const LlrLinkFacts& link, Bytes shortest, Bytes longest, Bytes spacing);

// T + R, the time of a repair though the NACK is lost, too: the replay timer and a loop of the longest frame.
Time recovery_time(const LlrConfig& config, const LlrLinkFacts& link, Bytes longest);

// Complains of a replay timer that is not longer than the loop of the largest frame, with the figure.
void check_link(const LlrConfig& config, const LlrLinkFacts& link, Bytes longest, ledger::Complaints& complaints);

}  // namespace weir::llr

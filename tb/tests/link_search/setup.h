// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is searched: the two ends of a link with their settings, the wires between them, and what may happen there.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"

namespace weir::link_search {

// What software does with channel 0 while the link runs, once.
enum class Software : std::uint8_t {
  kNothing,
  kSetsUp,       // anew
  kSetsUpFirst,  // it was best effort until then
  kRemoves,
};

// What hardware may do where CC_Updates have no number.
enum class CcCure : std::uint8_t {
  kNothing,
  kAcknowledged,  // the sender says the credits of acknowledged frames
  kSendAcks,      // the receiver heeds CC_Updates in SEND_ACKS only
};

struct Setup {
  bool has_llr = true;
  llr::LlrConfig llr{};
  std::size_t channels = 0;  // with credits; 0: the link has no credits
  ue_cbfc::UeCbfcConfig credits{};
  std::uint32_t limit = 1;           // credits of a channel, or of the pool; a frame takes one
  ue_cbfc::PoolShareConfig share{};  // of each channel in the pool

  // Frames and ordered sets that are on the way at a time.
  std::size_t forward = 2;
  std::size_t back = 2;

  // What may happen at any time, as often as it likes.
  bool sends = true;        // new frames
  bool losses = true;       // of frames and sets; a damaged set is a lost one
  bool damages = true;      // a bad FCS; the number is right
  bool any_number = false;  // a bad FCS; the number is any
  bool doubles = false;     // of sets, and of CC_Updates without a number
  bool flushes = false;     // PCS was down too long
  bool cc_updates = true;   // with credits: the CC timer
  bool starts_off = false;  // the link begins with an initialisation
  bool management = true;   // leaves FLUSH; otherwise a link in FLUSH is home where frames are discarded
  Software software = Software::kNothing;
  CcCure cc_cure = CcCure::kNothing;

  // Assumptions that are taken away.
  bool wrong_number = false;  // a good FCS, and the number is any (A2)
  bool wrong_set = false;     // a damaged ACK or NACK is believed, and its number is any (A3)

  // What is judged: C1, in two parts; and at the end whether from each state all comes home once nothing more is lost,
  // without new frames, or with as many as are wanted.
  bool judges_counts = true;
  bool judges_buffer = true;
  bool judges_home = true;
  bool new_frames_help = false;
};

enum class Wrong : std::uint8_t {
  kNothing,
  kInvariant,  // a class says that it is in a state that it must not reach
  kDamaged,    // S1: a frame with a bad FCS is accepted
  kTwice,      // S1: a frame is accepted that was accepted before
  kSkipped,    // S1: a frame is accepted before an earlier one that no flush has discarded
  kFreed,      // S2: a frame is freed that was not accepted
  kCounts,     // C1: the counts of a channel contradict each other
  kOverflow,   // C1: more is in the buffer than the limit allows
  kStops,      // L1, C4: no way leads on, or credits never come home
};

enum class MoveKind : std::uint8_t {
  kSend,
  kDiscard,
  kSendCc,
  kReplay,
  kSendInit,
  kSendAck,
  kSendNack,
  kSendEcho,
  kSendCf,
  kTimer,
  kFlush,
  kReInit,
  kLeave,
  kLeaveUncounted,
  kSoftware,
  kArrives,
  kArrivesDamaged,  // the number after the damage in `index`
  kArrivesWrong,    // likewise, with a good FCS
  kArrivesTwice,
  kIsLost,
  kBackArrives,
  kBackArrivesWrong,  // likewise
  kBackArrivesTwice,
  kBackIsLost,
};

struct Move {
  MoveKind kind{};
  std::uint8_t index = 0;  // of a channel; or a number
};

}  // namespace weir::link_search

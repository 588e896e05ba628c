// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How much a VIQ may hold under GFC when its sender sends whole packets: what must be there beyond Bm so that nothing
// is ever lost, whatever the drain does. GFC's own proofs (SIGCOMM '19, eq. 1 to 5, theorems 4.1 and 5.1) are of fluids
// and stop at Bm. Each bound here is derived in docs/results/gfc_bound.md; L is the longest frame.
//
//   buffer-based  Bm + 3 L; Bm + 2 L where all frames have one length. A recursion over the stages gives it to the
//                 byte, and holds for any thresholds
//   conceptual    Bm + (1 + 1/a) L, where a (1 - a) = C tau / (Bm - B0) and a >= 1/2: at most Bm + 3 L
//   time-based    Bm + (3 + c) L, where c is sqrt(t_r / T) or less: at most Bm + 4 L
//
// and on top of each what the last rate carries, which is C/2^N or C/(Bm - B0), for as long as the VIQ is not served:
// no rate of GFC is 0 (docs/decisions/0170).
// Where the VIQ holds frames of lengths with a common divisor it stands at its multiples, and so do the bounds.

#pragma once

#include <optional>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::bounds {

// One sender, one VIQ, and the way between them.
struct GfcLoop {
  struct Frame {
    Bytes length;
    Bytes counted;  // in the VIQ
    Time wire;      // for which it occupies the wire
  };
  BitRate rate;               // C
  std::vector<Frame> frames;  // of the class; at least one
  Time delay;                 // of the wire, one way
  Time processing;            // t_r
  Time pipeline;              // from a packet's arrival to its admission, at most
  Time wait;                  // for which feedback waits for its port: the longest frame of any class
  Time feedback;              // for which a feedback frame occupies the wire
  reference::RateLimiterConfig limiter;
  Time retry = {};  // for which link-level retry holds feedback back
};

struct GfcBound {
  Bytes at_once;  // the VIQ holds at most this ...
  Bytes step;     // ... and a multiple of `step` more, `later` bytes in each `spacing`
  Bytes later;
  Time spacing;  // more than 0

  // After the VIQ has been at Bm for `span`, however little has left.
  Bytes after(Time span) const;
  // The longest span for which `room` suffices; negative where it does not suffice at all.
  Time suffices(Bytes room) const;
};

// `thresholds`: B_1..B_N, nondecreasing, at least one. Holds for any of them, kept fluid bound or not.
GfcBound buffer_based_bound(const GfcLoop& loop, const std::vector<Bytes>& thresholds);

// Nothing where Bm - B0 is less than the fluid proof needs with this loop's latency, or where the limiter's registers
// saturate. 0 <= b0 < bm.
std::optional<GfcBound> conceptual_bound(const GfcLoop& loop, Bytes b0, Bytes bm);

// Whether the limiter keeps every rate that a linear map asks for: none rounds to nothing, no countdown saturates.
bool keeps_rates(const GfcLoop& loop);

// How long a credit message waits for its port: for link-level retry, behind the longest frame of any class, or a
// control frame, and behind those of the other of `classes` classes.
Time message_wait(const GfcLoop& loop, int classes);

// How old the news may be that a sender goes by where credits come every `period` for each of `classes` classes: until
// the next message has come, waited for its port, crossed it and been processed, and a packet has gone by the one
// before. The cable is not in it: FCTBS is read when the message arrives. The D of docs/results/gfc_bound.md.
Time credit_age(const GfcLoop& loop, Time period, int classes);

// Credits every `period` for each of `classes` classes. Nothing as above, and nothing where Bm - B0 is less than four
// times what comes in T + t_r while t_r > T, which theorem 5.1 does not cover.
std::optional<GfcBound> time_based_bound(const GfcLoop& loop, Bytes b0, Bytes bm, Time period, int classes);

}  // namespace weir::bounds

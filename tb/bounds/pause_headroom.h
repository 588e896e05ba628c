// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The exact headroom of PFC and PAUSE: the most that a VIQ counts above XOFF, whatever mix of frames the peer sends.
// Derived, and reached by runs (docs/results/pfc_headroom.md).
//
// At time 0 the frame that reaches XOFF has come in whole. The peer sends on without a gap until PAUSE has taken effect
// there. A frame that begins within the budget T, the sum of all times between the two (ties included), still comes in
// whole. So the frames after the one that reaches XOFF are a mix whose line times add up to at most T, and one last
// frame, which may begin as late as T. The mix is the best of an unbounded knapsack; the last frame has the largest
// count.
//
// With link-level retry the bound is the larger of this and of all that may be outstanding (retry_window.h): frames
// that come in later than T are sent again, and the sender sends no new one after T.

#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/link_config.h"
#include "tb/bounds/retry_window.h"

namespace weir::bounds {

// The terms of the budget T, each >= 0.
struct PauseTimes {
  Time our_frame;    // W(M): our longest frame has just begun towards the peer when PAUSE is due
  Time pause;        // W(64): PAUSE itself
  Time cable;        // 2 d: PAUSE out, the last data in
  Time peer;         // t_r: from the arrival of PAUSE until the peer begins no frame
  Time own;          // t_own: our PHY, MAC and FEC, both directions; the model has none
  Time pipeline;     // t_pipe: from the last bit of a frame until it counts in the VIQ
  Time replay = {};  // where PAUSE waits for our replay: all that may be outstanding on the way to the peer
  Time sets = {};    // where the link carries ordered sets: those that lengthen the gap behind our frame

  Time total() const { return our_frame + sets + replay + pause + cable + peer + own + pipeline; }
  auto operator<=>(const PauseTimes&) const = default;
};

// Lengths of the frames that the peer sends in the paused class: each of a list, or all of a range.
class FrameLengths {
 public:
  // Each > 0, in any order; none: the peer sends nothing.
  static FrameLengths of(std::vector<Bytes> lengths);
  // 0 < shortest <= longest.
  static FrameLengths between(Bytes shortest, Bytes longest);

  bool is_range() const { return is_range_; }
  bool empty() const { return lengths_.empty(); }
  Bytes shortest() const { return lengths_.front(); }
  Bytes longest() const { return lengths_.back(); }
  const std::vector<Bytes>& listed() const { return lengths_; }  // ascending; both ends of a range
  auto operator<=>(const FrameLengths&) const = default;

 private:
  std::vector<Bytes> lengths_;
  bool is_range_ = false;
};

// A link whose sender can be paused, as its receiver sees it.
struct PausedLink {
  BitRate rate;                          // 1 bit/s or more
  Bytes overhead = link::kWireOverhead;  // o: what a frame costs on the line beside itself
  PauseTimes times = {};
  FrameLengths frames = {};
  Bytes cell = {};         // the VIQ counts whole cells of this size; 0: bytes
  Bytes tag = {};          // by so much a frame counts longer in the VIQ than it was on the line
  RetryWindow retry = {};  // of the peer's frames

  Time line_time(Bytes length) const { return serialization_time(length + overhead, rate); }  // W(L)
  Bytes counted(Bytes length) const;  // what the VIQ counts of a frame, in bytes: its own, or those of its cells
  auto operator<=>(const PausedLink&) const = default;
};

// The times of a link: W(M) and W(64) at its rate, the cable once one way.
PauseTimes pause_times(const PausedLink& link, Bytes our_frame, Time one_way, Time peer, Time own, Time pipeline);

// The worst case of a link. All bytes are as the VIQ counts them.
struct PauseHeadroom {
  Time budget;                      // T
  std::vector<FramesAlike> before;  // the worst mix of frames before the last one, by ascending length
  Bytes mix;                        // what the mix counts
  Bytes last_length;                // of the last frame, the shortest of those with the largest count
  Bytes last;                       // what the last frame counts
  // Of the frame that reaches XOFF, at most: XOFF is any number of whole cells, or, where the VIQ counts bytes, a
  // multiple of what all counts have in common.
  Bytes overshoot;
  // False: no mix may reach `mix`. For a range in bytes it is less than the rounding of line times to picoseconds that
  // is missing; for a list of too many lengths less than a frame, and `before` is empty.
  bool exact = true;
  FullWindow window;  // the most that LLR may send after XOFF

  // Whether what may be sent again is more than what may be sent for the first time.
  bool by_window() const { return window.counted > mix + last; }
  Bytes after_xoff() const { return std::max(mix + last, window.counted); }  // without the frame that reaches XOFF
  Bytes above_xoff() const { return overshoot + after_xoff(); }              // H, for a VIQ with headroom of its own
  Bytes in_pool() const { return last + after_xoff(); }  // H_pool: in a headroom pool that frame is taken whole
};

// At most 2^28 steps, whatever rate and cable: the knapsack goes by counts of frames, not by times. Links that are
// alike are searched once: most of a network's are, and those of a sweep's points. Throws std::invalid_argument for a
// range of lengths with a tag.
PauseHeadroom pause_headroom(const PausedLink& link);

// As after_xoff(), if all frames have this length: floor(T / W(L)) + 1 frames.
Bytes headroom_of_frames_alike(const PausedLink& link, Bytes length);

// The frame with the largest count a line time; the shortest of equals. The link has frames.
Bytes densest_length(const PausedLink& link);

// The linear form that vendors and eq. 14 share, r* (T + W(H)) with the densest frames' count a line time r*, rounded
// up to a byte. Safe as after_xoff() is, and larger: it charges the last frame at r*.
Bytes linear_headroom(const PausedLink& link);

}  // namespace weir::bounds

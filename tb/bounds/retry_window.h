// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry (LLR, docs/reference/llr.md) adds to headroom. A paused transmitter sends again what is
// outstanding, because go-back-N cannot leave out a class: all that may be outstanding may come in after XOFF, as late
// as errors want. The frames of the window are lossless ones, each of any length of the class.

#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::bounds {

struct FramesAlike {
  Bytes length;  // on the line
  std::int64_t count;
};

// What may be outstanding on a link in one direction; no frames: the link has no LLR.
struct RetryWindow {
  std::uint32_t frames = 0;  // OUTSTANDING_FRAMES_MAX
  Bytes bytes = {};          // OUTSTANDING_BYTES_MAX, from destination MAC to FCS

  bool is_on() const { return frames > 0; }
  auto operator<=>(const RetryWindow&) const = default;
};

// How frames of a range of lengths count in a queue: each in whole cells, or in bytes if there is no cell; `tag`: by
// so much a frame counts longer than it was on the line.
struct CountedFrames {
  Bytes shortest;
  Bytes longest;
  Bytes cell = {};
  Bytes tag = {};
};

struct FullWindow {
  Bytes counted;
  std::vector<FramesAlike> frames;  // that count so much, by ascending length
};

// The most that frames count that may be outstanding at once, whatever mix of lengths. Exact without a tag, else not
// too small. At most `frames` steps.
FullWindow fullest_window(const RetryWindow& window, const CountedFrames& frames);

// The longest line time of all that may be outstanding: of a replay. Each frame takes `overhead` more on the line.
Time replay_time(const RetryWindow& window, const CountedFrames& frames, Bytes overhead, BitRate rate);

}  // namespace weir::bounds

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Common parts of loop detectors whose messages ride along: the place of a message, and the result of its visit.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weir::baselines {

// A port of a switch for one class, by its place in the list of all (tb/oracle/knot_tracker.h). A loop of pauses may
// pass a switch twice, so a message must not meet the same port again, not the same switch.
using Point = std::size_t;

// 14 bits for 16,384 switches and 6 bits for 64 ports, as in ITSY (section VI.D).
inline constexpr unsigned kPointBits = 14 + 6;

struct Visit {
  bool loop = false;        // the message has been here before, as far as the detector can tell
  bool controller = false;  // the switch has asked its controller, which takes time
};

// A fixed scrambling of numbers, that of SplitMix64.
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

}  // namespace weir::baselines

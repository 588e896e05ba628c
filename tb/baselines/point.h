// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What detectors of loops that ride along have in common: where a message is, and what became of it there.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weir::baselines {

// A port of a switch for one class, by its place in the list of all (tb/oracle/knot_tracker.h). A loop of pauses may
// pass a switch twice, so it is ports that a message must not meet again.
using Point = std::size_t;

// A switch of 16,384 and a port of 64, as ITSY names them (section VI.D).
inline constexpr unsigned kPointBits = 14 + 6;

struct Visit {
  bool loop = false;        // the message has been here before, as far as it can tell
  bool controller = false;  // the switch has asked its controller, which takes time
};

// Numbers without a pattern, the same each time: of SplitMix64.
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

}  // namespace weir::baselines

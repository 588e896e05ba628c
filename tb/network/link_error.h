// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One entry of [[link_damage]], or a cable that is cut by an [[event]]: what the wire of a link does to the frames and
// ordered sets on it. damaged_link.h does it.

#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::network {

enum class ErrorKind : std::uint8_t {
  kBits,        // each bit is hit with the probability `rate`
  kFrames,      // frames are damaged by their numbers
  kSets,        // ordered sets are damaged by their numbers
  kCodewords,   // all that is on the wire for the length of some codewords is damaged, again and again
  kDelaySets,   // ordered sets come late
  kDoubleSets,  // ordered sets arrive twice by their numbers
  kCut          // nothing gets through
};

// What the receiver finds: an FCS that does not hold, an FCS that is wrong on purpose, a frame that PCS or FEC marks.
enum class DamageMark : std::uint8_t { kBadFcs, kPoisoned, kMarked };

// The frames that count, from 1, for kFrames. kLlrNumber: frames with a number of link-level retry have that number,
// and only when they are sent first: a replay is not hit again.
enum class CountedFrames : std::uint8_t { kAny, kData, kControl, kCcUpdate, kLlrNumber };

struct LinkError {
  static constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();

  ErrorKind kind = ErrorKind::kBits;
  Time from{0};  // what begins to leave at or after `from` and before `until`
  Time until = kNever;
  double rate = 0;                        // kBits
  DamageMark mark = DamageMark::kBadFcs;  // kFrames, like `counted`
  CountedFrames counted = CountedFrames::kAny;
  std::vector<std::uint64_t> numbers = {};  // kFrames, kSets, kDoubleSets: rising; empty: all from `first` to `last`
  std::uint64_t first = 1;
  std::uint64_t last = kLast;
  Bytes span{0};  // kCodewords, like `period` and `phase`
  Time period{0};
  Time phase = kNever;  // kNever: drawn
  Time delay{0};        // kDelaySets
};

// Whether it may hit a frame of the link itself.
inline bool hits_control(const LinkError& error) {
  switch (error.kind) {
    case ErrorKind::kBits:
    case ErrorKind::kCodewords:
    case ErrorKind::kCut:
      return true;
    case ErrorKind::kFrames:
      return error.counted != CountedFrames::kData;
    case ErrorKind::kSets:
    case ErrorKind::kDelaySets:
    case ErrorKind::kDoubleSets:
      break;
  }
  return false;
}

// Whether it may hit a packet.
inline bool hits_data(const LinkError& error) {
  return error.kind == ErrorKind::kFrames
             ? error.counted == CountedFrames::kAny || error.counted == CountedFrames::kData
             : hits_control(error);
}

}  // namespace weir::network

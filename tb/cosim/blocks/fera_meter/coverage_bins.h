// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of the bins of FERA's meter, for coverage*.cpp alone.

#pragma once

#include <cstddef>

namespace weir::cosim::fera_bins {

// NOLINTBEGIN(performance-enum-size)
enum Change : std::size_t { kFirst, kSame, kFell, kRose };
enum Clock : std::size_t { kNoPause, kAboveFloor, kAtFloor, kBelowFloor, kNoFloor, kAllButOne, kAll, kLonger };
enum End : std::size_t { kNought, kBetween, kAtEnd };
enum Step : std::size_t { kNegative, kBelow, kAtLeast, kWithin, kAtMost, kAbove };
enum Bound : std::size_t { kLine, kLeast };
enum Product : std::size_t { kSlopeBelow, kSlopeAbove, kOfStep, kScale, kLoad, kStretch };
inline constexpr std::size_t kQuotient = kLoad;  // in the dividing form, like the next one
inline constexpr std::size_t kFactor = kStretch;
enum Rest : std::size_t { kNone, kBelowHalf, kHalf, kAboveHalf };
enum Tag : std::size_t { kOneOf0, kJustReached, kJustMissed, kTagBetween, kTagEnd };
enum Together : std::size_t {
  kFrameTick,
  kPauseTick,
  kFramePauseTick,
  kTickLooked,
  kTickWorked,
  kTickTold,
  kTickLast,
  kTickFirst,
  kLateFrame,
  kFrameWorked,
  kPauseWorked,
  kNoLength,
  kFrameNowhere,
  kTickNowhere,
  kReadNowhere,
  kAllPause,
  kResetLooking,
  kResetDue,
  kResetWorking,
  kResetTelling
};
// NOLINTEND(performance-enum-size)

}  // namespace weir::cosim::fera_bins

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bins of a causality unit's coverage, in the order of their names in coverage.cpp.

#pragma once

#include <cstddef>

namespace weir::cosim::itsy_bins {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t {
  kPause,
  kResume,
  kHold,
  kRelease,
  kTake,
  kAgain,
  kEnqueues,
  kDeparts,
  kCheck,
  kLifeOver,
  kClear,
  kReset,
  kNone = 64
};
enum Fate : std::size_t { kNotHeld, kHome, kNoHopLeft, kSeenBefore, kGoesOn };
enum Whose : std::size_t { kOwnPort, kNoSuchPort, kOtherSwitch };
enum Age : std::size_t { kNewest, kWithin, kOldest, kOneTooOld, kFar, kAhead, kAny };
enum Cause : std::size_t { kByPause, kByHold, kByPacket, kByAgain, kByLifeOver };
enum Taken : std::size_t { kNothing, kOwn, kOwnAndForwarded, kOverAnEdge, kWithoutAnEdge };
enum Of : std::size_t { kByDeparture, kByArrival };
// What is compared: counts with XON, what departs with what waits, sums with XON, hops and ages of checks.
enum Compared : std::size_t { kOfDeparture, kOfArrival, kOfTooFew, kOfStuck, kOfHops, kOfAge };
// Ports by which an input names one.
enum NameOf : std::size_t {
  kOfPause,
  kOfHold,
  kOfTake,
  kOfAgain,
  kOfCheck,
  kOfInitiator,
  kOfDepartsEgress,
  kOfDepartsIngress,
  kOfEnqueuesEgress,
  kOfEnqueuesIngress
};
enum OfPair : std::size_t { kPairEnqueues, kPairDeparts, kPairBoth, kPairCompletes, kPairForwards, kPairHome };
enum End : std::size_t { kTooFew, kAllOfThem, kTooMany, kToTheEnd, kSeqWraps, kGivenFull };
enum Together : std::size_t {
  kResumeTakeOwn,
  kResumeTakeForwarded,
  kResumeHome,
  kResumeForward,
  kReleaseHome,
  kReleaseGoesOn,
  kPauseOver,
  kHoldThere,
  kTakeForward,
  kTakeInitiation,
  kSamePair,
  kPacketAndHold,
  kPacketAndPause,
  kAgainAndCompletion,
  kLifeOverAndAgain,
  kLifeOverAndResume,
  kHoldOfHeld,
  kReleaseOfReleased,
  kPauseOfPausing,
  kOverwrites,
  kClearHome,
  kClearTake,
  kResetInMid,
  kAll,
  kTogether
};
enum SumFate : std::size_t {
  kSumAlone,  // no other egress has the check
  kSumBelow,  // at XON or below
  kSumGoesOn,
  kSumHome,
  kSumOldNumber,  // home except for its number
  kSumReleased,   // spoiled
  kSumDeparted,   // likewise
  kSumStalled,
  kSumResumed,  // above XON, at a port that resumes in this cycle
  kSumFates
};
enum SumPasses : std::size_t { kSumByHold, kSumByPacket, kSumByPause };
// NOLINTEND(performance-enum-size)

}  // namespace weir::cosim::itsy_bins

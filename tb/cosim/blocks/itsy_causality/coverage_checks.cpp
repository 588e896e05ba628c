// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The coverage of a causality unit by checks, packets, numbers and coincidences.

#include <algorithm>
#include <bit>

#include "tb/cosim/blocks/itsy_causality/coverage.h"
#include "tb/cosim/blocks/itsy_causality/coverage_bins.h"

namespace weir::cosim {

using namespace itsy_bins;

namespace {

using reference::most_of;

bool happens_all(const reference::ItsyCausalityInputs& in) {
  return in.life_over && in.pause && in.hold && in.take && in.check && in.departs && in.enqueues && in.again;
}

}  // namespace

void ItsyCausalityCoverage::check(const Inputs& in, const Now& now) {
  if (!in.check || bit(in.check_port) == 0) {
    return;
  }
  const Ports over = edges(now, in.check_port);
  const auto edge_count = static_cast<std::size_t>(std::popcount(over));
  const Whose whose = in.check_switch != in.switch_id ? kOtherSwitch
                      : bit(in.check_initiator) == 0  ? kNoSuchPort
                                                      : kOwnPort;
  const auto& seen = unit_.seen(in.check_port);
  const bool same =
      seen.valid && seen.switch_id == in.check_switch && seen.port == in.check_initiator && seen.seq == in.check_seq;
  const Fate fate = (now.held & bit(in.check_port)) == 0   ? kNotHeld
                    : out_.deadlock                        ? kHome
                    : in.check_ttl == 0                    ? kNoHopLeft
                    : same && seen.ttl + 1 >= in.check_ttl ? kSeenBefore
                                                           : kGoesOn;
  checks_.hit(checks_.index({whose, fate, edge_count}));
  if (fate >= kNoHopLeft) {
    ttls_.hit(ttls_.index({in.check_ttl, std::size_t{fate} - kNoHopLeft}));
  }
  if (whose == kOwnPort && (over & bit(in.check_initiator)) != 0) {
    number(in);
  }
  if (fate == kSeenBefore || fate == kGoesOn) {
    duplicate(in);
  }
  if (fate == kGoesOn && over != 0) {
    at_once_.hit(at_once_.index({2, edge_count - 1}));
  }
  for (unsigned i = 0; i < widths_.ports; ++i) {
    if (fate == kGoesOn && (over & bit(i)) != 0) {
      pairs_.hit(pairs_.index({kPairForwards, in.check_port, i}));
      coincide(unit_.forwarded(i).valid && !in.take, kOverwrites);
    }
  }
  if (fate == kHome) {
    pairs_.hit(pairs_.index({kPairHome, in.check_port, in.check_initiator}));
  }
}

// How old the number is that comes to its initiator.
void ItsyCausalityCoverage::number(const Inputs& in) {
  const std::uint32_t most = most_of(widths_.seq_bits);
  const std::uint32_t seq = unit_.seq(in.check_initiator);
  const bool begins = in.pause && in.pause_port == in.check_initiator;
  const std::uint32_t given = begins ? 0 : unit_.given(in.check_initiator);
  const std::uint32_t age = (seq - in.check_seq) & most;
  comparisons_.compared(kOfAge, age, given);
  const Age bin = given == most      ? kAny
                  : age == given     ? kOneTooOld
                  : age == most      ? kAhead
                  : age > given      ? kFar
                  : age == 0         ? kNewest
                  : age == given - 1 ? kOldest
                                     : kWithin;
  const bool wraps = bin == kAhead ? in.check_seq < seq : in.check_seq > seq;
  numbers_.hit(numbers_.index({bin, wraps ? 1U : 0U}));
}

void ItsyCausalityCoverage::duplicate(const Inputs& in) {
  const auto& seen = unit_.seen(in.check_port);
  if (!seen.valid || in.check_ttl == 0) {
    return;
  }
  const bool other_switch = seen.switch_id != in.check_switch;
  const bool other_port = seen.port != in.check_initiator;
  const bool other_seq = seen.seq != in.check_seq;
  if (int{other_switch} + int{other_port} + int{other_seq} > 1) {
    return;
  }
  const std::size_t differs = other_switch ? 1 : other_port ? 2 : other_seq ? 3 : 0;
  const std::uint32_t ttl = in.check_ttl - 1;
  if (differs == 0) {
    comparisons_.compared(kOfHops, seen.ttl, ttl);
  }
  duplicates_.hit(duplicates_.index({differs, ttl < seen.ttl ? 0U : ttl == seen.ttl ? 1U : 2U}));
}

void ItsyCausalityCoverage::took(const Inputs& in, const Now& now) {
  const Ports port = bit(in.take_port);
  if (!in.take || port == 0) {
    return;
  }
  const bool own = unit_.own(in.take_port);
  const bool forwarded = unit_.forwarded(in.take_port).valid;
  const bool edge = (stuck(now) & port) != 0;
  if ((now.pauses & port) != 0) {
    coincide(own && !in.pause_on, kResumeTakeOwn);
    coincide(!own && forwarded && !in.pause_on, kResumeTakeForwarded);
    return;
  }
  const Taken what = own          ? (forwarded ? kOwnAndForwarded : kOwn)
                     : !forwarded ? kNothing
                     : edge       ? kOverAnEdge
                                  : kWithoutAnEdge;
  takes_.hit(takes_.index({what, in.take_port}));
}

void ItsyCausalityCoverage::packets(const Inputs& in, const Now& now) {
  const bool departs = in.departs && bit(in.departs_egress) != 0 && bit(in.departs_ingress) != 0;
  const bool enqueues = in.enqueues && bit(in.enqueues_egress) != 0 && bit(in.enqueues_ingress) != 0;
  const bool same =
      departs && enqueues && in.departs_egress == in.enqueues_egress && in.departs_ingress == in.enqueues_ingress;
  const auto side = [&](std::uint32_t count) {
    return count < in.xon ? 0U : count == in.xon ? 1U : count == in.xon + 1 ? 2U : 3U;
  };
  std::uint32_t left = 0;
  if (departs) {
    const std::uint32_t waits = unit_.count(in.departs_egress, in.departs_ingress);
    left = waits - std::min(waits, in.departs_amount);
    comparisons_.compared(kOfTooFew, waits, in.departs_amount);
    pairs_.hit(pairs_.index({same ? kPairBoth : kPairDeparts, in.departs_egress, in.departs_ingress}));
    if (in.departs_amount > 0 && in.departs_amount >= waits) {
      ends_.hit(ends_.index({in.departs_amount > waits ? kTooFew : kAllOfThem, in.departs_egress}));
    }
    if (left != waits) {
      comparisons_.compared(kOfDeparture, left, in.xon);
      crossings_.hit(crossings_.index({kByDeparture, side(waits), side(left)}));
    }
  }
  if (enqueues) {
    const std::uint32_t most = most_of(widths_.count_bits);
    const std::uint32_t waits = same ? left : unit_.count(in.enqueues_egress, in.enqueues_ingress);
    const std::uint64_t sum = std::uint64_t{waits} + in.enqueues_amount;
    const auto is = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, most));
    pairs_.hit(pairs_.index({kPairEnqueues, in.enqueues_egress, in.enqueues_ingress}));
    if (sum >= most) {
      ends_.hit(ends_.index({sum > most ? kTooMany : kToTheEnd, in.enqueues_egress}));
    }
    if (is != waits) {
      comparisons_.compared(kOfArrival, is, in.xon);
      crossings_.hit(crossings_.index({kByArrival, side(waits), side(is)}));
    }
    const bool held = (now.held & bit(in.enqueues_egress)) != 0;
    if (held && (now.pausing & bit(in.enqueues_ingress)) != 0 && waits <= in.xon && is > in.xon) {
      pairs_.hit(pairs_.index({kPairCompletes, in.enqueues_egress, in.enqueues_ingress}));
      coincide(in.hold && in.hold_port == in.enqueues_egress, kPacketAndHold);
      coincide(in.pause && in.pause_port == in.enqueues_ingress, kPacketAndPause);
      coincide(in.again && in.again_port == in.enqueues_ingress, kAgainAndCompletion);
    }
  }
  coincide(same, kSamePair);
}

void ItsyCausalityCoverage::initiations(const Inputs& in, const Now& now) {
  const std::uint32_t most = most_of(widths_.seq_bits);
  Ports by[5] = {};
  by[kByPause] = in.pause && in.pause_on ? bit(in.pause_port) & stuck(now) : 0;
  by[kByHold] = in.hold && in.hold_on && (out_.held & bit(in.hold_port)) == 0 ? edges(now, in.hold_port) : 0;
  if (in.enqueues && bit(in.enqueues_egress) != 0 && bit(in.enqueues_ingress) != 0 &&
      (now.held & bit(in.enqueues_egress)) != 0) {
    const std::uint64_t sum = std::uint64_t{unit_.count(in.enqueues_egress, in.enqueues_ingress)} + in.enqueues_amount;
    const bool passes = !in.departs && !unit_.strong(in.enqueues_egress, in.enqueues_ingress) &&
                        std::min<std::uint64_t>(sum, most_of(widths_.count_bits)) > in.xon;
    by[kByPacket] = passes ? bit(in.enqueues_ingress) & now.pausing : 0;
  }
  by[kByAgain] = in.again ? bit(in.again_port) & now.pausing : 0;
  by[kByLifeOver] = in.life_over ? out_.wants & ~now.pauses : 0;
  const Ports all = by[0] | by[1] | by[2] | by[3] | by[4];
  for (const std::size_t several : {kByHold, kByLifeOver}) {
    if (by[several] != 0) {
      const auto ports = static_cast<std::size_t>(std::popcount(by[several]));
      at_once_.hit(at_once_.index({several == kByHold ? 0U : 1U, ports - 1}));
    }
  }
  for (unsigned i = 0; i < widths_.ports; ++i) {
    if ((all & bit(i)) == 0) {
      continue;
    }
    const std::uint32_t taken = in.life_over ? 0 : unit_.taken(i);
    const std::uint32_t limit = most / 2;
    const std::size_t bin = taken == limit ? 3 : taken + 1 == limit ? 2 : taken == 0 ? 0 : 1;
    for (std::size_t cause = 0; cause < 5; ++cause) {
      if (by[cause] != 0 && (by[cause] & bit(i)) != 0) {
        budgets_.hit(budgets_.index({cause, bin}));
      }
    }
    if (taken < limit && unit_.seq(i) == most) {
      ends_.hit(ends_.index({kSeqWraps, i}));
    }
    if (taken < limit && unit_.given(i) == most && (now.pauses & bit(i)) == 0) {
      ends_.hit(ends_.index({kGivenFull, i}));
    }
  }
  coincide(in.take && (all & bit(in.take_port)) != 0, kTakeInitiation);
  coincide(in.life_over && (by[kByAgain] & ~by[kByLifeOver]) != 0, kLifeOverAndAgain);
  coincide(in.life_over && (out_.wants & now.pauses) != 0 && !in.pause_on, kLifeOverAndResume);
}

void ItsyCausalityCoverage::together(const Inputs& in, const Now& now) {
  // The check as it would be without the cycle's pause and hold.
  const Now before{.held = out_.held, .pausing = out_.pausing};
  const Ports over_before = in.check ? edges(before, in.check_port) : 0;
  const Ports over = in.check ? edges(now, in.check_port) : 0;
  const std::uint32_t age =
      bit(in.check_initiator) == 0 ? 0 : (unit_.seq(in.check_initiator) - in.check_seq) & most_of(widths_.seq_bits);
  const bool home_before = in.check && in.check_switch == in.switch_id &&
                           (over_before & bit(in.check_initiator)) != 0 && age < unit_.given(in.check_initiator);
  const bool goes_before = in.check && over_before != 0 && !home_before && in.check_ttl > 0;
  if (in.clear) {
    coincide(home_before, kClearHome);
    coincide(in.take && (out_.due & bit(in.take_port)) != 0, kClearTake);
    return;
  }
  const bool resume = in.pause && !in.pause_on;
  const bool release = in.hold && !in.hold_on && in.hold_port == in.check_port;
  coincide(resume && home_before && in.pause_port == in.check_initiator, kResumeHome);
  coincide(resume && goes_before && (over_before & bit(in.pause_port)) != 0, kResumeForward);
  coincide(release && home_before, kReleaseHome);
  coincide(release && goes_before, kReleaseGoesOn);
  coincide(in.pause && in.pause_on && (over & ~over_before & bit(in.pause_port)) != 0, kPauseOver);
  coincide(in.hold && in.hold_on && in.hold_port == in.check_port && over != 0 && over_before == 0, kHoldThere);
  coincide(in.take && in.check_ttl > 0 && !out_.deadlock && (over & bit(in.take_port)) != 0, kTakeForward);
  coincide(in.hold && in.hold_on && (out_.held & bit(in.hold_port)) != 0, kHoldOfHeld);
  coincide(in.hold && !in.hold_on && bit(in.hold_port) != 0 && (out_.held & bit(in.hold_port)) == 0,
           kReleaseOfReleased);
  coincide(in.pause && in.pause_on && (out_.pausing & bit(in.pause_port)) != 0, kPauseOfPausing);
  coincide(happens_all(in), kAll);
}

}  // namespace weir::cosim

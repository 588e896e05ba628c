// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The coverage of a causality unit by sums.

#include <bit>

#include "tb/cosim/blocks/itsy_causality/coverage.h"
#include "tb/cosim/blocks/itsy_causality/coverage_bins.h"

namespace weir::cosim {

using namespace itsy_bins;

// The last cycle of a sum, one that is another's, and how what is stuck passes XON.
void ItsyCausalityCoverage::sums(const Inputs& in, const Now& now) {
  if (widths_.sums == 0) {
    return;
  }
  reference::ItsyCausalityCycle after = unit_;
  after.clock(in);
  const auto& scan = unit_.scan();
  const auto members = static_cast<std::size_t>(std::popcount(scan.members));
  const auto fate = [&](SumFate of) { sums_.hit(sums_.index({of, members - 1})); };
  if (!scan.busy) {
    if (scan.due != 0 && !after.scan().busy) {
      sums_.hit(sums_.index({kSumAlone, 0}));
    }
  } else if ((scan.members & ~now.held) != 0) {
    fate(kSumReleased);
  } else if (in.departs && (scan.members & bit(in.departs_egress)) != 0) {
    fate(kSumDeparted);
  } else if (in.hold) {
    fate(kSumStalled);
  } else if (scan.rows == 0) {
    const auto e = static_cast<unsigned>(std::countr_zero(scan.at));
    Ports over = 0;
    for (unsigned i = 0; i < widths_.ports; ++i) {
      const std::uint32_t all = (scan.sums[i] + unit_.count(e, i)) & ((std::uint32_t{1} << widths_.count_bits) - 1);
      const bool sum = unit_.count(e, i) > 0 && !unit_.strong(e, i) && all > in.xon;
      over |= sum && ((now.pausing | out_.pausing) & bit(i)) != 0 ? bit(i) : 0;
    }
    const bool resumed = (over & ~now.pausing) != 0;
    const bool own = scan.check.switch_id == in.switch_id && (over & now.pausing & bit(scan.check.port)) != 0;
    fate(out_.sum_deadlock ? kSumHome
         : resumed         ? kSumResumed
         : own             ? kSumOldNumber
         : over != 0       ? kSumGoesOn
                           : kSumBelow);
  }
  for (unsigned i = 0; i < widths_.ports; ++i) {
    const std::uint32_t was = unit_.stuck_count(i);
    const std::uint32_t is = after.stuck_count(i);
    if (is != was) {
      comparisons_.compared(kOfStuck, is, in.xon);
    }
    if ((now.pausing & bit(i)) == 0 || is <= in.xon) {
      continue;
    }
    const bool pause = in.pause && in.pause_on && in.pause_port == i && (out_.pausing & bit(i)) == 0;
    if (was > in.xon ? pause : true) {
      const SumPasses by = was > in.xon ? kSumByPause : in.hold && in.hold_on ? kSumByHold : kSumByPacket;
      sum_passes_.hit(sum_passes_.index({by, is == in.xon + 1 ? 0U : 1U, i}));
    }
  }
}

}  // namespace weir::cosim

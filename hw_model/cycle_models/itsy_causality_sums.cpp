// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Sums of the causality unit: what of an ingress waits at all held egresses, which must be more than XON for it to be
// stuck; and at those that one check has reached, added up an egress a cycle.

#include <algorithm>
#include <bit>

#include "hw_model/cycle_models/itsy_causality_cycle.h"

namespace weir::reference {
namespace {

std::uint64_t lowest(std::uint64_t ports) { return ports & (~ports + 1); }

}  // namespace

void ItsyCausalityCycle::add_up_held(const ItsyCausalityInputs& in, Now& now) const {
  const Ports released = held_ & ~now.held;
  for (unsigned i = 0; i < config_.ports; ++i) {
    std::uint32_t waits = stuck_[i];
    for (unsigned e = 0; e < config_.ports && (now.became_held | released) != 0; ++e) {
      waits += has(now.became_held, e) ? count(e, i) : 0;
      waits -= has(released, e) ? count(e, i) : 0;
    }
    waits &= most_of(config_.count_bits);
    now.waits[i] = waits;
    const Ports bit = Ports{1} << i;
    now.stuck |= waits > in.xon ? bit : 0;
    now.sum_passes |= now.became_held != 0 && waits > in.xon && stuck_[i] <= in.xon ? bit : 0;
  }
  now.stuck &= now.pausing;
}

// The ingresses whose sum passes XON: by the hold, or by the packet that comes, which counts after the packet that
// departs.
ItsyCausalityCycle::Ports ItsyCausalityCycle::sum_passes(const ItsyCausalityInputs& in, const Now& now,
                                                         const Counts& counts) const {
  Ports passes = now.sum_passes;
  if (config_.sums != 0 && in.enqueues && pair(in.enqueues_egress, in.enqueues_ingress) &&
      has(now.held, in.enqueues_egress)) {
    const bool same = in.departs && pair(in.departs_egress, in.departs_ingress) && has(now.held, in.departs_egress) &&
                      in.departs_ingress == in.enqueues_ingress;
    const std::uint32_t most = most_of(config_.count_bits);
    const std::uint32_t before = (now.waits[in.enqueues_ingress] - (same ? counts.less : 0)) & most;
    passes |= before <= in.xon && ((before + counts.more) & most) > in.xon ? bit(in.enqueues_ingress) : 0;
  }
  return passes & now.pausing;
}

ItsyCausalityCycle::Ports ItsyCausalityCycle::strong_row(Ports egress) const {
  Ports row = 0;
  for (std::size_t e = 0; e < config_.ports; ++e) {
    row |= has(egress, e) ? strong_[e] : 0;
  }
  return row;
}

// The row that this cycle adds to the sum, or the decision if the sum is complete. A hold reads the row of its own
// egress instead.
ItsyCausalityCycle::Summing ItsyCausalityCycle::summing(const ItsyCausalityInputs& in, const Now& now) const {
  Summing to;
  if (!scan_.busy) {
    return to;
  }
  const Ports departs = in.departs ? bit(in.departs_egress) : 0;
  to.spoiled = (scan_.members & (~now.held | departs)) != 0;
  to.row = scan_.rows != 0 ? lowest(scan_.rows) : scan_.at;
  if (to.spoiled || in.hold) {
    return to;
  }
  to.adds = scan_.rows != 0;
  to.decides = !to.adds;
  if (!to.decides) {
    return to;
  }
  const auto e = static_cast<unsigned>(std::countr_zero(to.row));
  for (unsigned i = 0; i < config_.ports; ++i) {
    const std::uint32_t sum = (scan_.sums[i] + count(e, i)) & most_of(config_.count_bits);
    const bool over = count(e, i) != 0 && sum > in.xon;
    to.over |= over ? Ports{1} << i : 0;
  }
  to.over &= now.pausing & ~strong_row(to.row);
  to.home = !in.clear && scan_.check.switch_id == in.switch_id && (to.over & bit(scan_.check.port)) != 0 &&
            of_this_pause(scan_.check.port, scan_.check.seq, now);
  return to;
}

// The next check to add up, in turn from the last one.
ItsyCausalityCycle::Ports ItsyCausalityCycle::next_scan() const {
  if (scan_.busy) {
    return 0;
  }
  const Ports above = scan_.due & ~(scan_.at | (scan_.at - 1));
  return lowest(above != 0 ? above : scan_.due);
}

void ItsyCausalityCycle::start_scan(const Now& now) {
  const Ports pick = next_scan();
  if (pick == 0) {
    return;
  }
  scan_.at = pick;
  const Slot& picked = ports_[static_cast<std::size_t>(std::countr_zero(pick))].seen;
  Ports same = 0;
  for (std::size_t e = 0; e < config_.ports; ++e) {
    const Slot& seen = ports_[e].seen;
    same |= has(now.held, e) && seen.valid && seen.same_initiation(picked) ? Ports{1} << e : 0;
  }
  if ((same & pick) == 0 || same == pick) {
    return;
  }
  scan_.busy = true;
  scan_.members = same;
  scan_.rows = same & ~pick;
  scan_.check = picked;
  std::ranges::fill(scan_.sums, 0);
}

void ItsyCausalityCycle::sum_edge(const ItsyCausalityInputs& in, const Now& now, const Arrival& arrival,
                                  const Counts& counts, const Summing& summing) {
  const std::uint32_t most = most_of(config_.count_bits);
  for (unsigned i = 0; i < config_.ports; ++i) {
    stuck_[i] = now.waits[i];
  }
  if (in.departs && pair(in.departs_egress, in.departs_ingress) && has(now.held, in.departs_egress)) {
    stuck_[in.departs_ingress] = (stuck_[in.departs_ingress] - counts.less) & most;
  }
  if (in.enqueues && pair(in.enqueues_egress, in.enqueues_ingress) && has(now.held, in.enqueues_egress)) {
    stuck_[in.enqueues_ingress] = (stuck_[in.enqueues_ingress] + counts.more) & most;
  }
  const Ports again = summing.spoiled ? scan_.at : 0;
  const Ports marks = arrival.on.valid ? bit(in.check_port) : 0;
  const Ports due = (((scan_.due & ~next_scan()) | again) & now.held) | marks;
  if (summing.adds) {
    const auto e = static_cast<unsigned>(std::countr_zero(summing.row));
    for (unsigned i = 0; i < config_.ports; ++i) {
      scan_.sums[i] = (scan_.sums[i] + count(e, i)) & most;
    }
    scan_.rows &= ~summing.row;
  }
  if (summing.spoiled || summing.decides) {
    scan_.busy = false;
  } else if (!scan_.busy) {
    start_scan(now);
  }
  scan_.due = due;
}

void ItsyCausalityCycle::show_sums(const ItsyCausalityInputs& in, ItsyCausalityOutputs& out) const {
  for (unsigned i = 0; i < config_.ports; ++i) {
    out.stuck |= stuck_[i] > in.xon ? pausing_ & Ports{1} << i : 0;
  }
  out.sum_busy = scan_.busy;
  out.sum_due = scan_.due;
  out.sum_at = scan_.at;
  out.sum_members = scan_.members;
  out.sum_rows = scan_.rows;
  if (bit(in.read_ingress) != 0) {
    out.stuck_count = stuck_[in.read_ingress];
    out.sum = scan_.sums[in.read_ingress];
  }
}

}  // namespace weir::reference

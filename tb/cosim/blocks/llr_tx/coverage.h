// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a transmitter of link-level retry: every state with every ordered set and number; what leaves
// in every state; a frame, a set, a timer that is due and what ends in FLUSH in one cycle, in every combination; the
// window at its edges in frames and bytes; the timer and the count of replays at their edges; what an acknowledgement
// does to a replay; echoes; numbers on both sides of each comparison, times before and after what they are compared
// with, and a carry or a borrow into each bit; each event directly after each other; and idle times of more than 2^k
// cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/mechanisms/llr/llr_tx_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class LlrTxCoverage {
 public:
  using Inputs = llr::LlrTxInputs;
  using Outputs = llr::LlrTxOutputs;

  explicit LlrTxCoverage(const llr::LlrTxCycleConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const llr::LlrTxCycleConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {sets_, leaves_,    actions_, together_,        windows_,      timers_,
            ends_, overtakes_, echoes_,  echoed_,          flushes_,      comparisons_,
            due_,  bits_,      carries_, events_.orders(), events_.held()};
  }

 private:
  void rule_out();
  void cycle(const Inputs& in, const Outputs& out);
  void together(const Inputs& in, const Outputs& out);
  void echo(const Inputs& in, const Outputs& out);
  void set(const Inputs& in, const Outputs& out);
  void window(const Inputs& in, const Outputs& out);
  void timer(const Inputs& in, const Outputs& out);
  void flush(const Inputs& in, const Outputs& out);
  void event(const Inputs& in, const Outputs& out);
  void before_or_after(std::size_t timer, std::uint64_t past, unsigned bits);
  std::uint32_t back(const Inputs& in, const Outputs& out) const { return (in.set_seq - out.acked_seq) & most_; }
  bool timer_is_due(const Inputs& in, const Outputs& out) const;
  bool pcs_is_gone(const Inputs& in, const Outputs& out) const;

  llr::LlrTxCycleConfig widths_;
  std::uint32_t most_;  // the highest number
  CoverageGroup sets_;
  CoverageGroup leaves_;
  CoverageGroup actions_;
  CoverageGroup together_;
  CoverageGroup windows_;
  CoverageGroup timers_;
  CoverageGroup ends_;
  CoverageGroup overtakes_;
  CoverageGroup echoes_;
  CoverageGroup echoed_;
  CoverageGroup flushes_;
  ComparisonGroup comparisons_;
  CoverageGroup due_;
  CoverageGroup bits_;
  CarryGroup carries_;
  EventGroups events_;
};

}  // namespace weir::cosim

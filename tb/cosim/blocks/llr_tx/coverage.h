// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a transmitter of link-level retry: every state with every ordered set and number; what leaves
// in every state; the window at its edges in frames and bytes; the timer and the count of replays at their edges; what
// an acknowledgement does to a replay; echoes; what ends in FLUSH; each event directly after each other; and idle times
// of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/mechanisms/llr/llr_tx_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"

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
    return {sets_,      leaves_, actions_, windows_, timers_,          ends_,
            overtakes_, echoes_, flushes_, bits_,    events_.orders(), events_.held()};
  }

 private:
  void cycle(const Inputs& in, const Outputs& out);
  void set(const Inputs& in, const Outputs& out);
  void window(const Inputs& in, const Outputs& out);
  void timer(const Inputs& in, const Outputs& out);
  void flush(const Inputs& in, const Outputs& out);
  void event(const Inputs& in, const Outputs& out);

  llr::LlrTxCycleConfig widths_;
  CoverageGroup sets_;
  CoverageGroup leaves_;
  CoverageGroup actions_;
  CoverageGroup windows_;
  CoverageGroup timers_;
  CoverageGroup ends_;
  CoverageGroup overtakes_;
  CoverageGroup echoes_;
  CoverageGroup flushes_;
  CoverageGroup bits_;
  EventGroups events_;
};

}  // namespace weir::cosim

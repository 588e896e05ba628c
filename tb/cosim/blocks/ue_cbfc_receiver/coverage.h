// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a receiver of Ultra Ethernet's credits: counts of CC_Updates at R_CC, beside it, and exactly
// half of the range from it, under both rules; every combination of events of one channel in one cycle; carries and
// borrows into each bit of each sum; counts that come to 0 or beyond; each channel in a CF_Update, found at the turn,
// ahead or from the beginning again; credits of every magnitude; each event directly after each other; and idle times
// of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/ue_cbfc_receiver_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class UeCbfcReceiverCoverage {
 public:
  using Inputs = reference::UeCbfcReceiverInputs;
  using Outputs = reference::UeCbfcReceiverOutputs;

  explicit UeCbfcReceiverCoverage(const reference::UeCbfcReceiverConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::UeCbfcReceiverConfig& mode) {
    block_ = reference::UeCbfcReceiverCycle(mode);
    events_.start();
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {differences_, magnitudes_, together_,        news_,         carries_, lands_,
            turns_,       credits_,    events_.orders(), events_.held()};
  }

 private:
  struct Compared;
  Compared compare(const Inputs& in, const Outputs& out) const;
  void rule_out_impossible();
  void compared(const Inputs& in, const Compared& cc);
  void counted(const Inputs& in, const Outputs& out, const Compared& cc);
  void of_a_channel(const Inputs& in, const Outputs& out, const Compared& cc);
  void turned(const Outputs& out);
  void happened(const Inputs& in, const Outputs& out, const Compared& cc);
  void added(std::size_t sum, std::uint32_t left, std::uint32_t right);

  reference::UeCbfcReceiverConfig config_;
  reference::UeCbfcReceiverCycle block_;  // before the cycle
  std::uint32_t most_;
  CoverageGroup differences_;
  CoverageGroup magnitudes_;
  CoverageGroup together_;
  CoverageGroup news_;
  CarryGroup carries_;
  LandingGroup lands_;
  CoverageGroup turns_;
  CoverageGroup credits_;
  EventGroups events_;
};

}  // namespace weir::cosim

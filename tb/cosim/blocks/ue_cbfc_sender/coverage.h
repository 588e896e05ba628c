// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a sender of Ultra Ethernet's credits: frames at, beside and far from what their limit, their
// maximum and the pool give, with each exponent; counts of CF_Updates at S_CF, beside it, and exactly half of the range
// from it, under each code of the rule; every combination of events of one channel in one cycle; shared credits that
// move in the cycle in which a channel is cleared whose number differs in one bit; carries and borrows into each bit of
// each sum; CC_Updates due, told and due again; the first and the last channel of sixteen written as the timer ends;
// every channel that sends, hears and is written; credits of every magnitude; each event directly after each other; and
// idle times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class UeCbfcSenderCoverage {
 public:
  using Inputs = reference::UeCbfcSenderInputs;
  using Outputs = reference::UeCbfcSenderOutputs;

  explicit UeCbfcSenderCoverage(const reference::UeCbfcSenderConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::UeCbfcSenderConfig& mode) {
    block_ = reference::UeCbfcSenderCycle(mode);
    events_.start();
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {limits_,  shares_,  exponents_, steps_,    magnitudes_, together_,        clearings_,
            carries_, updates_, expiries_,  channels_, credits_,    events_.orders(), events_.held()};
  }

 private:
  struct Heard;
  Heard hear(const Inputs& in) const;
  void rule_out_impossible();
  void asked(const Inputs& in);
  void heard(const Inputs& in, const Outputs& out, const Heard& cf);
  void of_a_channel(const Inputs& in, const Outputs& out, const Heard& cf);
  void cleared(const Inputs& in, const Outputs& out, const Heard& cf);
  void told(const Inputs& in, const Outputs& out);
  void happened(const Inputs& in, const Outputs& out, const Heard& cf);

  reference::UeCbfcSenderConfig config_;
  reference::UeCbfcSenderCycle block_;  // before the cycle
  std::uint32_t most_;
  CoverageGroup limits_;
  CoverageGroup shares_;
  CoverageGroup exponents_;
  CoverageGroup steps_;
  CoverageGroup magnitudes_;
  CoverageGroup together_;
  CoverageGroup clearings_;
  CarryGroup carries_;
  CoverageGroup updates_;
  CoverageGroup expiries_;
  CoverageGroup channels_;
  CoverageGroup credits_;
  EventGroups events_;
};

}  // namespace weir::cosim

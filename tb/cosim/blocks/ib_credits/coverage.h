// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of the credits of InfiniBand: blocks left behind a packet and behind what was sent, none, one,
// half of the range, beside half and behind, and of every magnitude; what is occupied against the buffer, one apart and
// in one bit; what is free against half of the range; messages that repeat, bring more, jump by half of the range or
// are old, of limits and of ABR, beside an admission; carries and borrows into each bit of each sum; counts that come
// to 0 or beyond; all combinations of events in one cycle; packets of every magnitude; each event directly after each
// other; and idle times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "tb/cosim/comparison_group.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class IbCreditsCoverage {
 public:
  using Inputs = reference::IbCreditsInputs;
  using Outputs = reference::IbCreditsOutputs;

  explicit IbCreditsCoverage(const reference::IbCreditsConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::IbCreditsConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {heads_,   lefts_, magnitudes_, rooms_,   offers_,          messages_,     resyncs_,
            carries_, lands_, together_,   packets_, events_.orders(), events_.held()};
  }

 private:
  std::size_t distance(std::uint32_t ahead) const;
  std::size_t change(std::uint32_t ahead) const;
  void judged(const Inputs& in, const Outputs& out);
  void offered(const Inputs& in, const Outputs& out);
  void counted(const Inputs& in, const Outputs& out);
  void happened(const Inputs& in, const Outputs& out);
  void added(std::size_t sum, std::uint32_t left, std::uint32_t right);

  std::uint32_t most_;
  std::uint32_t half_;
  CoverageGroup heads_;
  CoverageGroup lefts_;
  CoverageGroup magnitudes_;
  ComparisonGroup rooms_;
  CoverageGroup offers_;
  CoverageGroup messages_;
  CoverageGroup resyncs_;
  CarryGroup carries_;
  LandingGroup lands_;
  CoverageGroup together_;
  CoverageGroup packets_;
  EventGroups events_;
};

}  // namespace weir::cosim

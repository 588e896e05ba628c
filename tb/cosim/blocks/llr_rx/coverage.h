// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a receiver of link-level retry: every state with every number, FCS and rule; numbers at the
// ends of the space and of its halves, and others in one bit alone; numbers that come round; a carry or a borrow into
// each bit; a set that leaves, a frame, an LLR_INIT and the mode in one cycle, in every combination; each event
// directly after each other; and idle times of more than 2^k cycles.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/mechanisms/llr/llr_rx_cycle.h"
#include "tb/cosim/event_groups.h"
#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/sum_groups.h"

namespace weir::cosim {

class LlrRxCoverage {
 public:
  using Inputs = llr::LlrRxInputs;
  using Outputs = llr::LlrRxOutputs;

  explicit LlrRxCoverage(const llr::LlrRxCycleConfig& widths, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const llr::LlrRxCycleConfig& /*mode*/) { events_.start(); }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {rules_, distances_,       bits_,         ends_, carries_, together_, dues_, replays_,
            inits_, events_.orders(), events_.held()};
  }

 private:
  void frame(const Inputs& in, const Outputs& out);
  void init(const Inputs& in);
  void cycle(const Inputs& in, const Outputs& out);
  void event(const Inputs& in, const Outputs& out);
  std::uint32_t ahead(const Inputs& in, const Outputs& out) const { return (in.frame_seq - out.next_rx_seq) & most_; }

  std::uint32_t most_;
  std::uint32_t most_data_;
  CoverageGroup rules_;
  CoverageGroup distances_;
  CoverageGroup bits_;
  CoverageGroup ends_;
  CarryGroup carries_;
  CoverageGroup together_;
  CoverageGroup dues_;
  CoverageGroup replays_;
  CoverageGroup inits_;
  EventGroups events_;
};

}  // namespace weir::cosim

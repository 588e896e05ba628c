// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/ue_cbfc_receiver_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: often all events in one cycle, and often of one channel; counts of CC_Updates at, beside
// and half of the range from R_CC; channels in use from one alone to all. Follows the block's registers to aim, and to
// free only what was accepted.
class UeCbfcReceiverStimulus {
 public:
  UeCbfcReceiverStimulus(std::uint64_t seed, const reference::UeCbfcReceiverConfig& config);

  void fill(std::span<reference::UeCbfcReceiverInputs> cycles);

 private:
  void begin_phase();
  std::uint8_t any_vc(std::uint64_t& draw) const;
  std::uint32_t some_credits(std::uint64_t& draw) const;
  void frees(std::uint64_t draw);
  std::uint32_t next_consumed(std::uint64_t draw) const;

  RandomStream random_;
  reference::UeCbfcReceiverCycle block_;
  reference::UeCbfcReceiverConfig config_;
  reference::UeCbfcReceiverInputs cycle_{};
  std::uint8_t hot_ = 0;        // the channel to which most happens
  std::uint64_t crowded_ = 0;   // of eight writes, how many enable
  std::uint64_t in_phase_ = 0;  // cycles that are left of it
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: often all events in one cycle, and often of one channel; limits, maxima and pools at
// what the frame asks for and one to either side; counts of CF_Updates at, beside and half of the range from S_CF.
// Follows the block's registers to aim.
class UeCbfcSenderStimulus {
 public:
  UeCbfcSenderStimulus(std::uint64_t seed, const reference::UeCbfcSenderConfig& config);

  void fill(std::span<reference::UeCbfcSenderInputs> cycles);

 private:
  void begin_phase();
  void run_on();
  std::uint8_t any_vc(std::uint64_t& draw) const;
  std::uint32_t some_credits(std::uint64_t& draw) const;
  std::uint32_t near(std::uint64_t value, std::uint64_t& draw) const;
  void aim_limit();
  void aim_pool();
  void aim_cf();
  void aim_timer();

  RandomStream random_;
  reference::UeCbfcSenderCycle block_;
  reference::UeCbfcSenderConfig config_;
  reference::UeCbfcSenderInputs cycle_{};
  std::uint8_t hot_ = 0;        // the channel to which most happens
  std::uint64_t crowded_ = 0;   // of eight writes, how many enable
  std::uint64_t in_phase_ = 0;  // cycles that are left of it
  bool runs_on_ = false;        // a long phase of one channel's frames, so that S_CC comes round
};

}  // namespace weir::cosim

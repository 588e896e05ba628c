// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/llr/llr_tx_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: numbers at and beside those that are outstanding; times at and beside those at which a
// timer is due; memories that hold anything, often what makes the window just open or the oldest frame just too old;
// settings that change now and then. Now and then all slots are filled, or frames are refused until the count of
// replays can go no further. Follows the block's registers to aim.
class LlrTxStimulus {
 public:
  LlrTxStimulus(std::uint64_t seed, const llr::LlrTxCycleConfig& config);

  void fill(std::span<llr::LlrTxInputs> cycles);

 private:
  void draw_settings();
  void anything(llr::LlrTxInputs& in);
  void fill_slots(llr::LlrTxInputs& in);
  void refuse(llr::LlrTxInputs& in);
  llr::LlrTxInputs quiet() const;
  void time(llr::LlrTxInputs& in);
  void set(llr::LlrTxInputs& in);
  void memories(llr::LlrTxInputs& in);
  std::uint32_t any(unsigned bits);

  RandomStream random_;
  llr::LlrTxCycle block_;
  llr::LlrTxCycleConfig widths_;
  llr::LlrTxInputs settings_{};
  std::uint64_t settings_left_ = 0;  // cycles
  std::uint64_t kind_ = 0;           // of these settings: what is drawn
  std::uint64_t now_ = 0;
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: packets that fill the free room exactly, a byte or cell more or less, and arbitrary
// ones; departures of all, some, nothing and too much, down to XON and beside it; partitions set to their use and
// beside it; settings of every magnitude. The guaranteed minimum lasts from reset to reset. Aims by the block's
// registers.
class PartitionAdmissionStimulus {
 public:
  PartitionAdmissionStimulus(std::uint64_t seed, const reference::PartitionAdmissionConfig& config);

  void fill(std::span<reference::PartitionAdmissionInputs> cycles);

 private:
  using In = reference::PartitionAdmissionInputs;

  std::uint32_t any_magnitude(unsigned bits);
  std::uint32_t any_port();
  void next_settings();
  void next_set();
  void next_arrival();
  void next_departure();
  void next_read();

  RandomStream random_;
  reference::PartitionAdmissionCycle block_;
  reference::PartitionAdmissionConfig config_;
  In cycle_{};
  std::uint64_t settings_left_ = 0;  // cycles
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of an MMU without partitions and of PFC in whole cells, as rtl/viq_admission has them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/mechanisms/flow_control/receiving_side.h"

namespace weir::mmu {

// In cells.
struct ViqLevels {
  std::int64_t shared = 0;    // neither in the pool nor of a minimum
  std::int64_t pool = 0;      // of the headroom pool; 0: headroom is each VIQ's
  std::int64_t minimum = 0;   // of each VIQ
  std::int64_t limit = 0;     // the highest threshold
  std::int64_t headroom = 0;  // of the pool, the most that a VIQ holds; without a pool, cells above the limit
  std::int64_t xoff = 0;
  std::int64_t gap = 0;  // XON is so far below XOFF
};

// `pauses`: XOFF and XON of each lossless VIQ; nothing: no VIQ has any. `ports` of kClasses VIQs each.
ViqLevels viq_levels(const MmuConfig& config, std::size_t ports,
                     const std::optional<flow_control::PauseLevels>& pauses);

// The settings that mean another depth in whole cells than in bytes: what is wanted of them. Empty: none does.
std::string not_in_cells(const MmuConfig& config, std::size_t ports,
                         const std::optional<flow_control::PauseLevels>& pauses);

}  // namespace weir::mmu

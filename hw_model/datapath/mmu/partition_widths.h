// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>

#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "hw_model/datapath/mmu/mmu_config.h"

namespace weir::mmu {

// The widths of rtl/partition_admission for a switch with so many ports, and where the accounts are. PORTS counts the
// guaranteed minimums of a class; where there are none, RTL for more ports is the same.
reference::PartitionAdmissionConfig partition_widths(std::size_t ports, const MmuConfig& config);

}  // namespace weir::mmu

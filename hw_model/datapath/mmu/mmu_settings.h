// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of the MMU's settings, each declared once, and the rules between settings.

#pragma once

#include <cstddef>

#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::mmu {

const ledger::SettingsOf<MmuConfig>& mmu_settings();

// The properties of the switch's ports that the rules need.
struct MmuPorts {
  std::size_t ports = 1;
  Bytes max_frame;
};

void check(const MmuConfig& config, const MmuPorts& ports, ledger::Complaints& complaints);

// The rules that an MMU by itself needs: the buffer has a place for all that is set aside for the VIQs of `ports`
// ports, and for each partition.
void check_accounts(const MmuConfig& config, std::size_t ports, ledger::Complaints& complaints);

// Cells of one VIQ's guaranteed minimum in each class; 0 for a class without a partition, which takes no cells.
PerClass<std::int64_t> reserved_cells(const MmuConfig& config);

}  // namespace weir::mmu

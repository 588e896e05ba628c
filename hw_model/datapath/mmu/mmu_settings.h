// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the MMU, each once, and what must hold between them.

#pragma once

#include <cstddef>

#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::mmu {

const ledger::SettingsOf<MmuConfig>& mmu_settings();

// What the buffer stands between.
struct MmuPorts {
  std::size_t ports = 1;
  Bytes max_frame;
};

void check(const MmuConfig& config, const MmuPorts& ports, ledger::Complaints& complaints);

// The part that an MMU by itself wants: what is set aside for the VIQs of so many ports, and each partition, has a
// place.
void check_accounts(const MmuConfig& config, std::size_t ports, ledger::Complaints& complaints);

// Cells of one guaranteed minimum of each class: none, where a class has no partition and so takes nothing.
PerClass<std::int64_t> reserved_cells(const MmuConfig& config);

}  // namespace weir::mmu

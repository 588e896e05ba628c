// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the MMU, each once, and the rules between them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::mmu {

const ledger::SettingsOf<MmuConfig>& mmu_settings();

// The ports around the buffer.
struct MmuPorts {
  std::size_t ports = 1;
  Bytes max_frame;
};

// Complains of settings that do not go together, or not with the ports.
void check(const MmuConfig& config, const MmuPorts& ports, ledger::Complaints& complaints);

// What is left of the buffer beside a headroom pool, in parts by weight, from class 0 on: sizes of partitions. At most
// kClasses weights, each 0 or more; their sum is more than 0.
PerClass<Bytes> partitions_by_weight(const MmuConfig& config, std::span<const std::int64_t> weights);

// The part of check() that an MMU by itself wants: the buffer has room for all partitions, and for all cells that are
// set aside for the VIQs of so many ports.
void check_accounts(const MmuConfig& config, std::size_t ports, ledger::Complaints& complaints);

// Cells of the guaranteed minimum of one VIQ, by class: 0 for a class without a partition, which takes nothing.
PerClass<std::int64_t> reserved_cells(const MmuConfig& config);

}  // namespace weir::mmu

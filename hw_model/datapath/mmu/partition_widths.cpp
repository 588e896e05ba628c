// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/partition_widths.h"

#include <algorithm>

#include "hw_model/ledger/origin.h"

namespace weir::mmu {

reference::PartitionAdmissionConfig partition_widths(std::size_t ports, const MmuConfig& config) {
  reference::PartitionAdmissionConfig widths;
  const auto count = static_cast<unsigned>(ports);
  const bool any = config.viq_reserved == Bytes(0) && count < widths.ports;
  widths.ports = any ? widths.ports : count;
  widths.port_bits = std::max(widths.port_bits, ledger::bits_to_name(count));
  widths.cell_bits = ledger::bits_for(static_cast<std::uint64_t>(config.buffer / config.cell));
  widths.q_bits = ledger::bits_for(static_cast<std::uint64_t>(config.buffer.count()));
  widths.in_memory = config.partition_accounts == PartitionAccounts::kMemory;
  return widths;
}

}  // namespace weir::mmu

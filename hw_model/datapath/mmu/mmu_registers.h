// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of the memory management unit and of the packet buffer that it manages.

#pragma once

#include <cstddef>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/ledger/block.h"

namespace weir::mmu {

struct MmuHardware {
  MmuConfig config;
  std::size_t ports = 1;
  unsigned classes = 8;
  unsigned lossless_classes = 0;
  unsigned headroom_classes = 0;  // of these, with headroom of their own
  Bytes max_frame;
  std::string partitions_for = {};  // that needs the partitions of `config`: "ttl_pfc"; empty: the user
  std::string headroom_for = {};    // the flow control that needs the headroom: "pfc"
  bool lends = false;               // lossless VIQs may be lent room
  bool by_viq = false;              // admission is that of rtl/viq_admission, by whole cells
};

// Block "packet_buffer": the cells. Cells of the headroom belong to the mechanism that needs it; if more headroom is
// promised than there is buffer, all cells are headroom.
ledger::Block declare_packet_buffer(const MmuHardware& hardware);

}  // namespace weir::mmu

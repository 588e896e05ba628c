// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PFC engines of rtl/: an entry each.

#include "Vpfc_engine.h"
#include "tb/cosim/blocks/pfc_engine/verilated.h"

namespace weir::cosim {

std::vector<Variant<PfcEngineKind>> PfcEngineKind::variants() {
  return {
      {.name = "pfc_engine",
       .text = "PAUSE frames of one port, by PFC or by 802.3x: those that are due, and the timers of those received",
       .rtl = verilated_dut<PfcEngineKind, Vpfc_engine>},
  };
}

}  // namespace weir::cosim

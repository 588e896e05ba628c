// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The transmitters of link-level retry of rtl/: an entry each.

#include "Vllr_tx.h"
#include "tb/cosim/blocks/llr_tx/verilated.h"

namespace weir::cosim {

std::vector<Variant<LlrTxKind>> LlrTxKind::variants() {
  return {
      {.name = "llr_tx",
       .text = "transmitter of Ultra Ethernet's link-level retry: numbers, window, replays, timers, FLUSH",
       .rtl = verilated_dut<LlrTxKind, Vllr_tx>},
  };
}

}  // namespace weir::cosim

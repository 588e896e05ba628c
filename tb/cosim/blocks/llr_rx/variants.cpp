// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receivers of link-level retry of rtl/: an entry each.

#include "Vllr_rx.h"
#include "tb/cosim/blocks/llr_rx/verilated.h"

namespace weir::cosim {

std::vector<Variant<LlrRxKind>> LlrRxKind::variants() {
  return {
      {.name = "llr_rx",
       .text = "receiver of Ultra Ethernet's link-level retry: which frame is accepted, what is acknowledged",
       .rtl = verilated_dut<LlrRxKind, Vllr_rx>},
  };
}

}  // namespace weir::cosim

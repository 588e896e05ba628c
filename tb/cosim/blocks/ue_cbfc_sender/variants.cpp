// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The senders of Ultra Ethernet's credits of rtl/: an entry each.

#include "Vue_cbfc_sender.h"
#include "tb/cosim/blocks/ue_cbfc_sender/verilated.h"

namespace weir::cosim {

std::vector<Variant<UeCbfcSenderKind>> UeCbfcSenderKind::variants() {
  return {
      {.name = "ue_cbfc_sender",
       .text =
           "Ultra Ethernet's credits at the sender: what 32 channels use, by limits or a pool; CC_Updates by a timer",
       .rtl = verilated_dut<UeCbfcSenderKind, Vue_cbfc_sender>},
  };
}

}  // namespace weir::cosim

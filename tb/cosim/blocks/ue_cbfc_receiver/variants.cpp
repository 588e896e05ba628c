// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receivers of Ultra Ethernet's credits of rtl/: an entry each.

#include "Vue_cbfc_receiver.h"
#include "tb/cosim/blocks/ue_cbfc_receiver/verilated.h"

namespace weir::cosim {

std::vector<Variant<UeCbfcReceiverKind>> UeCbfcReceiverKind::variants() {
  return {
      {.name = "ue_cbfc_receiver",
       .text = "Ultra Ethernet's credits at the receiver: what 32 channels have consumed and freed, CF_Updates in turn",
       .rtl = verilated_dut<UeCbfcReceiverKind, Vue_cbfc_receiver>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/ with what it has by parameter: an entry.

#include "Vequipped_port.h"
#include "Vequipped_port_widest.h"
#include "tb/cosim/blocks/equipped_port/verilated.h"

namespace weir::cosim {

std::vector<Variant<EquippedPortKind>> EquippedPortKind::variants() {
  return {
      {.name = "equipped_port",
       .text = "lossless_port with, by parameter, a TCD detector for each class",
       .rtl = verilated_dut<EquippedPortKind, Vequipped_port>,
       .widest = verilated_as_is<EquippedPortKind, Vequipped_port_widest>},
  };
}

}  // namespace weir::cosim

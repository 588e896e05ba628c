// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The register bank of rtl/: an entry.

#include "Vport_registers.h"
#include "tb/cosim/blocks/port_registers/verilated.h"

namespace weir::cosim {

std::vector<Variant<PortRegistersKind>> PortRegistersKind::variants() {
  return {
      {.name = "port_registers",
       .text = "The registers of a port on a bus of 32 bits: settings, flags, and snapshots of 64-bit counters",
       .rtl = verilated_dut<PortRegistersKind, Vport_registers>},
  };
}

}  // namespace weir::cosim

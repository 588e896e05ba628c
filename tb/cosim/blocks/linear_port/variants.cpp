// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/ with time-based gentle flow control by parameter: an entry.

#include "Vlinear_port.h"
#include "Vlinear_port_widest.h"
#include "tb/cosim/blocks/linear_port/verilated.h"

namespace weir::cosim {

std::vector<Variant<LinearPortKind>> LinearPortKind::variants() {
  return {
      {.name = "linear_port",
       .text = "equipped_port with, by parameter, time-based GFC for each class",
       .rtl = verilated_dut<LinearPortKind, Vlinear_port>,
       .widest = verilated_as_is<LinearPortKind, Vlinear_port_widest>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/ with gentle flow control by parameter: an entry.

#include "Vgentle_port.h"
#include "tb/cosim/blocks/gentle_port/verilated.h"

namespace weir::cosim {

std::vector<Variant<GentlePortKind>> GentlePortKind::variants() {
  return {
      {.name = "gentle_port",
       .text = "equipped_port with, by parameter, buffer-based GFC for each class",
       .rtl = verilated_dut<GentlePortKind, Vgentle_port>},
  };
}

}  // namespace weir::cosim

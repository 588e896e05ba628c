// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/: an entry.

#include "Vlossless_port.h"
#include "tb/cosim/blocks/lossless_port/verilated.h"

namespace weir::cosim {

std::vector<Variant<LosslessPortKind>> LosslessPortKind::variants() {
  return {
      {.name = "lossless_port",
       .text = "A port of a lossless switch: PAUSE frames, credits, scheduler and registers, with gated clocks",
       .rtl = verilated_dut<LosslessPortKind, Vlossless_port>},
  };
}

}  // namespace weir::cosim

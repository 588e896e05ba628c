// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/: an entry, with RTL for each width of counters that a switch can have.

#include "Vlossless_port.h"
#include "Vlossless_port_wide.h"
#include "tb/cosim/blocks/lossless_port/verilated.h"
#include "tb/cosim/verilated_forms.h"

namespace weir::cosim {

std::vector<Variant<LosslessPortKind>> LosslessPortKind::variants() {
  return {
      {.name = "lossless_port",
       .text = "A port of a lossless switch: PAUSE frames, credits, scheduler and registers, with gated clocks",
       .rtl = verilated_forms<LosslessPortKind, Vlossless_port, Vlossless_port_wide>},
  };
}

}  // namespace weir::cosim

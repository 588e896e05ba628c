// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/ with the gradient rule by parameter: an entry.

#include "Vgradient_port.h"
#include "Vgradient_port_widest.h"
#include "tb/cosim/blocks/gradient_port/verilated.h"

namespace weir::cosim {

std::vector<Variant<GradientPortKind>> GradientPortKind::variants() {
  return {
      {.name = "gradient_port",
       .text = "equipped_port with, by parameter, the gradient rule for each class",
       .rtl = verilated_dut<GradientPortKind, Vgradient_port>,
       .widest = verilated_as_is<GradientPortKind, Vgradient_port_widest>},
  };
}

}  // namespace weir::cosim

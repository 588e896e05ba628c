// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient gates of rtl/: an entry each.

#include "Vgradient_gate.h"
#include "Vgradient_gate_widest.h"
#include "tb/cosim/blocks/gradient_gate/verilated.h"

namespace weir::cosim {

std::vector<Variant<GradientGateKind>> GradientGateKind::variants() {
  return {
      {.name = "gradient_gate",
       .text = "the gradient rule of one (port, class): whether a packet may start, and the counters of both ends",
       .rtl = verilated_dut<GradientGateKind, Vgradient_gate>,
       .widest = verilated_as_is<GradientGateKind, Vgradient_gate_widest>},
  };
}

}  // namespace weir::cosim

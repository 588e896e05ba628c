// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The causality units of rtl/: an entry each.

#include "Vitsy_causality.h"
#include "Vitsy_causality_widest.h"
#include "tb/cosim/blocks/itsy_causality/verilated.h"

namespace weir::cosim {

std::vector<Variant<ItsyCausalityKind>> ItsyCausalityKind::variants() {
  return {
      {.name = "itsy_causality",
       .text = "ITSY's causality unit of one class: what waits for what, and the checks that find a circle of it",
       .rtl = verilated_dut<ItsyCausalityKind, Vitsy_causality>,
       .widest = verilated_as_is<ItsyCausalityKind, Vitsy_causality_widest>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The round-robin arbiters of rtl/: an entry each.

#include "Vrr_arbiter.h"
#include "Vrr_arbiter_widest.h"
#include "tb/cosim/blocks/rr_arbiter/verilated.h"

namespace weir::cosim {

std::vector<Variant<RrArbiterKind>> RrArbiterKind::variants() {
  return {
      {.name = "rr_arbiter",
       .text = "round robin: the next in turn of the inputs that ask, with a lock; an arbiter of the crossbar",
       .rtl = verilated_dut<RrArbiterKind, Vrr_arbiter>,
       .widest = verilated_as_is<RrArbiterKind, Vrr_arbiter_widest>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The FERA meters of rtl/: an entry each.

#include "Vfera_meter.h"
#include "tb/cosim/blocks/fera_meter/verilated.h"

namespace weir::cosim {

std::vector<Variant<FeraMeterKind>> FeraMeterKind::variants() {
  return {
      {.name = "fera_meter",
       .text = "FERA's meter of all ports, without a divisor: r (1 + f - rho), a bit of a product a cycle",
       .rtl = verilated_dut<FeraMeterKind, Vfera_meter>},
  };
}

}  // namespace weir::cosim

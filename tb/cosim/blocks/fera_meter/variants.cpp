// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The FERA meters of rtl/: an entry each.

#include "Vfera_meter.h"
#include "Vfera_meter_dividing.h"
#include "tb/cosim/blocks/fera_meter/verilated.h"

namespace weir::cosim {

std::vector<Variant<FeraMeterKind>> FeraMeterKind::variants() {
  return {
      {.name = "fera_meter",
       .text = "FERA's meter of all ports, without a divisor: r (1 + f - rho), a bit of a product a cycle",
       .setup = {.form = reference::FeraForm::kDivisorFree},
       .rtl = verilated_dut<FeraMeterKind, Vfera_meter>},
      {.name = "fera_meter_dividing",
       .text = "FERA's meter of all ports with a divider: r f/rho, a bit of a product or a quotient a cycle",
       .setup = {.form = reference::FeraForm::kDividing},
       .rtl = verilated_dut<FeraMeterKind, Vfera_meter_dividing>},
  };
}

}  // namespace weir::cosim

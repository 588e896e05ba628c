// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The iSLIP of rtl/: an entry.

#include "Vislip.h"
#include "tb/cosim/blocks/islip/verilated.h"

namespace weir::cosim {

std::vector<Variant<IslipKind>> IslipKind::variants() {
  return {
      {.name = "islip",
       .text = "iSLIP: matches inputs to outputs in some iterations within a cycle; the arbiter of the crossbar",
       .rtl = verilated_dut<IslipKind, Vislip>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The iSLIP of rtl/: an entry, with RTL for each number of iterations that a switch can have.

#include <memory>

#include "Vislip.h"
#include "Vislip_iterations_1.h"
#include "Vislip_iterations_3.h"
#include "Vislip_iterations_4.h"
#include "tb/cosim/blocks/islip/verilated.h"

namespace weir::cosim {

namespace {

std::unique_ptr<DutFor<IslipKind>> of_iterations(const IslipKind::Setup& setup) {
  const bool as_wide = setup.inputs == reference::kIslipInputs;
  if (as_wide && setup.iterations == 1) {
    return verilated_as_is<IslipKind, Vislip_iterations_1>(setup);
  }
  if (as_wide && setup.iterations == 3) {
    return verilated_as_is<IslipKind, Vislip_iterations_3>(setup);
  }
  if (as_wide && setup.iterations == 4) {
    return verilated_as_is<IslipKind, Vislip_iterations_4>(setup);
  }
  return verilated_dut<IslipKind, Vislip>(setup);
}

}  // namespace

std::vector<Variant<IslipKind>> IslipKind::variants() {
  return {
      {.name = "islip",
       .text = "iSLIP: matches inputs to outputs in some iterations within a cycle; the arbiter of the crossbar",
       .rtl = of_iterations},
  };
}

}  // namespace weir::cosim

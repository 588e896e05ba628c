// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Admission by VIQ of rtl/: an entry.

#include "Vviq_admission.h"
#include "Vviq_admission_widest.h"
#include "tb/cosim/blocks/viq_admission/verilated.h"

namespace weir::cosim {

std::vector<Variant<ViqAdmissionKind>> ViqAdmissionKind::variants() {
  return {
      {.name = "viq_admission",
       .text = "Admission to the buffer by VIQ: minimums, dynamic thresholds, headroom and its pool, XOFF and XON",
       .rtl = verilated_dut<ViqAdmissionKind, Vviq_admission>,
       .widest = verilated_as_is<ViqAdmissionKind, Vviq_admission_widest>},
  };
}

}  // namespace weir::cosim

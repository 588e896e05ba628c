// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The egress scheduler of rtl/: an entry.

#include "Vegress_scheduler.h"
#include "tb/cosim/blocks/egress_scheduler/verilated.h"

namespace weir::cosim {

std::vector<Variant<EgressSchedulerKind>> EgressSchedulerKind::variants() {
  return {
      {.name = "egress_scheduler",
       .text = "The egress scheduler of a port: which of eight classes sends next, strict ones before DWRR",
       .rtl = verilated_dut<EgressSchedulerKind, Vegress_scheduler>},
  };
}

}  // namespace weir::cosim

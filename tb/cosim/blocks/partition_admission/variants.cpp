// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Partition admission of rtl/: an entry.

#include "Vpartition_admission.h"
#include "Vpartition_admission_widest.h"
#include "tb/cosim/blocks/partition_admission/verilated.h"

namespace weir::cosim {

std::vector<Variant<PartitionAdmissionKind>> PartitionAdmissionKind::variants() {
  return {
      {.name = "partition_admission",
       .text = "admission to a buffer divided among classes: accounts of partitions and VIQs, drops, XOFF and XON",
       .rtl = verilated_dut<PartitionAdmissionKind, Vpartition_admission>,
       .widest = verilated_as_is<PartitionAdmissionKind, Vpartition_admission_widest>},
  };
}

}  // namespace weir::cosim

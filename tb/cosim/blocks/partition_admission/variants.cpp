// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The forms of partition admission of rtl/: an entry each.

#include "Vpartition_admission.h"
#include "Vpartition_admission_memory.h"
#include "Vpartition_admission_widest.h"
#include "tb/cosim/blocks/partition_admission/verilated.h"

namespace weir::cosim {

std::vector<Variant<PartitionAdmissionKind>> PartitionAdmissionKind::variants() {
  return {
      {.name = "partition_admission",
       .text = "admission to a buffer divided among classes: accounts of partitions and VIQs, drops, XOFF and XON",
       .rtl = verilated_dut<PartitionAdmissionKind, Vpartition_admission>,
       .widest = verilated_as_is<PartitionAdmissionKind, Vpartition_admission_widest>},
      {.name = "partition_admission_memory",
       .text = "the same for many ports: accounts of VIQs in a memory, the answer a cycle later",
       .setup = {.in_memory = true},
       .latency = 1,
       .rtl = verilated_dut<PartitionAdmissionKind, Vpartition_admission_memory>},
  };
}

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The forms in which rtl/partition_admission and rtl/partition_admission_memory are built for switches.

#pragma once

#include "hw_model/cycle_models/partition_admission_cycle.h"

namespace weir::reference {

// For larger buffers than the RTL as built.
inline constexpr PartitionAdmissionConfig kWidestPartitions{.cell_bits = 30, .q_bits = 30};

// The RTL for a switch that asks for this: as built, the widest, or that of its own. PORTS is what it says. With the
// accounts in a memory there is no widest.
constexpr PartitionAdmissionConfig partitions_in_rtl(const PartitionAdmissionConfig& asked) {
  for (const PartitionAdmissionConfig& has :
       {PartitionAdmissionConfig{.in_memory = asked.in_memory}, kWidestPartitions}) {
    if (asked.in_memory == has.in_memory && asked.ports == has.ports && asked.port_bits <= has.port_bits &&
        asked.classes == has.classes && asked.cell_bits <= has.cell_bits && asked.q_bits <= has.q_bits)
      return has;
  }
  return asked;
}

}  // namespace weir::reference

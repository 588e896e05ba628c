// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

// Packets of a VIQ, and of those whose numbers differ in one bit, in successive cycles and some cycles apart.
Script<reference::PartitionAdmissionInputs> admission_rows(const reference::PartitionAdmissionConfig& config);

// Cells that are added up and taken away across each bit, and numbers of one bit where 0 is asked for.
Script<reference::PartitionAdmissionInputs> admission_sums(const reference::PartitionAdmissionConfig& config);

// A VIQ that has a packet in every cycle, and is read in every cycle, for long.
Script<reference::PartitionAdmissionInputs> admission_runs(const reference::PartitionAdmissionConfig& config);

}  // namespace weir::cosim

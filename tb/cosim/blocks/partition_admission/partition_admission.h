// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Admission to a buffer that is divided among classes: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "hw_model/cycle_models/partition_admission_forms.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/partition_admission/coverage.h"
#include "tb/cosim/blocks/partition_admission/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct PartitionAdmissionKind
    : KindOfWidths<PartitionAdmissionKind, reference::PartitionAdmissionConfig, reference::PartitionAdmissionCycle,
                   PartitionAdmissionStimulus, PartitionAdmissionCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<PartitionAdmissionKind>& recorder);
  static std::vector<Variant<PartitionAdmissionKind>> variants();
  static constexpr Setup kWidest = reference::kWidestPartitions;
  static Setup in_switch(const Setup& asked) { return reference::partitions_in_rtl(asked); }
  static bool same_form(const Setup& one, const Setup& other) { return one.in_memory == other.in_memory; }
  static Block block(const Variant<PartitionAdmissionKind>& variant);
};

}  // namespace weir::cosim

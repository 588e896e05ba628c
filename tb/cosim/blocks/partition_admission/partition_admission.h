// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Admission to a buffer that is divided among classes: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/partition_admission_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/partition_admission/coverage.h"
#include "tb/cosim/blocks/partition_admission/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct PartitionAdmissionKind : OneMode<reference::PartitionAdmissionConfig> {
  using Inputs = reference::PartitionAdmissionInputs;
  using Outputs = reference::PartitionAdmissionOutputs;
  using Setup = reference::PartitionAdmissionConfig;
  using Stimulus = PartitionAdmissionStimulus;
  using Coverage = PartitionAdmissionCoverage;

  static reference::PartitionAdmissionCycle model(const Setup& setup) {
    return reference::PartitionAdmissionCycle(setup);
  }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<PartitionAdmissionKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<PartitionAdmissionKind>> variants();
  static Block block(const Variant<PartitionAdmissionKind>& variant);
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Admission by VIQ: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/viq_admission_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/viq_admission/coverage.h"
#include "tb/cosim/blocks/viq_admission/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct ViqAdmissionKind : KindOfWidths<ViqAdmissionKind, reference::ViqAdmissionConfig, reference::ViqAdmissionCycle,
                                       ViqAdmissionStimulus, ViqAdmissionCoverage> {
  static constexpr Setup kWidest = reference::kWidestViqAdmission;

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<ViqAdmissionKind>& recorder);
  static std::vector<Variant<ViqAdmissionKind>> variants();
  static Block block(const Variant<ViqAdmissionKind>& variant);
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A stage comparator with thresholds from Bm, Bm - B1 and the number of stages: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/cycle_models/leading_zero_comparator_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/leading_zero_comparator/coverage.h"
#include "tb/cosim/blocks/leading_zero_comparator/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LeadingZeroComparatorKind : CycleKind<reference::StageComparatorConfig, reference::LeadingZeroCycle,
                                             LeadingZeroStimulus, LeadingZeroCoverage> {
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options,
                   VectorRecorder<LeadingZeroComparatorKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<LeadingZeroComparatorKind>> variants();
  static Block block(const Variant<LeadingZeroComparatorKind>& variant);

  // Use in a switch (in_switch.h of the stage comparator). Both functions throw std::invalid_argument for thresholds
  // that the block cannot represent.
  static std::vector<Inputs> table_writes(const Setup& setup);
  static std::unique_ptr<reference::StageComparator> in_cpp(const Setup& setup, const std::string& instance_name);
};

}  // namespace weir::cosim

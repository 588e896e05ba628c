// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The stage comparator with threshold registers: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/cycle_models/stage_comparator_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/stage_comparator/coverage.h"
#include "tb/cosim/blocks/stage_comparator/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct StageComparatorKind : CycleKind<reference::StageComparatorConfig, reference::StageComparatorCycle,
                                       StageComparatorStimulus, StageComparatorCoverage> {
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<StageComparatorKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<StageComparatorKind>> variants();
  static Block block(const Variant<StageComparatorKind>& variant);

  // Use in a switch (in_switch.h): the cycles that write the thresholds, and the C++ model.
  static std::vector<Inputs> table_writes(const Setup& setup);
  static std::unique_ptr<reference::StageComparator> in_cpp(const Setup& setup, const std::string& instance_name) {
    return reference::make_reference_stage_comparator(setup, instance_name);
  }
};

// Period in waveforms and benches of any stage comparator; its function does not depend on the period.
inline constexpr Time kComparatorPeriod{1200};

// Checks that q is wide enough for the vectors of any stage comparator.
void require_depth_bits(const reference::StageComparatorConfig& config);

}  // namespace weir::cosim

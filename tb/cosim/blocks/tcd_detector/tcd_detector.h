// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector of one queue: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/tcd_detector_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/tcd_detector/coverage.h"
#include "tb/cosim/blocks/tcd_detector/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct TcdDetectorKind : OneMode<reference::TcdDetectorConfig> {
  using Inputs = reference::TcdDetectorInputs;
  using Outputs = reference::TcdDetectorOutputs;
  using Setup = reference::TcdDetectorConfig;
  using Stimulus = TcdDetectorStimulus;
  using Coverage = TcdDetectorCoverage;

  static reference::TcdDetectorCycle model(const Setup& setup) { return reference::TcdDetectorCycle(setup); }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<TcdDetectorKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<TcdDetectorKind>> variants();
  static Block block(const Variant<TcdDetectorKind>& variant);
};

}  // namespace weir::cosim

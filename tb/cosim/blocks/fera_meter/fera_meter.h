// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meter of all ports of a switch: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/fera_meter_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/fera_meter/coverage.h"
#include "tb/cosim/blocks/fera_meter/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct FeraMeterKind : OneMode<reference::FeraMeterConfig> {
  using Inputs = reference::FeraMeterInputs;
  using Outputs = reference::FeraMeterOutputs;
  using Setup = reference::FeraMeterConfig;
  using Stimulus = FeraMeterStimulus;
  using Coverage = FeraMeterCoverage;

  static reference::FeraMeterCycle model(const Setup& setup) { return reference::FeraMeterCycle(setup); }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<FeraMeterKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<FeraMeterKind>> variants();
  static Block block(const Variant<FeraMeterKind>& variant);
};

}  // namespace weir::cosim

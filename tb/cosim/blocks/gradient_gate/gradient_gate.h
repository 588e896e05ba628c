// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient rule of one (port, class): a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/gradient_gate_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/gradient_gate/coverage.h"
#include "tb/cosim/blocks/gradient_gate/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct GradientGateKind : OneMode<reference::GradientGateConfig> {
  using Inputs = reference::GradientGateInputs;
  using Outputs = reference::GradientGateOutputs;
  using Setup = reference::GradientGateConfig;
  using Stimulus = GradientGateStimulus;
  using Coverage = GradientGateCoverage;

  static reference::GradientGateCycle model(const Setup& setup) { return reference::GradientGateCycle(setup); }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<GradientGateKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<GradientGateKind>> variants();
  static Block block(const Variant<GradientGateKind>& variant);
};

}  // namespace weir::cosim

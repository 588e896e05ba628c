// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate calculation of time-based GFC: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/linear_rate_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/linear_rate/coverage.h"
#include "tb/cosim/blocks/linear_rate/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LinearRateKind : OneMode<reference::LinearRateConfig> {
  using Inputs = reference::LinearRateInputs;
  using Outputs = reference::LinearRateOutputs;
  using Setup = reference::LinearRateConfig;
  using Stimulus = LinearRateStimulus;
  using Coverage = LinearRateCoverage;

  static reference::LinearRateCycle model(const Setup& setup) { return reference::LinearRateCycle(setup); }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<LinearRateKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<LinearRateKind>> variants();
  static Block block(const Variant<LinearRateKind>& variant);
};

}  // namespace weir::cosim

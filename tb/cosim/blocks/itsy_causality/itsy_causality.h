// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The causality unit of ITSY: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/itsy_causality_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/itsy_causality/coverage.h"
#include "tb/cosim/blocks/itsy_causality/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct ItsyCausalityKind : OneMode<reference::ItsyCausalityConfig> {
  using Inputs = reference::ItsyCausalityInputs;
  using Outputs = reference::ItsyCausalityOutputs;
  using Setup = reference::ItsyCausalityConfig;
  using Stimulus = ItsyCausalityStimulus;
  using Coverage = ItsyCausalityCoverage;

  static reference::ItsyCausalityCycle model(const Setup& setup) { return reference::ItsyCausalityCycle(setup); }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<ItsyCausalityKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<ItsyCausalityKind>> variants();
  static Block block(const Variant<ItsyCausalityKind>& variant);
};

}  // namespace weir::cosim

// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient rule of one (port, class): a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/gradient_gate/coverage.h"
#include "tb/cosim/blocks/gradient_gate/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct GradientGateKind : KindOfWidths<GradientGateKind, reference::GradientGateConfig, reference::GradientGateCycle,
                                       GradientGateStimulus, GradientGateCoverage> {
  static constexpr Setup kWidest = reference::kWidestGradientGate;

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<GradientGateKind>& recorder);
  static std::vector<Variant<GradientGateKind>> variants();
  static Setup in_switch(const Setup& asked);
  static Block block(const Variant<GradientGateKind>& variant);
};

}  // namespace weir::cosim

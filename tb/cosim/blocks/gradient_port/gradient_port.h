// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of a lossless switch with the gradient rule by parameter: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/gradient_port_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/gradient_port/coverage.h"
#include "tb/cosim/blocks/gradient_port/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct GradientPortKind : KindOfWidths<GradientPortKind, reference::GradientPortConfig, reference::GradientPortCycle,
                                       GradientPortStimulus, GradientPortCoverage> {
  // A port of a switch has the rule for all classes, with counters and packets of any switch that has the rule.
  static constexpr Setup kInSwitches = [] {
    Setup built;
    built.counter_bits = reference::kWidestGradientGate.counter_bits;
    built.blocks_bits = reference::kWidestGradientGate.blocks_bits;
    built.gradient = kAllClasses;
    return built;
  }();

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<GradientPortKind>& recorder);
  static std::vector<Variant<GradientPortKind>> variants();
  // The port is still, and no output takes a packet.
  static bool stands_still(const Inputs& in) {
    return EquippedPortKind::stands_still(in) && !in.wants && !in.taken_valid;
  }
  static Block block(const Variant<GradientPortKind>& variant);
};

}  // namespace weir::cosim

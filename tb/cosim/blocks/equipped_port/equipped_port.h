// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of a lossless switch with what it has by parameter: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "hw_model/cycle_models/tcd_block.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/equipped_port/coverage.h"
#include "tb/cosim/blocks/equipped_port/stimulus.h"
#include "tb/cosim/blocks/lossless_port/lossless_port.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct EquippedPortKind : KindOfWidths<EquippedPortKind, reference::EquippedPortConfig, reference::EquippedPortCycle,
                                       EquippedPortStimulus, EquippedPortCoverage> {
  // A port of a switch is built for any buffer and any span.
  static constexpr Setup kInSwitches{
      {}, reference::kPortTcd, reference::kWidestTcd.stamp_bits, reference::kWidestTcd.q_bits};

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<EquippedPortKind>& recorder);
  static std::vector<Variant<EquippedPortKind>> variants();
  // The port is still, and ticks stand with the inputs.
  static bool stands_still(const Inputs& in) { return LosslessPortKind::stands_still(in); }
  static Block block(const Variant<EquippedPortKind>& variant);
};

}  // namespace weir::cosim
